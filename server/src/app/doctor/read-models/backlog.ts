import type { Db } from '../../../database/index.ts';

/** Counts the mails that wait to be sent. */
export const readWaitingMails = (db: Db) =>
  db.scan
    .selectFrom('pending_mails')
    .select(({ fn }) => [fn.countAll<number | string>().as('waiting'), fn.min('created').as('oldest')])
    .executeTakeFirstOrThrow();

/** Counts the commands that wait for their devices. */
export const readOpenCommands = (db: Db) =>
  db.scan
    .selectFrom('commands')
    .select(({ fn }) => [fn.countAll<number | string>().as('open'), fn.min('deadline').as('oldest')])
    .where('settled', 'is', null)
    .executeTakeFirstOrThrow();

/** Counts the browsers that get notifications, and the notifications that have been due since `before`. */
export async function readNotifications(db: Db, before: number) {
  const browsers = await db.scan
    .selectFrom('notification_browsers')
    .select(({ fn }) => [
      fn.countAll<number | string>().as('browsers'),
      fn.count<number | string>('failing_since').as('failing'),
    ])
    .executeTakeFirstOrThrow();
  const waiting = await db.scan
    .selectFrom('notification_messages')
    .select(({ fn }) => [fn.countAll<number | string>().as('overdue'), fn.min('created').as('oldest')])
    .where('due', '<', before)
    .executeTakeFirstOrThrow();
  return { ...browsers, ...waiting };
}
