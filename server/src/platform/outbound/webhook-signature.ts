import { createHmac } from 'node:crypto';

/** What a receiver verifies: the id and the time of the message, and its body. */
export type SignedMessage = { readonly id: string; readonly time: number; readonly body: string };

/**
 * Returns the headers with which a receiver checks who sent a webhook and when (Standard Webhooks 1.0). Each of
 * the keys signs, so that receivers can change to a new one after the platform does.
 */
export function signWebhook({ id, time, body }: SignedMessage, keys: readonly Buffer[]) {
  const timestamp = String(Math.floor(time / 1000));
  const signatures = keys.map((key) => {
    const digest = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
    return `v1,${digest}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}
