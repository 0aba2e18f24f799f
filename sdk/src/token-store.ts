import type { TokenRecord } from './api/types.generated.ts';

/**
 * Where a client stores its token record between runs. It contains secrets: store it
 * where only its owner can read.
 */
export type TokenStore = {
  load(): Promise<TokenRecord | undefined> | TokenRecord | undefined;
  save(record: TokenRecord): Promise<void> | void;
  clear(): Promise<void> | void;
};

/** Stores the record in memory, until the process ends. */
export function memoryTokenStore(record?: TokenRecord): TokenStore {
  let held = record;
  return {
    load: () => held,
    save: (next) => {
      held = next;
    },
    clear: () => {
      held = undefined;
    },
  };
}

/** The required part of a browser's `localStorage` or `sessionStorage`. */
export type WebStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** Stores the record as JSON in a browser's storage. Loads undefined when the stored text is invalid. */
export function webTokenStore(storage: WebStorage, key = 'azulejo.token'): TokenStore {
  return {
    load: () => parse(storage.getItem(key)),
    save: (record) => storage.setItem(key, JSON.stringify(record)),
    clear: () => storage.removeItem(key),
  };
}

function parse(text: string | null): TokenRecord | undefined {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isTokenRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

const isTokenRecord = (value: unknown): value is TokenRecord =>
  typeof value === 'object' &&
  value !== null &&
  ['access_token', 'refresh_token', 'expires'].every(
    (name) => typeof (value as Record<string, unknown>)[name] === 'string',
  );
