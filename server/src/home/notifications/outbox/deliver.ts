import type { Db } from '../../../database/index.ts';
import { emailKey } from '../../../identity/users/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Leases } from '../../../platform/leases.ts';
import type { Logger } from '../../../platform/logger.ts';
import type { Mailer } from '../../../platform/mail/index.ts';
import type { I18nFor } from '../i18n-for.ts';
import type { NotificationMetrics } from '../metrics.ts';
import { quietUntil } from '../quiet-hours.ts';
import { prepareRecipient } from '../read-models/recipient.ts';
import { parseSettings } from '../settings.ts';
import { composeMail } from './compose-mail.ts';
import { DELIVERY_CHANNELS } from './queue.ts';
import { createBrowserRows, createMessageRows } from './rows.ts';
import type { createSendPush, MessageRow } from './send-push.ts';
import type { Outcome } from './send-request.ts';
import type { createSendToHub } from './send-to-hub.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: NotificationMetrics;
  readonly sendPush: ReturnType<typeof createSendPush>;
  readonly sendToHub: ReturnType<typeof createSendToHub>;
  /** Undefined when the platform has no mail server. */
  readonly mailer: () => Mailer | undefined;
  /** Links in notifications start with this URL. */
  readonly url: string;
  /** Messages of other parts are sent by other servers, which know whether they have looked at the home. */
  readonly leases: Pick<Leases, 'parts'>;
  readonly i18nFor: I18nFor;
  /** Returns whether the person's home was looked through since the start. */
  readonly hasLookedAt: (userId: string) => boolean;
};

const MAX_IN_FLIGHT = 50;
/** How long a message stays claimed: longer than one attempt, so that only a killed server exceeds it. */
const CLAIMED_MS = { push: 30_000, mail: 90_000 };
const FIRST_RETRY_MS = { urgent: 10_000, other: 60_000 };
const LAST_RETRY_MS = { urgent: 10 * 60_000, other: 3600 * 1000 };
/** A browser whose push service has accepted nothing for this long is removed. */
const GIVEN_UP_MS = 30 * 24 * 3600 * 1000;

/**
 * Sends the messages of the outbox.
 * 1. Claim: postpone the row, so that one of several servers sends it, and it is sent again only if that server is
 *    killed meanwhile. Browsers then replace the first one, since both have the same tag, and mails have the same
 *    Message-ID.
 * 2. Check: whether the person still wants it, and now.
 * 3. Send, and delete the row. After a failure, retry with exponential backoff until it expires.
 *
 * Messages are sent concurrently, with a limit for each push service, so that a slow service delays no other.
 * When several slow services use all `MAX_IN_FLIGHT` places, other messages wait until calls time out or the
 * circuits of these services open; urgent messages are claimed first.
 */
export function createDeliver(dependencies: Dependencies) {
  const { db, clock, logger, metrics, leases } = dependencies;
  const rows = { ...createMessageRows(db), ...createBrowserRows(db) };
  const judge = createJudge(dependencies);
  const inFlight = new Map<string, Promise<void>>();
  metrics.notificationsWaiting.readWith(rows.count);
  for (const way of DELIVERY_CHANNELS) {
    for (const result of ['sent', 'failed', 'dropped']) metrics.notifications.inc({ way, result }, 0);
  }
  const send = createSend(dependencies, rows);
  const count: Count = ({ way }, result) => metrics.notifications.inc({ way, result });

  const settle = createSettle(dependencies, rows, count);

  async function attempt(message: MessageRow): Promise<void> {
    const { verdict, address } = await judge(message);
    if (verdict === 'drop') {
      count(message, 'dropped');
      return rows.remove(message);
    }
    if (verdict !== 'send') return rows.putBack(message, verdict.postponeTo);
    const outcome = await send(message, address).catch((error: unknown): Outcome => {
      return { result: 'later', reason: error instanceof Error ? error.message : String(error) };
    });
    await settle(message, outcome);
  }

  function start(message: MessageRow): void {
    const work = attempt(message)
      .catch((error: unknown) => logger.error({ err: error }, 'a notification could not be handled'))
      .finally(() => inFlight.delete(message.id));
    inFlight.set(message.id, work);
  }

  return {
    /** Starts sending what is due. */
    async run(): Promise<void> {
      const limit = MAX_IN_FLIGHT - inFlight.size;
      if (limit <= 0) return;
      const claimed = await rows.claim({
        now: clock.now(),
        parts: leases.parts.mask(),
        forMs: CLAIMED_MS,
        limit,
      });
      for (const message of claimed) if (!inFlight.has(message.id)) start(message);
    },

    /** Waits for the messages that are being sent. */
    stop: async (): Promise<void> => {
      await Promise.all(inFlight.values());
    },
  };
}

