import type { TokenRecord } from '@azulejo/contract';

/** Where a client keeps its sign-in between runs. The record holds secrets: keep it where only its owner reads. */
export type TokenStore = {
  load(): Promise<TokenRecord | undefined> | TokenRecord | undefined;
  save(record: TokenRecord): Promise<void> | void;
  clear(): Promise<void> | void;
};

/** Forgets with the process. */
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

/** The part of a browser's `localStorage` or `sessionStorage` that is needed. */
export type WebStorage = {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
};

/** Keeps the record as JSON in a browser's storage. What cannot be read counts as nothing. */
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
