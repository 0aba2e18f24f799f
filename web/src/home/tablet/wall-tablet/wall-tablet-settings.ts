import { KEY } from './wall-tablet.ts';

/** How this browser behaves as a wall tablet. `tries` counts wrong PINs since the last right one. */
export type WallTabletSettings = {
  /** Minutes without a touch after which the page is dimmed. */
  readonly minutes: number;
  /** Whether covers ask for the PIN before they open. */
  readonly asksForCovers: boolean;
  readonly pin: StoredPin;
  readonly tries: number;
  /** No PIN is accepted until this time, in milliseconds since 1970. */
  readonly blockedUntil: number;
};

/** A PIN as PBKDF2 derived it (RFC 8018 5.2); salt and hash are in Base64. */
export type StoredPin = { readonly salt: string; readonly hash: string; readonly iterations: number };

const DEFAULT_MINUTES = 5;

/** Choices for the minutes after which the page is dimmed. */
export const MINUTES: readonly number[] = [1, 2, 5, 10, 30];

/**
 * Reads the settings. If they are damaged, the browser stays a locked wall tablet, so damage unlocks nothing.
 */
export function readWallTablet(): WallTabletSettings {
  const read = parse(localStorage.getItem(KEY));
  const { minutes, pin, tries, blockedUntil } = read;
  return {
    minutes: minutes !== undefined && MINUTES.includes(minutes) ? minutes : DEFAULT_MINUTES,
    asksForCovers: read.asksForCovers !== false,
    pin: isPin(pin) ? pin : { salt: '', hash: '', iterations: 0 },
    tries: Number(tries) || 0,
    blockedUntil: Number(blockedUntil) || 0,
  };
}

export const saveWallTablet = (settings: WallTabletSettings): void =>
  localStorage.setItem(KEY, JSON.stringify(settings));

function parse(text: string | null): Partial<WallTabletSettings> {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? read : {};
  } catch {
    return {};
  }
}

function isPin(pin: unknown): pin is StoredPin {
  const { salt, hash, iterations } = (pin ?? {}) as Partial<StoredPin>;
  return typeof salt === 'string' && typeof hash === 'string' && Number.isInteger(iterations);
}
