import { type Static, Type } from 'typebox';
import { bridgeStates } from '../../connections/bridge.ts';
import { Timestamp } from '../../timestamp.ts';
import { PortalApplicationState } from '../identity/application-records.ts';

const orNull = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

/** A call of the platform to a webhook of a manager, or to its maker. */
export const PortalWebhookCall = Type.Object(
  {
    time: Timestamp,
    purpose: Type.String({
      description: 'The webhook, for example `devices_list`, or `token` for the maker.',
    }),
    origin: Type.String({ description: 'Scheme, host and port that were called.' }),
    duration_ms: Type.Integer({ description: 'How long the call took.' }),
    status: orNull(Type.Integer(), 'Status of the answer; null without a complete one.'),
    failure: orNull(
      Type.String(),
      'Why there is no complete answer, for example `timeout`; null if there is.',
    ),
  },
  { title: 'PortalWebhookCall' },
);
export type PortalWebhookCall = Static<typeof PortalWebhookCall>;

const PortalManagerKind = Type.Union(
  [Type.Literal('webhooks'), Type.Literal('bridge'), Type.Literal('independent')],
  {
    description:
      '`webhooks`: the platform asks it when people add devices. `bridge`: it connects another system, and people choose among its devices. `independent`: it adds devices itself.',
  },
);

const PortalManagerHealth = Type.Union(
  [Type.Literal('unknown'), Type.Literal('working'), Type.Literal('failing'), Type.Literal('paused')],
  {
    description:
      'How the last call of each webhook went, or how the bridge does. `paused`: after repeated failures the platform waits before it calls again. `unknown`: no call since the server started, or a bridge that the operator runs.',
  },
);

/** A manager in the portal's list. */
export const PortalManager = Type.Object(
  {
    client_id: Type.String({ description: 'Id with which the manager signs in.' }),
    name: Type.String({ description: 'Display name.' }),
    namespace: Type.String({ description: 'Unique name in the platform.' }),
    state: PortalApplicationState,
    kind: PortalManagerKind,
    health: PortalManagerHealth,
    is_connected: Type.Boolean({ description: 'Whether it is connected over MQTT.' }),
    last_seen: orNull(
      Timestamp,
      'When it last used the API, which is recorded every few minutes; null if never.',
    ),
    template_count: Type.Integer({ description: 'Number of templates of which it creates devices.' }),
    created: Timestamp,
  },
  { title: 'PortalManager' },
);
export type PortalManager = Static<typeof PortalManager>;

const PortalManagerWebhook = Type.Object({
  name: Type.String({ description: 'For example `devices_list`.' }),
  url: orNull(Type.String(), 'The address that the manager set; null without one.'),
  last_call: orNull(PortalWebhookCall, 'Null if there was none since the server started.'),
  failing_since: orNull(Timestamp, 'When the first of the failed calls in a row was made; null if it works.'),
  paused_until: orNull(Timestamp, 'Until when its host is not called; null if it is called.'),
});
export type PortalManagerWebhook = Static<typeof PortalManagerWebhook>;

const PortalManagerBridge = Type.Object({
  type: Type.String({ description: 'What it connects, for example `zigbee2mqtt`.' }),
  mqtt_url: Type.String({ description: 'Address of the MQTT server, without a password.' }),
  state: Type.Enum([...bridgeStates], {
    type: 'string',
    description: 'As in the list of bridges, for example `running` or `failing`.',
  }),
  problem: Type.String({ description: 'What is wrong, for people; empty when nothing is.' }),
  version: Type.String({ description: 'Version of the system that it connects; empty until it is known.' }),
});

const RefusedTemplate = Type.Object({
  time: Timestamp,
  id: Type.String({ description: 'The id that the manager gave; empty without one.' }),
  errors: Type.Array(
    Type.Object({
      field: Type.String({ description: 'Path of the field in the template.' }),
      reason: Type.String({ description: 'The error.' }),
    }),
    { description: 'The first 20 errors.' },
  ),
});

const count = (description: string) => Type.Integer({ description, minimum: 0 });

