const encoder = new TextEncoder();

/** How far the time of a signed webhook may be from now (Standard Webhooks, *Verifying signatures*). */
const TOLERANCE_MS = 5 * 60_000;
/** A rotation of keys needs fewer signatures. */
const MAX_SIGNATURES = 10;

/** Compares two texts in a time that does not depend on where they differ. */
export async function isSameSecret(one: string, other: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', encoder.encode(text));
  const [left, right] = await Promise.all([digest(one), digest(other)]);
  return isSameBytes(new Uint8Array(left), new Uint8Array(right));
}

function isSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  let difference = one.length ^ other.length;
  for (const [index, byte] of one.entries()) difference |= byte ^ (other[index] ?? 0);
  return difference === 0;
}

export type SignedRequest = { readonly headers: Headers; readonly body: string };

/** The headers that say whom a webhook is about, in the order in which they are signed. */
export const SUBJECT_HEADERS = ['X-Client-Id', 'X-Owner-Id', 'X-Channeltemplate-Id'];

/**
 * Returns whether one of the keys (`whsec_…`, base64) signed the request in the last five minutes: its body
 * (Standard Webhooks 1.0), and together with it whom it is about. The body is the text as it was received.
 */
export async function isSigned(
  { headers, body }: SignedRequest,
  keys: readonly string[],
  now: number = Date.now(),
): Promise<boolean> {
  const [id, timestamp] = [headers.get('webhook-id'), headers.get('webhook-timestamp')];
  if (!id || !timestamp || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(Number(timestamp) * 1000 - now) > TOLERANCE_MS) return false;
  const subjects = SUBJECT_HEADERS.map((name) => headers.get(name) ?? '');
  return (
    (await hasSignature(headers.get('webhook-signature'), `${id}.${timestamp}.${body}`, keys)) &&
    (await hasSignature(
      headers.get('webhook-subject-signature'),
      [id, timestamp, ...subjects, body].join('\n'),
      keys,
    ))
  );
}

/** Returns whether one of the signatures in the header is that of the text by one of the keys. */
async function hasSignature(header: string | null, text: string, keys: readonly string[]): Promise<boolean> {
  const given = (header ?? '').split(' ', MAX_SIGNATURES).filter((each) => each.startsWith('v1,'));
  for (const key of keys) {
    const expected = await signature(key, text);
    for (const each of given) if (await isSameSecret(each.slice('v1,'.length), expected)) return true;
  }
  return false;
}

async function signature(key: string, text: string): Promise<string> {
  const secret = Uint8Array.from(atob(key.replace(/^whsec_/, '')), (char) => char.charCodeAt(0));
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign']);
  const signed = new Uint8Array(await crypto.subtle.sign('HMAC', imported, encoder.encode(text)));
  return btoa(String.fromCharCode(...signed));
}
