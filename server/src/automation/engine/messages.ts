import { hash } from 'node:crypto';
import { describeGone, describeStop } from '@azulejo/automations/words/history';
import type { AutomationStop } from '@azulejo/contract';
import { jsonRows } from '@azulejo/storage';
import { type Selectable, sql } from 'kysely';
import type { Database, Db, Transaction } from '../../database/index.ts';
import type { Announce } from '../../home/notifications/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { Logger } from '../../platform/logger.ts';
import { type Outbound, OutboundError, signWebhook } from '../../platform/outbound/index.ts';
import type {
  AllowedRecipients,
  AutomationHomes,
  CompiledHome,
  HomeWording,
  WordingFor,
} from '../definitions/index.ts';
import { createMessageLimits } from './message-limits.ts';
import type { AutomationMetrics } from './metrics.ts';
import type { GoneNews } from './running-home.ts';

type Row = Selectable<Database['automation_messages']>;
type Notify = {
  readonly title: string | null;
  readonly text: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly to: readonly string[];
  readonly at: number;
};
type Call = { readonly url: string; readonly body?: unknown; readonly at: number };

type Dependencies = {
  db: Db;
  clock: Clock;
  logger: Logger;
  metrics: AutomationMetrics;
  keyring: Pick<Keyring, 'derive'>;
  outbound: Outbound;
  announce: Pick<Announce, 'automation'>;
  homes: AutomationHomes;
  wordingFor: WordingFor;
  allowedRecipients: AllowedRecipients;
};

/**
 * Messages that are sent at once: in all, for a user, and for an automation. So a host that does not answer delays
 * neither other users nor the user's other automations.
 */
const MAX_CONCURRENT = 100;
const MAX_OF_USER = 15;
const MAX_OF_AUTOMATION = 5;
/** Maximum number of due messages that are compared: far more than one user can have. */
const MAX_CANDIDATES = 2_000;
/** Messages that are read at once, those of an automation and of a user only as far as they may be sent. */
const DUE_LIMITS = { ofAutomation: MAX_OF_AUTOMATION, ofUser: MAX_OF_USER, limit: 500 };
/** When a message that failed is attempted again: five attempts in a quarter of an hour. */
const RETRIES_MS = [15_000, 60_000, 180_000, 600_000];
const TIMEOUT_MS = 10_000;
/** How long a message stays claimed: longer than one attempt, so that only a killed server exceeds it. */
const CLAIMED_MS = 30_000;
const MAX_REPLY_BYTES = 64 * 1024;
/** A notification that is this late says when it was decided. */
const LATE_MS = 120_000;

type Outcome = 'done' | 'failed' | 'over-limit' | { readonly retryAt: number };

/** Thrown when the message was deleted meanwhile, or the claim expired during a slow attempt. */
class ClaimLostError extends Error {
  override readonly name = 'ClaimLostError';
}

/**
 * Sends the notifications that steps decided, and calls web addresses. A message is deleted, and its step ends, when
 * it was sent or given up.
 * 1. Claim: only one of several servers sends a message. A claim expires, so that another server, or the next start,
 *    sends what a killed server had claimed, with the same key, so that receivers can recognize it.
 * 2. Send.
 * 3. Settle: store the outcome, while the claim is this server's.
 */
