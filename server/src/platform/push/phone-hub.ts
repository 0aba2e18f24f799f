import { createHmac } from 'node:crypto';
import type { PushRequest } from './push-request.ts';

/** An Azure Notification Hub, at which both phone apps register under the tag of their user. */
export type PhoneHub = {
  /** The address of the hub, without a slash at its end. */
  readonly url: string;
  readonly keyName: string;
  readonly key: string;
};

/** The forms of messages that a hub passes on: to iOS and to Android. */
export type HubFormat = 'apple' | 'gcm';

const API_VERSION = '2015-01';
/** How long a signature is valid: longer than one attempt lasts, with some difference between clocks. */
const SIGNATURE_SECONDS = 300;

type Message = { readonly title: string; readonly body: string };

/** Returns the request that a hub takes, for all phones of one operating system that registered under the tag. */
export function toHubRequest(
  hub: PhoneHub,
  format: HubFormat,
  { tag, message, now }: { tag: string; message: Message; now: number },
): PushRequest {
  return {
    url: `${hub.url}/messages/?api-version=${API_VERSION}`,
    headers: {
      authorization: signatureOf(hub, now),
      'content-type': 'application/json;charset=utf-8',
      'servicebusnotification-format': format,
      'servicebusnotification-tags': tag,
    },
    body: Buffer.from(JSON.stringify(payloadOf(format, message))),
  };
}

/** Returns the payload. The iOS app ignores an alert that is a text; the Android app, one without title or text. */
function payloadOf(format: HubFormat, { title, body }: Message) {
  if (format === 'apple') return { aps: { alert: { title, body }, sound: 'default' } };
  return { data: { title: title.trim() || body, msg: body.trim() || title, sound: 'default' } };
}

/** Returns a shared access signature of the hub's address. */
function signatureOf({ url, keyName, key }: PhoneHub, now: number): string {
  const resource = encodeURIComponent(url.toLowerCase());
  const expires = Math.floor(now / 1000) + SIGNATURE_SECONDS;
  const signature = createHmac('sha256', key).update(`${resource}\n${expires}`).digest('base64');
  const members = `sr=${resource}&sig=${encodeURIComponent(signature)}&se=${expires}`;
  return `SharedAccessSignature ${members}&skn=${encodeURIComponent(keyName)}`;
}
