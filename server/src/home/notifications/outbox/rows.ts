import { type Db, type Transaction, whereToCount } from '../../../database/index.ts';
import { isInParts } from '../../../database/parts.ts';
import type { BrowserRow, MessageRow } from './send-push.ts';

type Claim = {
  readonly now: number;
  /** The mask of this server's parts. */
  readonly parts: string;
  /** How long a message to a device and a mail stay claimed. */
  readonly forMs: { readonly push: number; readonly mail: number };
  readonly limit: number;
};

/** Prepares the statements that change messages of the outbox. */
export function createMessageRows(db: Db) {
  const due = db.prepare<{ now: number; parts: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('notification_messages')
      .selectAll()
      .where('due', '<=', p('now'))
      .where(({ ref }) => isInParts(ref('part'), p('parts')))
      .orderBy('is_urgent', 'desc')
      .orderBy('due')
      .limit(p('limit')),
  );
  return {
    /** Returns messages that are due, alarms first, and postpones them. */
    async claim({ now, parts, forMs, limit }: Claim): Promise<MessageRow[]> {
      const found = await due.all({ now, parts, limit });
      const untilOf = ({ way }: MessageRow) => now + (way === 'mail' ? forMs.mail : forMs.push);
      return found.length === 0 ? [] : db.write((tx) => claimIn(tx, found, untilOf));
    },

    remove: ({ user_id, id }: MessageRow): Promise<void> =>
      db.write(async (tx) => {
        await tx
          .deleteFrom('notification_messages')
          .where((eb) => eb.and({ user_id, id }))
          .execute();
      }),

    postpone: (message: MessageRow, to: number): Promise<void> =>
      db.write((tx) => setDue(tx, message, { due: to })),

    /** Postpones a claimed message that was not sent, without counting the claim as an attempt. */
    putBack: (message: MessageRow, to: number): Promise<void> =>
      db.write((tx) => setDue(tx, message, { due: to, attempts: message.attempts - 1 })),

    async count(): Promise<number> {
      const from = await whereToCount(db, 'notification_messages');
      const { waiting } = await from
        .selectFrom('notification_messages')
        .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
        .executeTakeFirstOrThrow();
      return Number(waiting);
    },
  };
}

async function setDue(
  tx: Transaction,
  { user_id, id }: Pick<MessageRow, 'user_id' | 'id'>,
  change: { readonly due: number; readonly attempts?: number },
) {
  await tx
    .updateTable('notification_messages')
    .set(change)
    .where((eb) => eb.and({ user_id, id }))
    .execute();
}

async function claimIn(
  tx: Transaction,
  found: readonly MessageRow[],
  untilOf: (message: MessageRow) => number,
): Promise<MessageRow[]> {
  const claimed: MessageRow[] = [];
  for (const message of found) {
    const { user_id, id, due } = message;
    const row = await tx
      .updateTable('notification_messages')
      .set((eb) => ({ due: untilOf(message), attempts: eb('attempts', '+', 1) }))
      .where((eb) => eb.and({ user_id, id, due }))
      .returningAll()
      .executeTakeFirst();
    if (row) claimed.push(row);
  }
  return claimed;
}

/** Prepares the statements about the browser to which a message goes. */
export function createBrowserRows(db: Db) {
  const browserOf = prepareBrowser(db);

  return {
    browser: ({ user_id, browser_id }: MessageRow): Promise<BrowserRow | undefined> =>
      browserOf.get({ userId: user_id, id: browser_id ?? '' }),

    /** Deletes the message, and stores that its browser works. */
    delivered: ({ user_id, id, browser_id }: MessageRow, now: number): Promise<void> =>
      db.write(async (tx) => {
        await tx
          .deleteFrom('notification_messages')
          .where((eb) => eb.and({ user_id, id }))
          .execute();
        if (browser_id === null) return;
        await tx
          .updateTable('notification_browsers')
          .set({ delivered: now, failing_since: null })
          .where((eb) => eb.and({ user_id, id: browser_id }))
          .execute();
      }),

    /** Stores since when the browser does not work, and deletes one that has not for very long. */
    failed: (
      { user_id, browser_id }: MessageRow,
      { now, givenUpBefore }: { now: number; givenUpBefore: number },
    ): Promise<void> =>
      db.write(async (tx) => {
        if (browser_id === null) return;
        await tx
          .updateTable('notification_browsers')
          .set({ failing_since: now })
          .where((eb) => eb.and({ user_id, id: browser_id }))
          .where('failing_since', 'is', null)
          .execute();
        await tx
          .deleteFrom('notification_browsers')
          .where((eb) => eb.and({ user_id, id: browser_id }))
          .where('failing_since', '<', givenUpBefore)
          .execute();
      }),

    /** Deletes the browser of the message, with all that waits for it. */
    removeBrowser: ({ user_id, browser_id }: MessageRow): Promise<void> =>
      db.write(async (tx) => {
        await tx
          .deleteFrom('notification_messages')
          .where((eb) => eb.and({ user_id, browser_id }))
          .execute();
        await tx
          .deleteFrom('notification_browsers')
          .where((eb) => eb.and({ user_id, id: browser_id ?? '' }))
          .execute();
      }),
  };
}

const prepareBrowser = (db: Db) =>
  db.prepare<{ userId: string; id: string }>()((kysely, p) =>
    kysely
      .selectFrom('notification_browsers')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('id', '=', p('id')),
  );