type Rows = ReturnType<typeof createMessageRows> & ReturnType<typeof createBrowserRows>;
type Count = (message: MessageRow, result: 'sent' | 'failed' | 'dropped') => void;

/** Creates the function that sends a message by its way. */
function createSend({ sendPush, sendToHub, clock, mailer, url, i18nFor }: Dependencies, rows: Rows) {
  return async (message: MessageRow, address: string | undefined): Promise<Outcome> => {
    if (message.way === 'mail') {
      const server = mailer();
      if (!server || address === undefined) return { result: 'refused', reason: 'no confirmed address' };
      await server.send(composeMail(await i18nFor(message.user_id), message, { address, url }));
      return { result: 'sent' };
    }
    if (message.way !== 'push') return sendToHub(message, message.way, clock.now());
    const browser = message.browser_id === null ? undefined : await rows.browser(message);
    return browser
      ? sendPush(message, browser, clock.now())
      : { result: 'refused', reason: 'the browser was removed' };
  };
}

/** Creates the function that stores what became of an attempt. */
function createSettle({ clock, logger }: Dependencies, rows: Rows, count: Count) {
  return async (message: MessageRow, outcome: Outcome): Promise<void> => {
    const now = clock.now();
    if (outcome.result === 'stopped') return rows.putBack(message, now);
    if (outcome.result === 'sent') {
      count(message, 'sent');
      return rows.delivered(message, now);
    }
    const { result, reason } = outcome;
    const retryAt = now + retryWait(message);
    const isLast = result !== 'later' || retryAt >= message.expires;
    count(message, isLast ? 'dropped' : 'failed');
    // Neither the endpoint nor the address is logged: the first is a secret, the second is personal.
    const { way, kind, attempts } = message;
    const details = { way, kind, attempts, reason };
    if (result === 'gone') logger.info(details, 'a browser no longer takes notifications');
    else logger.warn(details, isLast ? 'a notification was given up' : 'a notification was not sent yet');
    if (result === 'gone') return rows.removeBrowser(message);
    await rows.failed(message, { now, givenUpBefore: now - GIVEN_UP_MS });
    return isLast ? rows.remove(message) : rows.postpone(message, retryAt);
  };
}

function retryWait({ is_urgent, attempts }: MessageRow): number {
  const pace = is_urgent === 1 ? 'urgent' : 'other';
  return Math.min(LAST_RETRY_MS[pace], FIRST_RETRY_MS[pace] * 2 ** Math.max(0, attempts - 1));
}

/** An alternative to sending a message now. */
type Verdict = 'send' | 'drop' | { readonly postponeTo: number };

/** How long a message waits until the person's home was looked through after the start. */
const POSTPONE_MS = 2_000;

type IsStillDueDependencies = {
  readonly db: Db;
  readonly clock: Clock;
  /** Returns whether the person's home was looked through since the start. */
  readonly hasLookedAt: (userId: string) => boolean;
};

/** Creates the function that decides whether the person still wants a message, and now. */
function createJudge({ db, clock, hasLookedAt }: IsStillDueDependencies) {
  const recipient = prepareRecipient(db);
  const started = clock.now();
  /** Returns whether a message may be outdated because an earlier process stored it. Alarms are sent anyway. */
  const mayBeOver = ({ user_id, is_urgent, created }: MessageRow) =>
    is_urgent === 0 && created < started && !hasLookedAt(user_id);

  return async (message: MessageRow): Promise<{ verdict: Verdict; address: string | undefined }> => {
    const person = await recipient.get({ userId: message.user_id });
    const settings = parseSettings(person?.settings ?? undefined);
    const { kind, way, is_urgent, expires } = message;
    const isConfirmed =
      typeof person?.mailAddress === 'string' && emailKey(person.mailAddress) === emailKey(person.email);
    const address = isConfirmed ? person.email : undefined;
    const isUnwanted = kind !== 'test' && !settings.kinds[kind][way === 'mail' ? 'mail' : 'push'];
    if (person?.state !== 'active' || isUnwanted || expires <= clock.now())
      return { verdict: 'drop', address };
    if (mayBeOver(message)) return { verdict: { postponeTo: clock.now() + POSTPONE_MS }, address };
    const mayPass = kind === 'test' || (is_urgent === 1 && settings.quiet_hours?.alarms_pass);
    const until = mayPass ? undefined : quietUntil(settings.quiet_hours, clock.now());
    return { verdict: until === undefined ? 'send' : { postponeTo: until }, address };
  };
}
