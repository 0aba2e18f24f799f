import { hash } from 'node:crypto';
import { deleteUntil } from '../../database/delete-until.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { type OpenRange, openAt } from '../../database/open-until.ts';
import type { Clock } from '../../platform/clock.ts';

/** Twice as long as known apps wait for the answer (android-app 4.5, ios-app 4.4). */
export const GRANT_REQUEST_MS = 120_000;
/** Maximum number of open requests of one account. Beyond it, the oldest one is withdrawn and has to be repeated. */
const MAX_REQUESTS = 100;
/** The most older requests that one new request withdraws. */
const MAX_WITHDRAWN = 10;

/** The device that receives the request, and the user or application that is to get its channels. */
export type GrantRequestKey = {
  readonly deviceId: string;
  readonly role: 'application' | 'user';
  readonly granteeId: string;
};

/** Who asks, for itself or for the application through which it signed in. */
type GrantRequester = {
  /** Undefined for an application. */
  readonly userId: string | undefined;
  readonly applicationId: string;
};

/** An account whose sessions wait for an answer. */
type Account = { readonly kind: 'client' | 'user'; readonly id: string };

/** How a request was answered: by the message of the device, or by the grant. */
type Answer = 'confirmation' | 'grant';

export type GrantRequests = ReturnType<typeof createGrantRequests>;

/**
 * Stores the grants that people and applications request from devices of their network over MQTT (manager-sdk
 * 4.3), so that the device may answer at another server than the one that received the request. A user's open request is also
 * that user's consent to the device.
 */
export function createGrantRequests(db: Db, clock: Pick<Clock, 'now'>) {
  const statements = prepareStatements(db);
  const open = () => openAt(clock.now(), GRANT_REQUEST_MS);

  return {
    record: createRecord(db, clock),

    /** Returns when the user last requested a grant from the device; undefined without an open request. */
    async requestedAt(deviceId: string, userId: string): Promise<number | undefined> {
      const row = await statements.requestedAt.get({ deviceId, userId, ...open() });
      return row?.requested ?? undefined;
    },

    /** Returns whether the application, or somebody who signed in through it, has an open request at the device. */
    async isRequestedThrough(deviceId: string, applicationId: string): Promise<boolean> {
      return (await statements.through.get({ deviceId, applicationId, ...open() })) !== undefined;
    },

    /**
     * Marks the open requests as answered. Returns the accounts that wait for the answer; undefined when nobody is
     * to be told: a confirmation without a request, or an answer after the first one.
     */
    async answer(request: GrantRequestKey, by: Answer): Promise<readonly Account[] | undefined> {
      const { deviceId, role, granteeId } = request;
      const isOpen =
        role === 'user'
          ? (await this.requestedAt(deviceId, granteeId)) !== undefined
          : await this.isRequestedThrough(deviceId, granteeId);
      if (!isOpen) return by === 'grant' ? [] : undefined;
      return db.write(async (tx) => {
        const waiting = await markAnswered(tx, request, { by, before: null, ...open() });
        if (waiting.length > 0) return waiting;
        if (by === 'confirmation') return undefined;
        const confirmed = await markAnswered(tx, request, { by, before: 'confirmation', ...open() });
        return confirmed.length > 0 ? undefined : [];
      });
    },

    /** Deletes expired requests. */
    prune: (): Promise<void> =>
      deleteUntil(db, { table: 'grant_requests', key: ['id'], time: 'expires' }, clock.now()),
  };
}

function prepareStatements(db: Db) {
  return {
    requestedAt: db.prepare<{ deviceId: string; userId: string } & OpenRange>()((kysely, p) =>
      kysely
        .selectFrom('grant_requests')
        .select((eb) => eb.fn.max('requested').as('requested'))
        .where('user_id', '=', p('userId'))
        .where('device_id', '=', p('deviceId'))
        .where('role', '=', 'user')
        .where('expires', '>', p('now'))
        .where('expires', '<=', p('latest')),
    ),
    through: db.prepare<{ deviceId: string; applicationId: string } & OpenRange>()((kysely, p) =>
      kysely
        .selectFrom('grant_requests')
        .select('id')
        .where('application_id', '=', p('applicationId'))
        .where('device_id', '=', p('deviceId'))
        .where('expires', '>', p('now'))
        .where('expires', '<=', p('latest'))
        .limit(1),
    ),
  };
}

/** Creates the function that opens a request, or opens it again. */
const createRecord =
  (db: Db, clock: Pick<Clock, 'now'>) =>
  async (deviceId: string, role: GrantRequestKey['role'], requester: GrantRequester): Promise<void> => {
    const requested = clock.now();
    const times = { requested, expires: requested + GRANT_REQUEST_MS };
    const { userId = null, applicationId } = requester;
    const id = hash('sha256', JSON.stringify([deviceId, role, applicationId, userId]), 'base64url');
    const request = { device_id: deviceId, role, application_id: applicationId, user_id: userId };
    await db.write(async (tx) => {
      await tx
        .insertInto('grant_requests')
        .values({ id, ...request, ...times })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ ...times, answered_by: null }))
        .execute();
      await withdrawOldest(tx, requester);
    });
  };

/** Withdraws the oldest requests when there are too many. Others that ask for the same still wait for the answer. */
async function withdrawOldest(tx: Transaction, { userId, applicationId }: GrantRequester): Promise<void> {
  const requests = tx.selectFrom('grant_requests as own').select('own.id');
  const own =
    userId === undefined
      ? requests.where('own.application_id', '=', applicationId).where('own.user_id', 'is', null)
      : requests.where('own.user_id', '=', userId);
  const oldest = own.orderBy('own.requested', 'desc').limit(MAX_WITHDRAWN).offset(MAX_REQUESTS);
  await tx.deleteFrom('grant_requests').where('id', 'in', oldest).execute();
}

/** Marks open requests that were answered by `before`. Of two answers at once, the second one finds none. */
async function markAnswered(
  tx: Transaction,
  { deviceId, role, granteeId }: GrantRequestKey,
  { by, before, now, latest }: { by: Answer; before: Answer | null } & OpenRange,
): Promise<Account[]> {
  const marked = await tx
    .updateTable('grant_requests')
    .set({ answered_by: by })
    .where(role === 'user' ? 'user_id' : 'application_id', '=', granteeId)
    .where('device_id', '=', deviceId)
    .where('role', '=', role)
    .where('expires', '>', now)
    .where('expires', '<=', latest)
    .where('answered_by', before === null ? 'is' : '=', before)
    .returning(['user_id as userId', 'application_id as applicationId'])
    .execute();
  return marked.map(({ userId, applicationId }) =>
    userId === null ? { kind: 'client', id: applicationId } : { kind: 'user', id: userId },
  );
}
