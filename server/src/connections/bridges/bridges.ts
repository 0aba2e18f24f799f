import type { BridgeFindings } from '@azulejo/contract';
import type { By } from '../../core/audit/index.ts';
import type { Transaction } from '../../database/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type BridgeRecord, type BridgeStatus, toBridge } from './bridge.ts';
import { createConnect, type Dependencies } from './connect.ts';
import { createBridgeRows } from './read-models/bridge-rows.ts';
import { createSecrets } from './secrets.ts';

const NO_FINDINGS: BridgeFindings = { unmapped: [], more: 0, unanswered: [], reported: null };

const noBridge = (id: string) =>
  new ApiError('not_found', { detail: `There is no bridge "${id.slice(0, 100)}".` });

export type Bridges = ReturnType<typeof createBridges>;

/** Stores bridges: how each is reached, who may add its devices, and how it is. */
export function createBridges(dependencies: Dependencies) {
  const { db, clock, config } = dependencies;
  const rows = createBridgeRows(db);
  const read = (row: Parameters<typeof toBridge>[0]) =>
    toBridge(row, { now: clock.now(), isSupervised: config.bridges.areSupervised });

  async function find(id: string): Promise<BridgeRecord | undefined> {
    const row = await rows.byId(id);
    return row && read(row);
  }

  return {
    find,
    ...createConnect(dependencies),
    ...createSecrets(dependencies),

    /** Throws `not_found`. */
    async get(id: string): Promise<BridgeRecord> {
      const bridge = await find(id);
      if (!bridge) throw noBridge(id);
      return bridge;
    },

    list: async (): Promise<BridgeRecord[]> => (await rows.all()).map(read),

    /** Returns the bridges whose devices the user may add. */
    ofUser: async (userId: string): Promise<BridgeRecord[]> => (await rows.ofUser(userId)).map(read),

    /** Returns the users who may add the devices of a bridge. */
    usersOf: async (id: string): Promise<string[]> => {
      const found = await db.read
        .selectFrom('bridge_users')
        .select('user_id as userId')
        .where('manager_id', '=', id)
        .orderBy('user_id')
        .execute();
      return found.map(({ userId }) => userId);
    },

    /** Lets the user add the devices of a bridge, or ends that. Devices that were added stay. */
    setUser: createSetUser(dependencies),

    ...createFindings(dependencies, rows.findings),

    /** Stores how the bridge is, unless it was removed. */
    async setStatus(id: string, { state, problem, version, restarts }: BridgeStatus): Promise<void> {
      const values = { state, problem, version, restarts, seen: clock.now() };
      await db.write((tx) => tx.updateTable('bridges').set(values).where('manager_id', '=', id).execute());
    },
  };
}

/** Creates the operations on what a bridge could not read. */
const createFindings = (
  { db, config }: Dependencies,
  find: ReturnType<typeof createBridgeRows>['findings'],
) => ({
  /** Returns what the bridge last reported. Throws `not_found`. */
  async findingsOf(id: string): Promise<BridgeFindings> {
    const found = await find(id);
    if (!found) throw noBridge(id);
    const { areSupervised } = config.bridges;
    return found.findings !== null && areSupervised ? JSON.parse(found.findings) : NO_FINDINGS;
  },

  /** Stores what the bridge reports, unless it was removed. */
  async setFindings(id: string, findings: BridgeFindings): Promise<void> {
    const values = { findings: JSON.stringify(findings) };
    await db.write((tx) => tx.updateTable('bridges').set(values).where('manager_id', '=', id).execute());
  },
});

/** Maximum number of users who may add the devices of one bridge. */
const MAX_USERS = 50;

const createSetUser =
  ({ db, audit }: Dependencies) =>
  (id: string, userId: string, mayAdd: boolean, by: By = {}): Promise<void> =>
    db.write(async (tx) => {
      if (mayAdd) await addUser(tx, id, userId);
      else
        await tx
          .deleteFrom('bridge_users')
          .where('manager_id', '=', id)
          .where('user_id', '=', userId)
          .execute();
      const action = mayAdd ? 'bridge.share' : 'bridge.unshare';
      await audit.record(tx, { ...by, action, targetId: id, detail: userId });
    });

/** Throws `quota_exceeded`, but not for one of the users that the bridge has already. */
async function addUser(tx: Transaction, id: string, userId: string): Promise<void> {
  const added = await tx
    .insertInto('bridge_users')
    .values({ manager_id: id, user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  if (!added) return;
  const users = await tx
    .selectFrom('bridge_users')
    .select('user_id')
    .where('manager_id', '=', id)
    .limit(MAX_USERS + 1)
    .execute();
  if (users.length > MAX_USERS)
    throw new ApiError('quota_exceeded', { detail: `A bridge has at most ${MAX_USERS} users.` });
}