export function createMessages(dependencies: Dependencies) {
  const { db, clock, logger } = dependencies;
  const due = prepareDue(db);
  const claim = createClaim(db);
  const inFlight = new Map<string, { readonly row: Row; readonly sending: Promise<void> }>();
  function hasRoom({ id, user_id, automation_id }: Row, chosen: readonly Row[]): boolean {
    const sent = [...[...inFlight.values()].map(({ row }) => row), ...chosen];
    const ofUser = sent.filter((row) => row.user_id === user_id);
    const ofSame = ofUser.filter((row) => row.automation_id === automation_id);
    const isFull =
      sent.length >= MAX_CONCURRENT || ofUser.length >= MAX_OF_USER || ofSame.length >= MAX_OF_AUTOMATION;
    return !isFull && !inFlight.has(id);
  }
  const limits = createMessageLimits(dependencies);
  const send = createSend(dependencies, limits);

  function begin(row: Row): void {
    const sending = send(row)
      .catch((error: unknown) => {
        if (error instanceof ClaimLostError) return;
        logger.error({ err: error }, 'a message of an automation could not be sent');
      })
      .finally(() => inFlight.delete(row.id));
    inFlight.set(row.id, { row, sending });
  }

  return {
    /**
     * Starts sending what is due. A slow receiver does not hold up others: no run waits for the calls that it
     * started.
     */
    async run(): Promise<void> {
      const rows = await due.all({ ...DUE_LIMITS, now: clock.now() });
      const held = new Set<string>();
      const chosen: Row[] = [];
      for (const row of rows) {
        if (!hasRoom(row, chosen) || held.has(row.user_id)) continue;
        if (row.kind !== 'webhook' || limits.takeCall(row)) chosen.push(row);
        else held.add(row.user_id);
      }
      for (const row of await claim(chosen, clock.now())) begin(row);
      for (const userId of held) await limits.holdCalls(userId);
    },
    /** Waits for the messages that are being sent. */
    stop: async (): Promise<void> => {
      await Promise.all(inFlight.values().map(({ sending }) => sending));
    },
  };
}

/** Returns a function that sends a claimed message and stores the outcome. */
function createSend(dependencies: Dependencies, limits: ReturnType<typeof createMessageLimits>) {
  const { db, clock, logger, metrics } = dependencies;
  const count = createCount(metrics);
  const store = createStore(dependencies, limits);
  const call = createCall(dependencies);

  return async (row: Row): Promise<void> => {
    if (row.kind === 'webhook') {
      const outcome = await call(row);
      await db.write((tx) => settle(tx, row, outcome, clock.now()));
      count(row, outcome);
      return;
    }
    const outcome = await store(row).catch(async (error: unknown) => {
      if (error instanceof ClaimLostError) throw error;
      logger.error({ err: error }, 'a notification of an automation could not be stored');
      const later = laterOf(row, clock.now());
      await db.write((tx) => settle(tx, row, later, clock.now()));
      return later;
    });
    count(row, outcome);
  };
}

/**
 * Prepares the search for messages that are due: of the earliest, the first ones of each automation, and of those the
 * first ones of each user. More of them could not be sent, and would only hold up those of other users.
 */
const prepareDue = (db: Db) =>
  db.prepare<{ now: number; ofAutomation: number; ofUser: number; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom((first) =>
        first
          .selectFrom((eb) =>
            eb
              .selectFrom((all) =>
                all
                  .selectFrom('automation_messages')
                  .selectAll()
                  .where('due', '<=', p('now'))
                  .where('claimed_until', '<=', p('now'))
                  .orderBy('due')
                  .limit(sql.lit(MAX_CANDIDATES))
                  .as('automation_messages'),
              )
              .selectAll()
              .select((of) =>
                of.fn
                  .agg<number>('row_number')
                  .over((over) =>
                    // Ids give the messages of one moment an order, in which those that are being sent stay first.
                    over
                      .partitionBy(['user_id', 'automation_id'])
                      .orderBy('due')
                      .orderBy('created')
                      .orderBy('id'),
                  )
                  .as('place'),
              )
              .as('of_automation'),
          )
          .selectAll()
          .select((of) =>
            of.fn
              .agg<number>('row_number')
              .over((over) => over.partitionBy('user_id').orderBy('due').orderBy('created').orderBy('id'))
              .as('place_of_user'),
          )
          .where('place', '<=', p('ofAutomation'))
          .as('of_user'),
      )
      .selectAll()
      .where('place_of_user', '<=', p('ofUser'))
      .orderBy('due')
      .orderBy('created')
      .limit(p('limit')),
  );

