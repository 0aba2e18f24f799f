import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database, Db, Transaction } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { refuseKeys } from '../../platform/push/index.ts';
import { newId } from '../../platform/random-token.ts';
import { updateActivity } from './recipient-rows.ts';

type BrowserRow = Selectable<Database['notification_browsers']>;
export type BrowserSummary = Pick<BrowserRow, 'id' | 'name' | 'created' | 'delivered' | 'failing_since'>;

export type NewBrowser = {
  readonly endpoint: string;
  readonly publicKey: string;
  readonly authSecret: string;
  readonly name: string;
};

const MAX_BROWSERS = 10;

export const createBrowserReads = (db: Db) => ({
  ofUser: db.prepare<{ userId: string }>()((kysely, p) =>
    kysely
      .selectFrom('notification_browsers')
      .select(['id', 'name', 'created', 'delivered', 'failing_since'])
      .where('user_id', '=', p('userId'))
      .orderBy('created')
      .orderBy('id'),
  ),
});

type Dependencies = { readonly db: Db; readonly clock: Clock; readonly outbound: Outbound };

/** Manages the browsers that get a person's notifications. */
export function createBrowsers({ db, clock, outbound }: Dependencies) {
  /** Throws `invalid_request` for a subscription to which nothing could be sent. */
  function check({ endpoint, publicKey, authSecret }: NewBrowser): void {
    const reason = outbound.refuseUrl(endpoint);
    if (reason !== undefined) throw invalidField('endpoint', reason);
    const wrong = refuseKeys({ publicKey, authSecret });
    if (wrong === 'auth') throw invalidField('keys.auth', 'must be 16 bytes in base64url');
    if (wrong === 'p256dh') throw invalidField('keys.p256dh', 'must be a point of P-256 in base64url');
  }

  return {
    /**
     * Adds a browser, or replaces it: a browser has one subscription, and it belongs to the person who signed
     * in there last. Returns whether it is the first way in which the person can be reached. Throws
     * `invalid_request` or `quota_exceeded`.
     */
    async add(userId: string, browser: NewBrowser): Promise<{ row: BrowserSummary; begins: boolean }> {
      check(browser);
      const endpoint_hash = hash('sha256', browser.endpoint, 'base64url');
      return db.write(async (tx) => {
        const before = await takeOver(tx, userId, endpoint_hash);
        const row = {
          user_id: userId,
          id: before?.id ?? newId(),
          name: browser.name,
          endpoint: browser.endpoint,
          endpoint_hash,
          public_key: browser.publicKey,
          auth_secret: browser.authSecret,
          created: before?.created ?? clock.now(),
          delivered: before?.delivered ?? null,
          failing_since: null,
        };
        await tx.insertInto('notification_browsers').values(row).execute();
        return { row, begins: await updateActivity(tx, userId, clock.now()) };
      });
    },

    /** Throws `not_found`. */
    remove: (userId: string, id: string): Promise<void> =>
      db.write(async (tx) => {
        const gone = await tx
          .deleteFrom('notification_browsers')
          .where((eb) => eb.and({ user_id: userId, id }))
          .returning('id')
          .executeTakeFirst();
        if (!gone) throw new ApiError('not_found');
        await tx
          .deleteFrom('notification_messages')
          .where((eb) => eb.and({ user_id: userId, browser_id: id }))
          .execute();
        await updateActivity(tx, userId, clock.now());
      }),
  };
}

export type Browsers = ReturnType<typeof createBrowsers>;

/** Deletes the row of a browser, even one of another person. Returns the row when the person owned it. */
async function takeOver(tx: Transaction, userId: string, endpointHash: string) {
  const before = await tx
    .deleteFrom('notification_browsers')
    .where('endpoint_hash', '=', endpointHash)
    .returningAll()
    .executeTakeFirst();
  if (before && before.user_id !== userId) await updateActivity(tx, before.user_id, before.created);
  if (before?.user_id === userId) return before;
  const { count } = await tx
    .selectFrom('notification_browsers')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= MAX_BROWSERS)
    throw new ApiError('quota_exceeded', { detail: `Notifications go to at most ${MAX_BROWSERS} browsers.` });
  return undefined;
}
