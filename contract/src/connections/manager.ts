import { type Static, Type } from 'typebox';
import { FieldError } from '../errors.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const params = Type.Object({ manager_id: Id('The manager’s own `client_id`.') });
const path = '/v3/managers/{manager_id}';
const id = '0d0f7f0e-5a3a-4d0c-8f57-6a1de0a3f2b4';
const confirmation_hash = 'kP1sXo2u7wQz5Lr8Vb3Nc6Jh9Gd4Fa0TyEiUmRkS';

const webhookNames = {
  authorize: 'Returns where a person signs in at the maker.',
  receive_token: 'Receives the credentials that the maker issued to the person.',
  devices_list: 'Lists the devices of the person.',
  select_device: 'Adds the devices that the person chose.',
};

const url = (description: string) =>
  Type.Optional(
    Type.Union([Text({ minLength: 1, maxLength: 2000 }), Type.Null()], {
      description: `${description} An https URL; null removes it.`,
    }),
  );

const shownUrl = (description: string) => Type.Optional(Type.String({ description }));

export const Manager = Type.Object(
  {
    id: Type.String({ description: 'The `client_id` of the manager.' }),
    href: Type.String({ description: 'Path of this record.' }),
    name: Type.String({ description: 'Name of the manager, which people see when they add a device.' }),
    confirmation_hash: Type.String({
      description:
        'The token that the platform sends as `Authorization: Bearer …` to the webhooks. It changes with their URLs: read it again when a call contains another one.',
    }),
    authorize: shownUrl(webhookNames.authorize),
    receive_token: shownUrl(webhookNames.receive_token),
    devices_list: shownUrl(webhookNames.devices_list),
    select_device: shownUrl(webhookNames.select_device),
  },
  { title: 'Manager', description: 'A manager and its webhooks.' },
);
export type Manager = Static<typeof Manager>;

export const ManagerUpdate = Type.Object(
  {
    n_updated: Type.Integer({ description: 'Always 1.' }),
    confirmation_hash: Type.String({ description: 'The hash that is valid now.' }),
    href: Type.String({ description: 'Path of the record.' }),
  },
  { title: 'ManagerUpdate' },
);
export type ManagerUpdate = Static<typeof ManagerUpdate>;

const ManagersChannel = Type.Object({
  id: Type.String({ description: 'Channel id.' }),
  channeltemplate_id: Type.String({ description: 'Channel template id.' }),
  channeltemplate_version: Type.Integer({ description: 'The version of the template that the channel has.' }),
  component_ids: Type.Array(Type.String(), { description: 'Ids of the components of its template.' }),
  name: Type.String({ description: 'Name of the device at the maker.' }),
  remote_key: Type.String({ description: 'The maker’s own id for the device, or empty.' }),
  href: Type.String({ description: 'Path of the channel.' }),
});

export const ManagersChannelElement = Type.Object({ channel: ManagersChannel });

const filterNames = [
  'channel.id',
  'channel.channeltemplate_id',
  'channel.name',
  'channel.remote_key',
] as const;
const filter = Type.Optional(
  Text({ maxLength: 2000, description: 'A value, or `eq/value/s`, or `in/["a","b"]/j`.' }),
);
const filters = Object.fromEntries(filterNames.map((name) => [name, filter])) as Record<
  (typeof filterNames)[number],
  typeof filter
>;

const channelsInput = Type.Object({
  ...filters,
  fields: Type.Optional(
    Text({ maxLength: 2000, description: 'Comma-separated members to return, e.g. `channel.id`.' }),
  ),
  order_by: Type.Optional(Text({ maxLength: 100, description: '`channel.id`, or `-channel.id`.' })),
  page_size: Type.Optional(
    Text({ maxLength: 9, description: 'Maximum number of elements; 1,000 by default, at most 10,000.' }),
  ),
  page_start_index: Type.Optional(
    Text({ maxLength: 9, description: 'Number of elements to skip, in the order of the ids.' }),
  ),
});

