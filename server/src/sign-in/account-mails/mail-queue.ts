import type { BoundStatement } from '@azulejo/storage';
import type { Selectable } from 'kysely';
import { type Database, type Db, type Transaction, whereToCount } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Mail, Mailer } from '../../platform/mail/index.ts';
import type { MailMetrics } from './metrics.ts';

export type PendingMail = Selectable<Database['pending_mails']>;
export type MailKind = PendingMail['kind'];
/**
 * A mail to be sent to an address of a user of an application. `address` is the network address of the request,
 * and `language` that of an address that no user has any more.
 */
export type NewMail = Pick<PendingMail, 'client_id' | 'email_key' | 'kind' | 'address'> &
  Partial<Pick<PendingMail, 'language'>>;

type Dependencies = {
  db: Db;
  clock: Clock;
  logger: Logger;
  metrics: MailMetrics;
  /** Whether the mailer sends mail; without a mail server it stores it. */
  sendsMail: boolean;
  /** Composes the mail; returns undefined when no mail is to be sent. */
  compose: (pending: PendingMail) => Promise<Mail | undefined>;
};

const BATCH_SIZE = 10;
/** How long a mail stays claimed: longer than one attempt, so that only a killed server exceeds it. */
const CLAIMED_MS = 120_000;
const FIRST_RETRY_MS = 60_000;
const LAST_RETRY_MS = 3600 * 1000;
const GIVE_UP_MS = 24 * 3600 * 1000;

/**
 * Queues mails until they are sent: a killed server loses none, and may send one twice. A mail is composed
 * only when it is sent, so that the database holds no links.
 * 1. Claim: postpone the row, so that no other server sends it.
 * 2. Send: compose the mail, send it and delete the row.
 * 3. Retry: after a failure, postpone it with exponential backoff, and give up after a day.
 */
export function createMailQueue({ db, clock, logger, metrics, sendsMail, compose }: Dependencies) {
  const due = prepareDue(db);
  metrics.mailsWaiting.readWith(() => countPending(db));

  async function deliverOne(seen: PendingMail, mailer: Mailer): Promise<void> {
    const claimed = await db.write((tx) =>
      unchanged(tx, seen).update({ due: clock.now() + CLAIMED_MS, attempts: seen.attempts + 1 }),
    );
    if (!claimed) return;
    try {
      const mail = await compose(claimed);
      if (mail) await mailer.send(mail);
      if (mail) metrics.mails.inc({ result: sendsMail ? 'sent' : 'stored' });
      await db.write((tx) => unchanged(tx, claimed).remove());
    } catch (error) {
      await putOff(claimed, error);
    }
  }

  async function putOff(claimed: PendingMail, error: unknown): Promise<void> {
    const { kind, attempts, created } = claimed;
    const now = clock.now();
    const isGivenUp = now - created > GIVE_UP_MS;
    metrics.mails.inc({ result: isGivenUp ? 'given_up' : 'failed' });
    const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (attempts - 1));
    await db.write(async (tx) => {
      if (isGivenUp) await unchanged(tx, claimed).remove();
      else await unchanged(tx, claimed).update({ due: now + wait });
    });
    // Only the message is logged: other parts of a mail server's refusal contain the recipient.
    const reason = error instanceof Error ? error.message : String(error);
    logger.error({ reason, kind, attempts }, isGivenUp ? 'mail was given up' : 'mail was not sent yet');
  }

  const insert = prepareInsert(db);

  return {
    /** Returns a statement that queues a mail, for a unit. */
    statement: (mail: Omit<NewMail, 'language'>): BoundStatement =>
      insert.bind({ ...mail, now: clock.now() }),

    /** Queues one mail per kind and address, so that repeated requests are sent once. */
    async addIn(tx: Transaction, { language = null, ...mail }: NewMail): Promise<void> {
      const now = clock.now();
      const fresh = { address: mail.address, language, created: now, attempts: 0, due: now };
      await tx
        .insertInto('pending_mails')
        .values({ ...mail, ...fresh })
        .onConflict((conflict) => conflict.columns(['client_id', 'email_key', 'kind']).doUpdateSet(fresh))
        .execute();
    },

    /** Sends the mails that are due. */
    async deliver(mailer: Mailer): Promise<void> {
      const found = await due.all({ now: clock.now(), limit: BATCH_SIZE });
      await Promise.all(found.map((pending) => deliverOne(pending, mailer)));
    },
  };
}

async function countPending(db: Db): Promise<number> {
  const from = await whereToCount(db, 'pending_mails');
  const { waiting } = await from
    .selectFrom('pending_mails')
    .select(({ fn }) => fn.countAll<number | string>().as('waiting'))
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

const prepareInsert = (db: Db) =>
  db.prepare<Omit<NewMail, 'language'> & { now: number }>()((kysely, p) =>
    kysely
      .insertInto('pending_mails')
      .values({
        client_id: p('client_id'),
        email_key: p('email_key'),
        kind: p('kind'),
        address: p('address'),
        created: p('now'),
        attempts: 0,
        due: p('now'),
      })
      .onConflict((conflict) => conflict.columns(['client_id', 'email_key', 'kind']).doNothing()),
  );

const prepareDue = (db: Db) =>
  db.prepare<{ now: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('pending_mails')
      .selectAll()
      .where('due', '<=', p('now'))
      .orderBy('due')
      .limit(p('limit')),
  );

/** Changes the row only if it is unchanged since it was read: a newer request, or another server, wins. */
const unchanged = (tx: Transaction, seen: PendingMail) => {
  const isIt = { client_id: seen.client_id, email_key: seen.email_key, kind: seen.kind };
  return {
    update: (set: { due: number; attempts?: number }) =>
      tx
        .updateTable('pending_mails')
        .set(set)
        .where((eb) => eb.and({ ...isIt, due: seen.due, attempts: seen.attempts }))
        .returningAll()
        .executeTakeFirst(),
    remove: () =>
      tx
        .deleteFrom('pending_mails')
        .where((eb) => eb.and({ ...isIt, due: seen.due, attempts: seen.attempts }))
        .execute(),
  };
};
