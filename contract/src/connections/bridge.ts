import { type Static, Type } from 'typebox';
import {
  MAX_BRIDGE_PASSWORD_LENGTH,
  MAX_BRIDGE_TOPIC_LENGTH,
  MAX_BRIDGE_URL_LENGTH,
  MAX_BRIDGE_USERNAME_LENGTH,
  MAX_NAME_LENGTH,
} from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { exampleBridgeFindings, readsBridgeFindings } from './bridge-findings.ts';

const path = '/v3/bridges';
const one = `${path}/{bridge_id}` as const;
const params = Type.Object({ bridge_id: Id('Bridge id.') });
const ofPerson = { origin: 'base', access: 'user', needs: 'manage' } as const;

/** Maximum number of devices that are added at once. */
const MAX_ADDED = 100;
/** Limits the devices on a page. */
const MAX_LISTED = 500;

/** The systems that a bridge can connect. */
export const bridgeTypes = ['zigbee2mqtt', 'mqtt-discovery'] as const;
export type BridgeType = (typeof bridgeTypes)[number];

const type = Type.Enum([...bridgeTypes], {
  type: 'string',
  description:
    'The system that the bridge connects. `zigbee2mqtt` is a Zigbee2MQTT with its MQTT server. `mqtt-discovery` is an MQTT server on which devices announce themselves as for Home Assistant.',
});

/** How a bridge is reached, as people enter it. */
export const bridgeConnection = {
  type,
  mqtt_url: Text({
    minLength: 1,
    maxLength: MAX_BRIDGE_URL_LENGTH,
    description:
      'Address of the MQTT server: `mqtt://host[:port]`, or `mqtts`, `ws` or `wss`. Without a user and password.',
  }),
  username: Type.Optional(
    Text({ maxLength: MAX_BRIDGE_USERNAME_LENGTH, description: 'User at the MQTT server, if it needs one.' }),
  ),
  password: Type.Optional(
    Text({
      maxLength: MAX_BRIDGE_PASSWORD_LENGTH,
      description: 'Password there. It is stored sealed and never returned.',
    }),
  ),
  base_topic: Type.Optional(
    Text({
      maxLength: MAX_BRIDGE_TOPIC_LENGTH,
      description:
        'The `base_topic` in the settings of Zigbee2MQTT, `zigbee2mqtt` by default; or the discovery prefix of the devices, `homeassistant` by default.',
    }),
  ),
};

export const bridgeStates = ['waiting', 'starting', 'running', 'failing', 'stopped', 'external'] as const;
export type BridgeState = (typeof bridgeStates)[number];

export const Bridge = Type.Object(
  {
    id: Type.String({ description: 'Bridge id. It is also the `client_id` of its manager.' }),
    href: Type.String({ description: 'Path of this record.' }),
    type,
    name: Type.String({ description: 'Name of the bridge, which people see.' }),
    mqtt_url: Type.String({ description: 'Address of the MQTT server, without a password.' }),
    username: Type.String({ description: 'User at the MQTT server, or empty.' }),
    base_topic: Type.String({ description: 'The base topic.' }),
    state: Type.Enum([...bridgeStates], {
      type: 'string',
      description:
        '`waiting`: its process was not started yet. `starting`: it connects. `running`: it is connected to the platform and to the MQTT server; one of type `zigbee2mqtt` has also heard from a running Zigbee2MQTT. `failing`: it is not; see `problem`. `stopped`: it ended, and is not started again until its settings change. `external`: the operator runs it, so the platform knows only whether it is connected: see `connected`.',
    }),
    connected: Type.Boolean({ description: 'Whether the bridge is connected to the platform.' }),
    problem: Type.String({ description: 'The problem, in words for people; empty when there is none.' }),
    version: Type.String({
      description: 'Version of Zigbee2MQTT; empty until it is known, and for other types.',
    }),
    devices: Type.Integer({ description: 'Number of devices that the bridge connects.' }),
    added: Type.Integer({ description: 'Number of these devices that are in this person’s home.' }),
    can_remove: Type.Boolean({ description: 'Whether this person connected it, and so may remove it.' }),
    created: Timestamp,
  },
  { title: 'Bridge', description: 'A bridge, which connects devices through a system that a person runs.' },
);
export type Bridge = Static<typeof Bridge>;

