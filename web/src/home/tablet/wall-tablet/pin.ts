import { readWallTablet, type StoredPin, saveWallTablet } from './wall-tablet-settings.ts';

/** The OWASP minimum for PBKDF2 with HMAC-SHA-256 (Password Storage Cheat Sheet). */
const ITERATIONS = 600_000;
const SALT_BYTES = 16;
const HASH_BITS = 256;

/** The wrong PIN with this number causes the first pause, and each further one doubles it, up to a day. */
const TRIES_BEFORE_PAUSE = 5;
const FIRST_PAUSE_MS = 60_000;
const MAX_PAUSE_MS = 86_400_000;

export const isPinShape = (pin: string): boolean => /^\d{4,12}$/.test(pin);

/** Returns whether PINs can be stored here: WebCrypto is only there on pages with HTTPS and on localhost. */
export const canStorePin = (): boolean => globalThis.crypto?.subtle !== undefined;

/** Derives what is stored of a new PIN, with a random salt. */
export async function createPin(pin: string): Promise<StoredPin> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  return { salt: toText(salt), hash: await derive(pin, salt, ITERATIONS), iterations: ITERATIONS };
}

export type Answer =
  | { readonly state: 'right' }
  | { readonly state: 'wrong'; readonly left: number }
  | { readonly state: 'blocked' };

/**
 * Checks a PIN and counts wrong ones. A try is counted before it is checked, so that a reload in between does
 * not save it.
 */
export async function checkPin(typed: string): Promise<Answer> {
  if (blockedMs() > 0) return { state: 'blocked' };
  const settings = readWallTablet();
  const tries = settings.tries + 1;
  const pause =
    tries < TRIES_BEFORE_PAUSE
      ? 0
      : Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - TRIES_BEFORE_PAUSE));
  saveWallTablet({ ...settings, tries, blockedUntil: pause > 0 ? Date.now() + pause : 0 });
  const { salt, hash, iterations } = settings.pin;
  const isRight = iterations > 0 && (await derive(typed, toBytes(salt), iterations)) === hash;
  if (isRight) {
    saveWallTablet({ ...readWallTablet(), tries: 0, blockedUntil: 0 });
    return { state: 'right' };
  }
  return pause > 0 ? { state: 'blocked' } : { state: 'wrong', left: TRIES_BEFORE_PAUSE - tries };
}

/** Returns for how long no PIN is accepted; never longer than the longest pause, if the clock was set back. */
export const blockedMs = (): number =>
  Math.min(MAX_PAUSE_MS, Math.max(0, readWallTablet().blockedUntil - Date.now()));

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>, iterations: number): Promise<string> {
  const key = await crypto.subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    key,
    HASH_BITS,
  );
  return toText(new Uint8Array(bits));
}

const toText = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