/** Returns a function that claims messages, and returns those that no other server claimed or settled meanwhile. */
function createClaim(db: Db) {
  const claim = db.prepare<{ rows: string; now: number; until: number }>()((kysely, p) =>
    kysely
      .updateTable('automation_messages')
      .set({ claimed_until: p('until') })
      .where('due', '<=', p('now'))
      .where('claimed_until', '<=', p('now'))
      .where((eb) =>
        eb(
          eb.refTuple('user_id', 'id'),
          'in',
          eb
            .selectFrom(
              jsonRows<{ user_id: string; id: string }>(db.engine, p('rows'), {
                user_id: 'text',
                id: 'text',
              }).as('given'),
            )
            .select(['given.user_id', 'given.id'])
            .$asTuple('user_id', 'id'),
        ),
      )
      .returning('id'),
  );
  return async (rows: readonly Row[], now: number): Promise<Row[]> => {
    if (rows.length === 0) return [];
    const until = now + CLAIMED_MS;
    const keys = JSON.stringify(rows.map(({ user_id, id }) => [user_id, id]));
    const result = await db.unit([claim.bind({ rows: keys, now, until })]);
    const claimed = new Set(
      result.committed ? (result.rows[0] as Pick<Row, 'id'>[]).map(({ id }) => id) : [],
    );
    return rows.filter(({ id }) => claimed.has(id)).map((row) => ({ ...row, claimed_until: until }));
  };
}

const createCount =
  ({ automationMessages }: Dependencies['metrics']) =>
  ({ kind }: Row, outcome: Outcome): void => {
    const result = outcome === 'done' ? 'sent' : typeof outcome === 'object' ? 'failed' : 'dropped';
    automationMessages.inc({ kind, result });
  };

/**
 * Returns a function that stores what a notification sends to each person. A message that is attempted again is not
 * counted again.
 */
function createStore(dependencies: Dependencies, limits: ReturnType<typeof createMessageLimits>) {
  const { db, clock } = dependencies;
  const notify = createNotify(dependencies);
  return async (row: Row): Promise<Outcome> => {
    const notifications = await notify.textOf(row);
    const isWithin = row.attempts > 0 || notifications.length === 0 || limits.takeNotification(row);
    return db.write(async (tx) => {
      const outcome = isWithin ? await notify.storeAll(tx, notifications) : 'over-limit';
      await settle(tx, row, outcome, clock.now());
      return outcome;
    });
  };
}

/** Returns when a message that could not be sent is attempted again, or that it is given up. */
function laterOf({ attempts }: Row, now: number): Outcome {
  const retry = RETRIES_MS[attempts];
  return retry === undefined ? 'failed' : { retryAt: now + retry };
}

/** Ends the step of a message, or postpones it. Throws `ClaimLostError` when it is no longer this server's. */
async function settle(tx: Transaction, row: Row, outcome: Outcome, now: number): Promise<void> {
  const { user_id, id, claimed_until, automation_id, run_id, step } = row;
  const changed = await (typeof outcome === 'object'
    ? tx
        .updateTable('automation_messages')
        .set({ attempts: row.attempts + 1, due: outcome.retryAt, claimed_until: 0 })
        .where((eb) => eb.and({ user_id, id, claimed_until }))
        .returning('id')
        .executeTakeFirst()
    : tx
        .deleteFrom('automation_messages')
        .where((eb) => eb.and({ user_id, id, claimed_until }))
        .returning('id')
        .executeTakeFirst());
  if (!changed) throw new ClaimLostError('the message was deleted, or claimed by another server');
  if (typeof outcome === 'object') return;
  await tx
    .updateTable('automation_steps')
    .set({ outcome, ended: now })
    .where((eb) => eb.and({ user_id, automation_id, run_id, step, target: '' }))
    .execute();
}