export const BridgeList = Type.Object(
  {
    bridges: Type.Array(Bridge, { description: 'The bridges whose devices this person may add.' }),
    can_connect: Type.Boolean({ description: 'Whether this person may connect a bridge here.' }),
    reason: Type.String({ description: 'Why not, in words for people; empty if they may.' }),
  },
  { title: 'BridgeList' },
);
export type BridgeList = Static<typeof BridgeList>;

export const BridgeCheck = Type.Object(
  {
    version: Type.String({
      description: 'Version of the Zigbee2MQTT that was found; empty for other types.',
    }),
    devices: Type.Integer({
      description:
        'Number of devices of Zigbee2MQTT, or of those that announced themselves during the check.',
    }),
    problem: Type.String({
      description:
        'Possible problems, such as a setting of Zigbee2MQTT, or that no device has announced itself yet; in words for people, empty if there are none.',
    }),
  },
  { title: 'BridgeCheck' },
);
export type BridgeCheck = Static<typeof BridgeCheck>;

const BridgeDevice = Type.Object(
  {
    id: Type.String({ description: 'Id of its channel.' }),
    name: Type.String({ description: 'Name of the device at the bridge.' }),
    room: Type.String({
      description: 'A room that its name suggests: the part before the first `/`. Empty if there is none.',
    }),
    template: Type.Object(
      {
        id: Type.String({ description: 'Channel template id.' }),
        name: Type.String({ description: 'The kind of device.' }),
        vendor: Type.String({ description: 'Brand.' }),
        model: Type.String({ description: 'Model name.' }),
        kind: Type.String({ description: 'Kind of device, e.g. `color-light`.' }),
      },
      { description: 'The kind of device.' },
    ),
    image: Type.String({ format: 'uri', description: 'Picture of the kind of device.' }),
    added: Type.Boolean({ description: 'Whether it is in the home of this person.' }),
    found: Timestamp,
  },
  { title: 'BridgeDevice', description: 'A device that a bridge connects.' },
);
export type BridgeDevice = Static<typeof BridgeDevice>;

export const BridgeDevices = Type.Object(
  {
    devices: Type.Array(BridgeDevice, { description: `At most ${MAX_LISTED}, in the order of their ids.` }),
    next: Type.Union([Type.String(), Type.Null()], {
      description: 'Send it as `after` to get the next page; null on the last one.',
    }),
  },
  { title: 'BridgeDevices' },
);
export type BridgeDevices = Static<typeof BridgeDevices>;

const bridge_id = '0d0f7f0e-5a3a-4d0c-8f57-6a1de0a3f2b4';
const channelId = '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11';
const connection = { type: 'zigbee2mqtt', mqtt_url: 'mqtt://192.168.1.5:1883', username: 'azulejo' } as const;

export const exampleBridge: Bridge = {
  id: bridge_id,
  href: `${path}/${bridge_id}`,
  name: 'Zigbee2MQTT',
  base_topic: 'zigbee2mqtt',
  ...connection,
  state: 'running',
  connected: true,
  problem: '',
  version: '2.14.1',
  devices: 23,
  added: 4,
  can_remove: true,
  created: '2026-01-02T03:04:05.006+0000',
};

const exampleDevice: BridgeDevice = {
  id: channelId,
  name: 'Kitchen/left lamp',
  room: 'Kitchen',
  template: {
    id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca',
    name: 'TRADFRI bulb E27, white spectrum',
    vendor: 'IKEA',
    model: 'LED1732G11',
    kind: 'white-light',
  },
  image: 'http://127.0.0.1:8480/images/white-light.png',
  added: false,
  found: '2026-01-02T03:04:05.006+0000',
};

