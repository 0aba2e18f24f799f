import type { Selectable } from 'kysely';
import type { Database } from '../../../database/index.ts';
import { type Outbound, OutboundError } from '../../../platform/outbound/index.ts';
import { type PushKeys, toPushRequest } from '../../../platform/push/index.ts';

export type MessageRow = Selectable<Database['notification_messages']>;
export type BrowserRow = Selectable<Database['notification_browsers']>;

/**
 * `gone`: the subscription will never work again. `refused`: this message is not accepted. `later`: another
 * attempt may succeed. `stopped`: the server stops.
 */
export type Outcome =
  | { readonly result: 'sent' }
  | { readonly result: 'stopped' }
  | { readonly result: 'gone' | 'refused' | 'later'; readonly reason: string };

type Dependencies = {
  readonly outbound: Outbound;
  readonly keys: () => Promise<PushKeys & { readonly contact: string }>;
};

/** Push services return nothing that is read. */
export const PUSH_LIMITS = { timeoutMs: 15_000, maxBytes: 16_384 };
/** The statuses "not found" and "gone" (RFC 8030 7.3). */
const GONE = new Set([404, 410]);
/** Errors that may pass: timeout, too early, too many requests. */
const PASSING = new Set([408, 425, 429]);

/** Sends a message to the push service of a browser. */
export function createSendPush({ outbound, keys }: Dependencies) {
  return async (message: MessageRow, browser: BrowserRow, now: number): Promise<Outcome> => {
    const { title, body, link, tag, expires, is_urgent } = message;
    const isUrgent = is_urgent === 1;
    const request = await toPushRequest(
      { endpoint: browser.endpoint, publicKey: browser.public_key, authSecret: browser.auth_secret },
      {
        payload: JSON.stringify({ title, body, link, tag, urgent: isUrgent }),
        ttlSeconds: Math.max(0, Math.round((expires - now) / 1000)),
        isUrgent,
        topic: tag,
      },
      await keys(),
    );
    // A push service has its own share of the calls, so that a slow one does not hold up the others.
    const party = new URL(browser.endpoint).origin;
    try {
      const { status } = await outbound.send({
        ...request,
        ...PUSH_LIMITS,
        party,
        purpose: 'push',
        method: 'POST',
      });
      return toOutcome(status);
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      const { failure } = error;
      if (failure === 'stopped') return { result: 'stopped' };
      return { result: failure === 'address_refused' ? 'gone' : 'later', reason: failure };
    }
  };
}

/** Returns what the status of a push service means. */
export function toOutcome(status: number): Outcome {
  const reason = `status ${status}`;
  if (status >= 200 && status < 300) return { result: 'sent' };
  if (GONE.has(status)) return { result: 'gone', reason };
  return { result: status >= 500 || PASSING.has(status) ? 'later' : 'refused', reason };
}
