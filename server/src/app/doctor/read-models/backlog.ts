import type { Db } from '../../../database/index.ts';

/** Counts the mails that wait to be sent. */
export const readWaitingMails = (db: Db) =>
  db.read
    .selectFrom('pending_mails')
    .select(({ fn }) => [fn.countAll<number | string>().as('waiting'), fn.min('created').as('oldest')])
    .executeTakeFirstOrThrow();

/** Counts the commands that wait for their devices. */
export const readOpenCommands = (db: Db) =>
  db.read
    .selectFrom('commands')
    .select(({ fn }) => [fn.countAll<number | string>().as('open'), fn.min('deadline').as('oldest')])
    .where('settled', 'is', null)
    .executeTakeFirstOrThrow();