/** Bridges that people connect themselves. */
export const bridges = {
  list: operation({
    ...ofPerson,
    id: 'bridges.list',
    summary: 'List the bridges of a person',
    description:
      'Returns bridges that the signed-in user connected and those that the operator shared with this user, and whether this user may connect a bridge.',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Empty,
    input: Empty,
    reply: BridgeList,
    list: { items: 'bridges' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { bridges: [exampleBridge], can_connect: true, reason: '' } },
  }),
  check: operation({
    ...ofPerson,
    id: 'bridges.check',
    summary: 'Try a connection before it is stored',
    description:
      'Connects to the MQTT server, for at most ten seconds, and looks for Zigbee2MQTT or counts the devices that announce themselves. Stores nothing. When it fails, the error is `invalid_request` and names the member that is wrong: `mqtt_url` for an address that cannot be reached, `password` when the MQTT server refuses the user or password, and for the type `zigbee2mqtt` `base_topic` when nothing is found below it. Devices may announce themselves at any time, so it is no error when none has.',
    bindings: [{ method: 'POST', path: `${path}/check`, input: 'json' }],
    params: Empty,
    input: Type.Object(bridgeConnection),
    reply: BridgeCheck,
    status: 200,
    errors: ['forbidden'],
    example: { input: connection, reply: { version: '2.14.1', devices: 23, problem: '' } },
  }),
  create: operation({
    ...ofPerson,
    id: 'bridges.create',
    summary: 'Connect a bridge',
    description:
      'Tries the connection like `bridges.check`, stores the bridge and starts it. Its devices appear in `bridges.devices` as they are found. Connecting is the consent to add them: only this user can.',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Empty,
    input: Type.Object({
      ...bridgeConnection,
      name: Type.Optional(Text({ maxLength: 60, description: 'A name; by default that of its type.' })),
    }),
    reply: Bridge,
    status: 201,
    errors: ['forbidden', 'already_there', 'quota_exceeded'],
    example: { input: connection, reply: { ...exampleBridge, state: 'waiting', connected: false } },
  }),
  get: operation({
    ...ofPerson,
    id: 'bridges.get',
    summary: 'Read a bridge',
    description: 'Returns its settings without the password, and its state.',
    bindings: [{ method: 'GET', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: Bridge,
    status: 200,
    errors: ['not_found'],
    example: { input: { bridge_id }, reply: exampleBridge },
  }),
  findings: operation({
    ...ofPerson,
    ...readsBridgeFindings,
    id: 'bridges.findings',
    bindings: [{ method: 'GET', path: `${one}/findings`, input: 'query' }],
    params,
    example: { input: { bridge_id }, reply: exampleBridgeFindings },
  }),
  remove: operation({
    ...ofPerson,
    id: 'bridges.remove',
    summary: 'Remove a bridge',
    description:
      'Only by the user who connected it. Stops it, and removes its devices from all homes, with their values and history. Nothing changes in the system that it connected.',
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    params,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'forbidden'],
    example: { input: { bridge_id }, reply: {} },
  }),
  devices: operation({
    ...ofPerson,
    id: 'bridges.devices',
    summary: 'List the devices of a bridge',
    description:
      'All devices and groups that the bridge found, also those that the person added. `devices` of the bridge’s record grows while it finds them.',
    bindings: [{ method: 'GET', path: `${one}/devices`, input: 'query' }],
    params,
    input: Type.Object({
      after: Type.Optional(Text({ maxLength: 200, description: '`next` of the page before.' })),
    }),
    reply: BridgeDevices,
    list: { items: 'devices' },
    status: 200,
    errors: ['not_found'],
    example: { input: { bridge_id }, reply: { devices: [exampleDevice], next: null } },
  }),
  addDevices: operation({
    ...ofPerson,
    id: 'bridges.addDevices',
    summary: 'Add devices of a bridge to the home',
    description:
      'Each gets its tiles in the given group, or in the default area. Devices that were added before stay as they are.',
    bindings: [{ method: 'POST', path: `${one}/devices`, input: 'json' }],
    params,
    input: Type.Object({
      devices: Type.Array(
        Type.Object({
          id: Text({ minLength: 1, maxLength: 200, description: 'Id of the device’s channel.' }),
          name: Type.Optional(Text({ maxLength: MAX_NAME_LENGTH, description: 'A new name for it.' })),
          group_id: Type.Optional(
            Text({
              maxLength: MAX_NAME_LENGTH,
              description: 'The area or tile group of the person for its tiles.',
            }),
          ),
        }),
        { description: 'The devices to add.', minItems: 1, maxItems: MAX_ADDED },
      ),
    }),
    reply: Type.Object(
      {
        added: Type.Array(Type.String(), {
          description: 'Ids of the channels that are in the home now and were not before.',
        }),
      },
      { title: 'AddedBridgeDevices' },
    ),
    status: 200,
    errors: ['not_found', 'quota_exceeded'],
    example: { input: { bridge_id, devices: [{ id: channelId }] }, reply: { added: [channelId] } },
  }),
};
