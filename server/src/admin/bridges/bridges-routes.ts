import { type Bridge, type BridgeDevice, type resources, toTimestamp } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import {
  type BridgeDevices,
  type BridgeRecord,
  type Bridges,
  type Connection,
  readConnection,
} from '../../connections/bridges/index.ts';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock, Timers } from '../../platform/clock.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { createRateLimit } from '../../platform/rate-limits.ts';
import type { Removal } from '../deletion/index.ts';
import type { HomeApplication } from '../home-application/index.ts';
import { createCheckConnection } from './check-connection.ts';

export type Dependencies = {
  db: Db;
  config: Config;
  clock: Clock;
  timers: Timers;
  applications: Applications;
  bridges: Bridges;
  bridgeDevices: BridgeDevices;
  channels: Channels;
  homeApplication: HomeApplication;
  picture: (name: string) => string;
  connectedClients: ConnectedClients;
  removal: Removal;
};

type Operations = Handlers<typeof resources.bridges>;

/** Each attempt starts a process, and reveals something about the network of the platform. */
const CHECKS_PER_MINUTE = 10;

/** Handles the bridges that people connect themselves. */
export function bridgeHandlers(dependencies: Dependencies): Operations {
  const { bridges } = dependencies;
  const toWire = createToWire(dependencies);
  const reasonAgainst = createReasonAgainst(dependencies);
  return {
    list: async ({ context }) => {
      const { id } = context.principal;
      const reason = await reasonAgainst(context);
      const shown = await Promise.all((await bridges.ofUser(id)).map((bridge) => toWire(bridge, id)));
      return {
        body: { bridges: shown, can_connect: reason === '', reason },
        cacheControl: NO_STORE,
      };
    },

    get: async ({ input, context }) => ({
      body: await toWire(await ownBridge(bridges, context, input.bridge_id), context.principal.id),
      cacheControl: NO_STORE,
    }),

    findings: async ({ input, context }) => ({
      body: await bridges.findingsOf((await ownBridge(bridges, context, input.bridge_id)).id),
      cacheControl: NO_STORE,
    }),

    ...connectHandlers(dependencies, { toWire, reasonAgainst }),
    ...deviceHandlers(dependencies),
  };
}

type ToWire = ReturnType<typeof createToWire>;

const createToWire =
  ({ db, config, connectedClients, channels }: Dependencies) =>
  async (bridge: BridgeRecord, userId: string) => {
    const [devices, added] = await Promise.all([
      channels.countMadeBy(db.read, bridge.id, config.maxChannelsPerManager),
      channels.countGrantedBy(bridge.id, userId, config.maxDevicesPerHome),
    ]);
    return toWireBridge(bridge, { userId, isConnected: connectedClients.has(bridge.id), devices, added });
  };

/** Creates a function that returns why the caller may not connect bridges; empty if they may. */
function createReasonAgainst({ config, applications, homeApplication }: Dependencies) {
  return async (context: SignedIn): Promise<string> => {
    if (!config.bridges.mayBeConnectedInHome)
      return 'Only the operator of this platform can connect bridges. Ask the operator to connect yours, or to set HOME_BRIDGES=1.';
    if (!config.bridges.areSupervised)
      return 'On this platform, each bridge runs in a container of its own. Ask the operator to add yours.';
    const client = await applications.findById(context.principal.clientId);
    return client && homeApplication.isOf(client) ? '' : 'Bridges are connected in Home.';
  };
}

/** Throws `not_found` for a bridge whose devices the user may not add. */
async function ownBridge(bridges: Bridges, context: SignedIn, id: string): Promise<BridgeRecord> {
  const own = (await bridges.ofUser(context.principal.id)).find((bridge) => bridge.id === id);
  if (!own) throw new ApiError('not_found', { detail: 'You have no bridge with this id.' });
  return own;
}

type ConnectInput = Parameters<Operations['check']>[0]['input'];