function createNotify({ announce, homes, wordingFor, allowedRecipients, clock }: Dependencies) {
  type NewNotification = Parameters<Announce['automation']>[2] & { readonly userId: string };
  return {
    async textOf({ user_id: owner, id, kind, automation_id, body_json }: Row): Promise<NewNotification[]> {
      const home = await homes.of(owner);
      if (!home) return [];
      const wording = await wordingFor(home);
      const label =
        home.automations.find((automation) => automation.id === automation_id)?.definition.label ?? '';
      const tag = hash('sha256', id, 'base64url').slice(0, 32);
      if (kind === 'stop') {
        const body = describeStop(JSON.parse(body_json) as AutomationStop, wording);
        return [{ userId: owner, title: label, body, tag }];
      }
      if (kind === 'gone') {
        const news = textOfGone(JSON.parse(body_json) as GoneNews[], home, wording);
        return news ? [{ userId: owner, ...news, tag }] : [];
      }
      const { title, text, values, to, at } = JSON.parse(body_json) as Notify;
      const valueText = (value: unknown) =>
        typeof value === 'number' ? wording.speech.number(value) : value === null ? '–' : String(value);
      const message = text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) =>
        Object.hasOwn(values, name) ? valueText(values[name]) : all,
      );
      const body =
        clock.now() - at > LATE_MS ? `${message} (${wording.speech.moment(at, clock.now())})` : message;
      // People who no longer share a device with the owner, or no longer exist, get none.
      const allowed = await allowedRecipients(owner, to);
      return to
        .filter((userId) => allowed.has(userId))
        .map((userId) => ({ userId, title: title ?? label, body, tag }));
    },
    /** Stores what each person gets. Nothing was sent when the limits of all of them refused it. */
    async storeAll(tx: Transaction, notifications: readonly NewNotification[]): Promise<Outcome> {
      if (notifications.length === 0) return 'failed';
      let stored = 0;
      let dropped = 0;
      for (const { userId, ...notification } of notifications) {
        const added = await announce.automation(tx, userId, notification);
        stored += added.stored;
        dropped += added.dropped.length;
      }
      return stored === 0 && dropped > 0 ? 'over-limit' : 'done';
    },
  };
}

/** Returns a message about automations whose devices are gone; undefined if no such automation exists any more. */
function textOfGone(
  gone: readonly GoneNews[],
  { automations }: CompiledHome,
  { history, speech }: HomeWording,
): { title: string; body: string } | undefined {
  const found = gone.flatMap((each) => {
    const label = automations.find(({ id }) => id === each.automation)?.definition.label;
    return label === undefined ? [] : [{ ...each, label }];
  });
  const [first] = found;
  if (!first) return undefined;
  const title = speech.list(
    found.map(({ label }) => label),
    'and',
  );
  return { title, body: found.length === 1 ? describeGone(first, history) : history.gone.several };
}

/** Returns the purpose for which the key of an automation's requests is derived. */
export const signaturePurpose = (automationId: string): string => `automation-signature:${automationId}`;

function createCall({ clock, keyring, outbound }: Dependencies) {
  return async (row: Row): Promise<Outcome> => {
    const { id, automation_id, run_id, step } = row;
    const call = JSON.parse(row.body_json) as Call;
    const at = new Date(call.at).toISOString();
    const body = JSON.stringify(call.body ?? { automation: automation_id, run: run_id, step, at });
    const later = laterOf(row, clock.now());
    const keys = await keyring.derive(signaturePurpose(automation_id));
    try {
      const { status } = await outbound.send({
        party: row.user_id,
        purpose: 'automation',
        method: 'POST',
        url: call.url,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          ...signWebhook({ id, time: clock.now(), body }, keys),
        },
        body,
        timeoutMs: TIMEOUT_MS,
        maxBytes: MAX_REPLY_BYTES,
      });
      if (status >= 200 && status < 300) return 'done';
      return status >= 500 || status === 408 || status === 429 ? later : 'failed';
    } catch (error) {
      if (error instanceof OutboundError && error.failure === 'address_refused') return 'failed';
      return later;
    }
  };
}
