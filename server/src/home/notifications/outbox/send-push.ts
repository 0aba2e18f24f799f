import type { Selectable } from 'kysely';
import type { Database } from '../../../database/index.ts';
import type { Outbound } from '../../../platform/outbound/index.ts';
import { type PushKeys, toPushRequest } from '../../../platform/push/index.ts';
import { type Outcome, sendRequest } from './send-request.ts';

export type MessageRow = Selectable<Database['notification_messages']>;
export type BrowserRow = Selectable<Database['notification_browsers']>;

type Dependencies = {
  readonly outbound: Outbound;
  readonly keys: () => Promise<PushKeys & { readonly contact: string }>;
};

/** The statuses "not found" and "gone" (RFC 8030 7.3), and an address that the platform does not call. */
const GONE = new Set<unknown>([404, 410, 'address_refused']);

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
    return sendRequest(outbound, request, (failure) => (GONE.has(failure) ? 'gone' : undefined));
  };
}