/** A manager with its templates, webhooks and numbers. Secrets are not included. */
export const PortalManagerDetail = Type.Object(
  {
    ...PortalManager.properties,
    webhooks: Type.Array(PortalManagerWebhook, { description: 'All webhooks, also those that are not set.' }),
    templates: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Template id.' }),
        name: Type.String({ description: 'Name of the kind of device.' }),
      }),
      { description: 'The templates of which it creates devices.' },
    ),
    refused_templates: Type.Array(RefusedTemplate, {
      description: 'Refused templates of this manager since the server started; at most 50, newest first.',
    }),
    bridge: orNull(PortalManagerBridge, 'For a bridge: what it connects and how it does; otherwise null.'),
    channels: count('Number of its channels.'),
    users: count('Number of users who have a channel of it.'),
    is_counted: Type.Boolean({
      description: 'Whether all channels were counted: counting stops at 100,000.',
    }),
  },
  { title: 'PortalManagerDetail' },
);
export type PortalManagerDetail = Static<typeof PortalManagerDetail>;

/** A channel that belongs to a manager. */
export const PortalManagerChannel = Type.Object(
  {
    id: Type.String({ description: 'Channel id.' }),
    name: Type.String({ description: 'Name of the channel.' }),
    template: Type.Object(
      {
        id: Type.String({ description: 'Template id.' }),
        name: Type.String({ description: 'Name of the kind of device.' }),
      },
      { description: 'What kind of device it is.' },
    ),
    remote_key: orNull(Type.String(), 'The maker’s id of the device; null without one.'),
    users: count('Number of users who have it.'),
    created: Timestamp,
  },
  { title: 'PortalManagerChannel' },
);
export type PortalManagerChannel = Static<typeof PortalManagerChannel>;

/** A user who has channels of a manager. */
export const PortalManagerUser = Type.Object(
  {
    id: Type.String({ description: 'User id.' }),
    name: Type.String({ description: 'The user’s name.' }),
    email: Type.String({ description: 'The user’s e-mail.' }),
    channels: count('Number of the manager’s channels that the user has.'),
  },
  { title: 'PortalManagerUser' },
);
export type PortalManagerUser = Static<typeof PortalManagerUser>;

export const exampleCall: PortalWebhookCall = {
  time: '2026-01-02T03:04:05.006+0000',
  purpose: 'authorize',
  origin: 'https://acme.example',
  duration_ms: 120,
  status: 200,
  failure: null,
};

export const exampleManager: PortalManager = {
  client_id: '5a1f4a5e-92b1-4c0a-8b62-6d2f0e9c1a77',
  name: 'Acme',
  namespace: 'acme.5a1f4a',
  state: 'enabled',
  kind: 'webhooks',
  health: 'working',
  is_connected: true,
  last_seen: '2026-01-02T03:04:05.006+0000',
  template_count: 1,
  created: '2025-11-02T03:04:05.678+0000',
};

const exampleTemplate = { id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca', name: 'Smart bulb' };

export const exampleManagerDetail: PortalManagerDetail = {
  ...exampleManager,
  webhooks: [
    {
      name: 'authorize',
      url: 'https://acme.example/v3/authorize',
      last_call: exampleCall,
      failing_since: null,
      paused_until: null,
    },
    { name: 'receive_token', url: null, last_call: null, failing_since: null, paused_until: null },
  ],
  templates: [exampleTemplate],
  refused_templates: [
    {
      time: exampleCall.time,
      id: '9c8d2f10-0d2e-4d3a-9a6e-2f8d8d1b7c55',
      errors: [{ field: 'channel.schema', reason: 'is required' }],
    },
  ],
  bridge: null,
  channels: 120,
  users: 42,
  is_counted: true,
};

export const exampleManagerChannel: PortalManagerChannel = {
  id: '3f2b8c1d-6a0e-4f7b-9c43-8d1a5a3f1d20',
  name: 'Kitchen bulb',
  template: exampleTemplate,
  remote_key: 'bulb-7',
  users: 1,
  created: '2026-01-02T03:04:05.678+0000',
};

export const exampleManagerUser: PortalManagerUser = {
  id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  name: 'Ana Silva',
  email: 'ana@example.org',
  channels: 3,
};