const element = {
  channel: {
    id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
    channeltemplate_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
    channeltemplate_version: 1,
    component_ids: ['light-bulb'],
    name: 'Hall lamp',
    remote_key: 'acme-4711',
    href: '/v3/channels/3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  },
};

export const ManagersChannels = Type.Object(
  {
    elements: Type.Array(
      Type.Object({
        channel: Type.Partial(ManagersChannel, {
          description: 'The channel, or the members of it that `fields` names.',
        }),
      }),
      {
        description: 'The channels.',
      },
    ),
  },
  { title: 'ManagersChannels' },
);
export type ManagersChannels = Static<typeof ManagersChannels>;

const StoredTemplate = Type.Object({
  id: Type.String({ description: 'Channel template id; empty when the template has none.' }),
  state: Type.Enum(['stored', 'unchanged', 'refused'], {
    type: 'string',
    description: 'Whether this is a new version, a stored one, or not valid.',
  }),
  version: Type.Optional(Type.Integer({ description: 'The version; refused templates have none.' })),
  errors: Type.Array(FieldError, { description: 'Why it was refused: its members, with reasons.' }),
});

/** Twenty templates of usual size fit. */
const TEMPLATES_BODY_LIMIT = 1024 * 1024;

export const managers = {
  get: operation({
    id: 'managers.get',
    summary: 'Get a manager',
    description: 'A manager reads its own record; every other one is `not_found`.',
    origin: 'base',
    access: 'manager',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: Manager,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { manager_id: id },
      reply: {
        id,
        href: `/v3/managers/${id}`,
        name: 'Acme',
        confirmation_hash,
        authorize: 'https://acme.example/v3/authorize',
      },
    },
  }),
  update: operation({
    id: 'managers.update',
    summary: 'Set the webhooks of a manager',
    description:
      'Members that are left out stay unchanged. Every address must be an https URL at a public host, unless the operator allows its network. When an address changes, so does `confirmation_hash`.',
    origin: 'base',
    access: 'manager',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: Type.Object({
      authorize: url(webhookNames.authorize),
      receive_token: url(webhookNames.receive_token),
      devices_list: url(webhookNames.devices_list),
      select_device: url(webhookNames.select_device),
    }),
    reply: ManagerUpdate,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { manager_id: id, authorize: 'https://acme.example/v3/authorize' },
      reply: { n_updated: 1, confirmation_hash, href: `/v3/managers/${id}` },
    },
  }),
  storeTemplates: operation({
    id: 'managers.storeTemplates',
    summary: 'Store the templates of a manager’s devices',
    description:
      'Each template is stored or refused independently. A new one is assigned to the manager, which may later change only templates that are assigned to it; a changed one becomes a new version. Templates may leave out what `azulejo template check` fills in.',
    origin: 'base',
    access: 'manager',
    bindings: [{ method: 'POST', path: `${path}/channel-templates`, input: 'json' }],
    params,
    input: Type.Object({
      templates: Type.Array(Type.Object({}, { additionalProperties: true }), {
        minItems: 1,
        maxItems: 20,
        description: 'Channel templates, as in template files.',
      }),
    }),
    reply: Type.Object(
      { elements: Type.Array(StoredTemplate, { description: 'One for each template, in their order.' }) },
      { title: 'StoredTemplates' },
    ),
    status: 200,
    bodyLimit: TEMPLATES_BODY_LIMIT,
    errors: ['not_found'],
    example: {
      input: { manager_id: id, templates: [{}] },
      reply: {
        elements: [
          {
            id: '',
            state: 'refused',
            errors: [{ field: 'vendor', reason: 'is required' }],
          },
        ],
      },
    },
  }),
  channels: operation({
    id: 'managers.channels',
    summary: 'List the channels of a manager',
    description: 'The channels that the manager created, in the order of their ids.',
    origin: 'base',
    access: 'manager',
    bindings: [{ method: 'GET', path: `${path}/channels`, input: 'list' }],
    params,
    input: channelsInput,
    reply: ManagersChannels,
    list: { items: 'elements', next: { send: 'page_start_index' } },
    status: 200,
    errors: ['not_found'],
    example: { input: { manager_id: id }, reply: { elements: [element] } },
  }),
};
