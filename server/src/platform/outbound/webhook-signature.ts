import { createHmac } from 'node:crypto';

/** The signed content: the id, time and body of the message. */
export type SignedMessage = { readonly id: string; readonly time: number; readonly body: string };

/**
 * Returns the headers with which a receiver checks who sent a webhook and when (Standard Webhooks 1.0). Each of
 * the keys signs, so that receivers can change to a new one after the platform does.
 */
export function signWebhook({ id, time, body }: SignedMessage, keys: readonly Buffer[]) {
  const timestamp = timestampOf(time);
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': sign(`${id}.${timestamp}.${body}`, keys),
  };
}

/**
 * Returns the same headers, and one more for what the standard does not sign: headers that identify the subject of
 * the message. `webhook-subject-signature` signs lines of id, time and subjects, then the body. Headers hold no
 * line breaks, so no other message has the same text.
 */
export function signWebhookWithSubjects(
  { subjects, ...message }: SignedMessage & { readonly subjects: readonly string[] },
  keys: readonly Buffer[],
) {
  const { id, time, body } = message;
  return {
    ...signWebhook(message, keys),
    'webhook-subject-signature': sign([id, timestampOf(time), ...subjects, body].join('\n'), keys),
  };
}

/** Returns a key as Standard Webhooks writes it. */
export const webhookKeyText = (key: Buffer): string => `whsec_${key.toString('base64')}`;

const timestampOf = (time: number): string => String(Math.floor(time / 1000));

const sign = (text: string, keys: readonly Buffer[]): string =>
  keys.map((key) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`).join(' ');
