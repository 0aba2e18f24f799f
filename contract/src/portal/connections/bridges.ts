import { type Static, Type } from 'typebox';
import { Bridge, BridgeCheck, bridgeConnection, exampleBridge } from '../../connections/bridge.ts';
import { exampleBridgeFindings, readsBridgeFindings } from '../../connections/bridge-findings.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';

const all = '/portal/api/bridges';
const one = `${all}/{bridge_id}` as const;
const params = Type.Object({ bridge_id: Id('Bridge id.') });
const ofUser = Type.Object({ ...params.properties, user_id: Id('User id.') });
const bridge_id = exampleBridge.id;
const user_id = '7c9e6679-7425-40de-944b-e07fc1f90ae7';

const { href: _href, added: _added, can_remove: _mayRemove, ...members } = Bridge.properties;
const {
  href: _exampleHref,
  added: _exampleAdded,
  can_remove: _exampleMayRemove,
  ...exampleMembers
} = exampleBridge;

export const PortalBridge = Type.Object(
  {
    ...members,
    restarts: Type.Integer({ description: 'How often its process was restarted automatically.' }),
  },
  { title: 'PortalBridge', description: 'A bridge, its settings without secrets, and how it is.' },
);
export type PortalBridge = Static<typeof PortalBridge>;

const found = Type.Union([BridgeCheck, Type.Null()], {
  description: 'What was found when the connection was tried; null if it was not tried.',
});

const PortalSetBridge = Type.Object({ bridge: PortalBridge, found }, { title: 'PortalSetBridge' });

const PortalNewBridge = Type.Object(
  {
    bridge: PortalBridge,
    found,
    environment: Type.Optional(
      Type.Array(
        Type.Object({
          name: Type.String({ description: 'Name of the variable.' }),
          value: Type.String({ description: 'Its value.' }),
        }),
        {
          description:
            'The environment in which the operator runs the program of the bridge, with its secrets. Shown only once, and only where the server runs no bridges.',
        },
      ),
    ),
  },
  { title: 'PortalNewBridge' },
);

const check = Type.Optional(
  Type.Boolean({
    description:
      'Whether the connection is tried first, as by `bridges.check`; true by default. Where the server runs no bridges, it is never tried.',
  }),
);

const { type, ...settings } = bridgeConnection;

const example: PortalBridge = { ...exampleMembers, restarts: 0 };
const viewer = { origin: 'base', access: 'portal-viewer' } as const;
const developer = { origin: 'base', access: 'portal-developer' } as const;

/** Portal operations on bridges. */
export const portalBridges = {
  list: operation({
    ...viewer,
    id: 'portal.bridges.list',
    summary: 'List bridges',
    description: 'All of them, also those that users of Home connected.',
    bindings: [{ method: 'GET', path: all, input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({ bridges: Type.Array(PortalBridge, { description: 'The oldest first.' }) }),
    list: { items: 'bridges' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { bridges: [example] } },
  }),
  findings: operation({
    ...viewer,
    ...readsBridgeFindings,
    id: 'portal.bridges.findings',
    bindings: [{ method: 'GET', path: `${one}/findings`, input: 'query' }],
    params,
    example: { input: { bridge_id }, reply: exampleBridgeFindings },
  }),
  create: operation({
    ...developer,
    id: 'portal.bridges.create',
    summary: 'Connect a bridge',
    description:
      'Tries the connection, stores the bridge and starts it. The users named may add its devices in Home.',
    bindings: [{ method: 'POST', path: all, input: 'json' }],
    params: Empty,
    input: Type.Object({
      type,
      ...settings,
      name: Type.Optional(Text({ maxLength: 60, description: 'A name; by default that of its type.' })),
      user_ids: Type.Optional(
        Type.Array(Text({ minLength: 1, maxLength: 200 }), {
          maxItems: 50,
          description: 'Ids of users who may add its devices.',
        }),
      ),
      check,
    }),
    reply: PortalNewBridge,
    status: 201,
    errors: ['malformed_body', 'not_found', 'already_there', 'quota_exceeded'],
    example: {
      input: { type: 'zigbee2mqtt', mqtt_url: 'mqtt://127.0.0.1:1' },
      reply: { bridge: example, found: { version: '2.14.1', devices: 23, problem: '' } },
    },
  }),
  update: operation({
    ...developer,
    id: 'portal.bridges.update',
    summary: 'Change how a bridge is reached',
    description:
      'Members that are left out stay as they are, also the password, unless there is a new `username`. An empty text removes the user or password. Its devices stay, and its process is started again.',
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    params,
    input: Type.Object({ ...settings, mqtt_url: Type.Optional(settings.mqtt_url), check }),
    reply: PortalSetBridge,
    status: 200,
    errors: ['malformed_body', 'not_found', 'already_there'],
    example: {
      input: { bridge_id, mqtt_url: 'mqtt://192.168.1.6:1883', check: false },
      reply: { bridge: { ...example, mqtt_url: 'mqtt://192.168.1.6:1883' }, found: null },
    },
  }),
  share: operation({
    ...developer,
    id: 'portal.bridges.share',
    summary: 'Let a user add the devices of a bridge',
    description: 'The user finds them in Home under Add.',
    bindings: [{ method: 'PUT', path: `${one}/users/{user_id}`, input: 'json' }],
    params: ofUser,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'quota_exceeded'],
    example: { input: { bridge_id, user_id }, reply: {} },
  }),
  unshare: operation({
    ...developer,
    id: 'portal.bridges.unshare',
    summary: 'No longer let a user add the devices of a bridge',
    description: 'Devices that the user added stay.',
    bindings: [{ method: 'DELETE', path: `${one}/users/{user_id}`, input: 'query' }],
    params: ofUser,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { bridge_id, user_id }, reply: {} },
  }),
  remove: operation({
    ...developer,
    id: 'portal.bridges.remove',
    summary: 'Remove a bridge',
    description:
      'Stops it, and removes its devices from all homes, with their values and history. Nothing changes in the system that it connected.',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { bridge_id }, reply: {} },
  }),
};
