import type { Config } from '../../config/config.ts';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { newToken } from '../../platform/random-token.ts';
import { BRIDGE_NAMES } from './bridge.ts';
import type { Connection } from './connection.ts';
import { sealSecrets } from './secrets.ts';

export type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  applications: Applications;
  keyring: Keyring;
  config: Pick<Config, 'bridges'>;
};

export type NewBridge = {
  readonly connection: Connection;
  readonly name?: string;
  /** The user who connects it; undefined for the operator. */
  readonly creatorId?: string;
  /** Who may add its devices. The creator always may. */
  readonly userIds?: readonly string[];
};

/** Each is a process of more than 100 MB. */
const MAX_BRIDGES = 20;
const MAX_BRIDGES_PER_USER = 3;

/** Stores new bridges and changes of their settings. */
export function createConnect(dependencies: Dependencies) {
  const { db, audit, applications, keyring } = dependencies;
  return {
    /**
     * Stores a bridge with its own manager. Throws `already_there` when the same system is connected, and
     * `quota_exceeded`. The secret of the manager is returned for operators who run the bridge themselves.
     */
    async create(input: NewBridge, by: By = {}): Promise<{ id: string; clientSecret: string }> {
      const { connection, creatorId, userIds = [] } = input;
      const name = input.name?.trim() || BRIDGE_NAMES[connection.type];
      const clientSecret = newToken('azs');
      const sealed = await sealSecrets(keyring, { clientSecret, password: connection.password });
      const id = await db.write(async (tx) => {
        await requireRoom(tx, connection, creatorId);
        const manager = await applications.createManager(tx, { name, secret: clientSecret }, by);
        await insert(dependencies, tx, { id: manager.id, connection, sealed, creatorId });
        const users = new Set(creatorId === undefined ? userIds : [creatorId, ...userIds]);
        const rows = [...users].map((user_id) => ({ manager_id: manager.id, user_id }));
        if (rows.length > 0) await tx.insertInto('bridge_users').values(rows).execute();
        await audit.record(tx, { ...by, action: 'bridge.create', targetId: manager.id });
        return manager.id;
      });
      return { id, clientSecret };
    },

    /** Changes how a bridge is reached. Its process is started again. Throws `not_found` and `already_there`. */
    setConnection: createSetConnection(dependencies),
  };
}

type Row = { id: string; connection: Connection; sealed: string; creatorId: string | undefined };

const toColumns = ({ mqttUrl, username, baseTopic }: Connection) => ({
  mqtt_url: mqttUrl,
  username: username ?? null,
  base_topic: baseTopic,
});

const insert = ({ clock }: Dependencies, tx: Transaction, { id, connection, sealed, creatorId }: Row) =>
  tx
    .insertInto('bridges')
    .values({
      ...toColumns(connection),
      manager_id: id,
      type: connection.type,
      sealed,
      creator_id: creatorId ?? null,
      created: clock.now(),
    })
    .execute();

/** Throws when there are too many bridges, or another one connects the same system. */
async function requireRoom(
  tx: Transaction,
  connection: Connection,
  creatorId: string | undefined,
): Promise<void> {
  const all = await readSystems(tx);
  const own = requireOther(all, connection, creatorId);
  if (all.length >= MAX_BRIDGES)
    throw new ApiError('quota_exceeded', { detail: `There may be at most ${MAX_BRIDGES} bridges here.` });
  if (creatorId !== undefined && own.length >= MAX_BRIDGES_PER_USER)
    throw new ApiError('quota_exceeded', {
      detail: `You may connect at most ${MAX_BRIDGES_PER_USER} bridges.`,
    });
}

type System = Pick<Connection, 'type' | 'mqttUrl' | 'baseTopic'> & { id: string; creatorId: string | null };

const readSystems = (tx: Transaction): Promise<System[]> =>
  tx
    .selectFrom('bridges')
    .select([
      'manager_id as id',
      'type',
      'mqtt_url as mqttUrl',
      'base_topic as baseTopic',
      'creator_id as creatorId',
    ])
    .limit(MAX_BRIDGES)
    .execute();

/**
 * Throws when one of the bridges connects the same system, which would be two channels for each device. To a
 * user only their own bridges count as the same. Returns those that count.
 */
function requireOther(
  all: readonly System[],
  { type, mqttUrl, baseTopic }: Connection,
  creatorId: string | undefined,
): readonly System[] {
  const own = creatorId === undefined ? all : all.filter((each) => each.creatorId === creatorId);
  if (own.some((each) => each.type === type && each.mqttUrl === mqttUrl && each.baseTopic === baseTopic))
    throw new ApiError('already_there', { detail: `${mqttUrl} is connected already, with "${baseTopic}".` });
  return own;
}

const createSetConnection =
  (dependencies: Dependencies) =>
  async (id: string, connection: Connection, clientSecret: string, by: By = {}): Promise<void> => {
    const { db, audit, keyring } = dependencies;
    const sealed = await sealSecrets(keyring, { clientSecret, password: connection.password });
    await db.write(async (tx) => {
      const all = await readSystems(tx);
      const creatorId = all.find((each) => each.id === id)?.creatorId ?? undefined;
      requireOther(
        all.filter((each) => each.id !== id),
        connection,
        creatorId,
      );
      const { numUpdatedRows } = await tx
        .updateTable('bridges')
        .set((eb) => ({
          ...toColumns(connection),
          sealed,
          revision: eb('revision', '+', 1),
          state: 'waiting' as const,
          problem: '',
          findings: null,
        }))
        .where('manager_id', '=', id)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows === 0n) throw new ApiError('not_found');
      await audit.record(tx, { ...by, action: 'bridge.update', targetId: id });
    });
  };