const connectionIn = ({ type, mqtt_url, username, password, base_topic }: ConnectInput): Connection =>
  readConnection({ type, mqttUrl: mqtt_url, username, password, baseTopic: base_topic });

const actorOf = (context: SignedIn): By => ({ actorId: context.principal.id, address: context.address });

function connectHandlers(
  { config, bridges, applications, removal, clock, timers }: Dependencies,
  { toWire, reasonAgainst }: { toWire: ToWire; reasonAgainst: (context: SignedIn) => Promise<string> },
): Pick<Operations, 'check' | 'create' | 'remove'> {
  const checkConnection = createCheckConnection({ config, timers });
  const limit = createRateLimit('bridges', CHECKS_PER_MINUTE, { clock });

  async function check(context: SignedIn, connection: Connection) {
    const reason = await reasonAgainst(context);
    if (reason !== '') throw new ApiError('forbidden', { detail: reason });
    limit.take(context.principal.id);
    return checkConnection(connection);
  }

  return {
    check: async ({ input, context }) => ({ body: await check(context, connectionIn(input)) }),

    create: async ({ input, context }) => {
      const connection = connectionIn(input);
      await check(context, connection);
      const creatorId = context.principal.id;
      const { id } = await bridges.create({ connection, name: input.name, creatorId }, actorOf(context));
      return { body: await toWire(await bridges.get(id), creatorId), cacheControl: NO_STORE };
    },

    remove: async ({ input, context }) => {
      const { id, creatorId } = await ownBridge(bridges, context, input.bridge_id);
      if (creatorId !== context.principal.id)
        throw new ApiError('forbidden', {
          detail: 'Only the person who connected the bridge can remove it.',
        });
      await removal.application(await applications.get(id), actorOf(context));
      return { body: {} };
    },
  };
}

const deviceHandlers = ({
  bridges,
  bridgeDevices,
  picture,
}: Dependencies): Pick<Operations, 'devices' | 'addDevices'> => ({
  devices: async ({ input, context }) => {
    const { id } = await ownBridge(bridges, context, input.bridge_id);
    const { devices, next } = await bridgeDevices.list(id, context.principal.id, input.after);
    return {
      body: { devices: devices.map((device) => toWireDevice(device, picture)), next: next ?? null },
      cacheControl: NO_STORE,
    };
  },

  addDevices: async ({ input, context }) => {
    const { id } = await ownBridge(bridges, context, input.bridge_id);
    const wanted = input.devices.map(({ group_id: groupId, ...device }) => ({ ...device, groupId }));
    return { body: { added: await bridgeDevices.add(id, context.principal.id, wanted) } };
  },
});

type Known = {
  readonly isConnected: boolean;
  readonly devices: number;
  readonly added: number;
  /** Names the user who reads it. */
  readonly userId: string;
};

const toWireBridge = (
  { username = '', ...bridge }: BridgeRecord,
  { isConnected, devices, added, userId }: Known,
): Bridge => ({
  id: bridge.id,
  href: `/v3/bridges/${bridge.id}`,
  type: bridge.type,
  name: bridge.name,
  mqtt_url: bridge.mqttUrl,
  username,
  base_topic: bridge.baseTopic,
  state: bridge.state,
  connected: isConnected,
  problem: bridge.problem,
  version: bridge.version,
  devices,
  added,
  can_remove: bridge.creatorId === userId,
  created: toTimestamp(bridge.created),
});

type Listed = Awaited<ReturnType<BridgeDevices['list']>>['devices'][number];

function toWireDevice({ channel, template }: Listed, picture: (name: string) => string): BridgeDevice {
  const { id, name, vendor, model, kind } = template;
  const slash = channel.name.indexOf('/');
  return {
    id: channel.id,
    name: channel.name,
    room: slash > 0 ? channel.name.slice(0, slash) : '',
    template: { id, name, vendor, model, kind },
    image: picture(template.picture),
    added: channel.granteeId !== null,
    found: toTimestamp(channel.created),
  };
}
