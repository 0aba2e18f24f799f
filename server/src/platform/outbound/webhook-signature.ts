import { createHmac } from 'node:crypto';

/** The signed content: the id, time and body of the message, and headers that identify its subject. */
export type SignedMessage = {
  readonly id: string;
  readonly time: number;
  readonly body: string;
  readonly subjects: readonly string[];
};

/**
 * Returns the headers with which a receiver checks who sent a webhook and when (Standard Webhooks 1.0). Each of
 * the keys signs, so that receivers can change to a new one after the platform does. The standard signs no other
 * headers, so `webhook-subject-signature` does: lines of id, time and subjects, then the body. Headers hold no
 * line breaks, so that no other message has the same text.
 */
export function signWebhook({ id, time, body, subjects }: SignedMessage, keys: readonly Buffer[]) {
  const timestamp = String(Math.floor(time / 1000));
  const sign = (text: string) =>
    keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`).join(' ');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(`${id}.${timestamp}.${body}`),
    'webhook-subject-signature': sign([id, timestamp, ...subjects, body].join('\n')),
  };
}
