import { createECDH } from 'node:crypto';
import type { PushKeys } from './keys.ts';

/** A browser's subscription of the Push API. */
export type Subscription = {
  readonly endpoint: string;
  /** The public key and the authentication secret of the browser (RFC 8291), in base64url. */
  readonly publicKey: string;
  readonly authSecret: string;
};

export type PushMessage = {
  /** Encrypted so that only the browser can read it. */
  readonly payload: string;
  /** How long the push service keeps it for a browser that is not connected. */
  readonly ttlSeconds: number;
  /** Whether a phone that saves its battery wakes up for it (RFC 8030 5.3). */
  readonly isUrgent: boolean;
  /** A later message with the same topic replaces one that was not delivered (RFC 8030 5.4). */
  readonly topic: string;
};

export type PushRequest = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

const AUTH_BYTES = 16;
const POINT_BYTES = 65;

/** Returns which member of the keys no browser has, or undefined when they are usable. */
export function refuseKeys({
  publicKey,
  authSecret,
}: Omit<Subscription, 'endpoint'>): 'p256dh' | 'auth' | undefined {
  if (Buffer.from(authSecret, 'base64url').length !== AUTH_BYTES) return 'auth';
  const point = Buffer.from(publicKey, 'base64url');
  if (point.length !== POINT_BYTES) return 'p256dh';
  try {
    const pair = createECDH('prime256v1');
    pair.generateKeys();
    // It throws for a point that is not on the curve.
    pair.computeSecret(point);
    return undefined;
  } catch {
    return 'p256dh';
  }
}

/**
 * Returns the request that a push service takes: encrypted (RFC 8291) and signed (RFC 8292). The library's
 * own client is not used, because it connects to any address.
 */
export async function toPushRequest(
  { endpoint, publicKey, authSecret }: Subscription,
  { payload, ttlSeconds, isUrgent, topic }: PushMessage,
  keys: PushKeys & { readonly contact: string },
): Promise<PushRequest> {
  // Most platforms send none, so the library is loaded with the first.
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh: publicKey, auth: authSecret } },
    payload,
    {
      vapidDetails: { subject: keys.contact, publicKey: keys.publicKey, privateKey: keys.privateKey },
      TTL: ttlSeconds,
      urgency: isUrgent ? 'high' : 'normal',
      topic,
      contentEncoding: 'aes128gcm',
    },
  );
  const { 'Content-Length': _length, ...rest } = headers as Record<string, string | number>;
  return {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, String(value)])),
    body: body as Buffer,
  };
}
