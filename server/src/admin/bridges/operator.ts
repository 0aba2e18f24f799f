import type { BridgeCheck } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import {
  type BridgeRecord,
  type Bridges,
  type Connection,
  readConnection,
} from '../../connections/bridges/index.ts';
import type { By } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
import type { Removal } from '../deletion/index.ts';
import { deleteLog, logPath } from './bridge-log.ts';
import { createCheckConnection } from './check-connection.ts';
import { bridgeSettings } from './settings.ts';

type Dependencies = {
  db: Db;
  config: Config;
  timers: Timers;
  applications: Applications;
  bridges: Bridges;
  channels: Channels;
  removal: Removal;
  users: Users;
};

/** The settings to change. An empty user or password is removed. */
export type ConnectionChanges = {
  readonly [Name in 'mqttUrl' | 'username' | 'password' | 'baseTopic']?: string | undefined;
};

/** A bridge, with the number of devices that it connects. */
export type CountedBridge = BridgeRecord & { readonly devices: number };

export type BridgeOperator = ReturnType<typeof createBridgeOperator>;

/** Creates the operations of operators on bridges, for the portal's API and the command line. */
export function createBridgeOperator(dependencies: Dependencies) {
  const { db, config, timers, applications, bridges, channels, removal, users } = dependencies;
  const { areSupervised } = config.bridges;
  const checkConnection = createCheckConnection({ config, timers });
  const withDevices = async (bridge: BridgeRecord): Promise<CountedBridge> => ({
    ...bridge,
    devices: await channels.countMadeBy(db.read, bridge.id, config.maxChannelsPerManager),
  });
  const get = async (id: string) => withDevices(await bridges.get(id));
  const check = async (connection: Connection, isWanted: boolean): Promise<BridgeCheck | undefined> =>
    isWanted && areSupervised ? checkConnection(connection) : undefined;

  return {
    get,
    findingsOf: bridges.findingsOf,
    list: async (): Promise<CountedBridge[]> => Promise.all((await bridges.list()).map(withDevices)),

    /** Returns the environment of its program, with its secrets, only where the operator runs it. */
    async add(
      {
        isChecked,
        userIds,
        ...input
      }: { connection: Connection; name?: string } & Options & {
          userIds: readonly string[];
        },
      by: By = {},
    ) {
      for (const userId of userIds) await users.get(userId);
      const found = await check(input.connection, isChecked);
      const { id, clientSecret } = await bridges.create({ ...input, userIds }, by);
      const secrets = { clientId: id, clientSecret, password: input.connection.password };
      const environment = bridgeSettings(input.connection, secrets, { platform: config.urls.base });
      return { bridge: await get(id), found, environment: areSupervised ? undefined : environment };
    },

    /** Throws `not_found`, and `invalid_request` naming what is wrong. */
    async change(id: string, changes: ConnectionChanges, { isChecked }: Options, by: By = {}) {
      const bridge = await bridges.get(id);
      const secrets = await bridges.openSecrets(id);
      if (!secrets) throw new ApiError('internal', { detail: 'The key that sealed its secrets is missing.' });
      const connection = changed(bridge, secrets.password, changes);
      const found = await check(connection, isChecked);
      await bridges.setConnection(id, connection, secrets.clientSecret, by);
      return { bridge: await get(id), found };
    },

    async setUser(id: string, userId: string, mayAdd: boolean, by: By = {}): Promise<void> {
      await bridges.setUser((await bridges.get(id)).id, (await users.get(userId)).id, mayAdd, by);
    },

    async remove(id: string, by: By = {}): Promise<void> {
      await removal.application(await applications.get((await bridges.get(id)).id), by);
      await deleteLog(logPath(config.dataDir, id));
    },
  };
}

type Options = {
  /** Whether the connection is tried first, where the server runs bridges. */
  readonly isChecked: boolean;
};

/** Returns the new connection. A stored password is never sent to another server than it was given for. */
function changed(
  bridge: BridgeRecord,
  password: string | undefined,
  {
    mqttUrl = bridge.mqttUrl,
    username = bridge.username,
    baseTopic = bridge.baseTopic,
    ...given
  }: ConnectionChanges,
): Connection {
  const isSame = mqttUrl === bridge.mqttUrl && username === bridge.username;
  if (password !== undefined && !isSame && username && given.password === undefined)
    throw invalidField('password', 'must be entered again, because the MQTT server or the user changed');
  const kept = isSame ? password : undefined;
  const { type } = bridge;
  return readConnection({ type, mqttUrl, username, password: given.password ?? kept, baseTopic });
}
