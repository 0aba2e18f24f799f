import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageMisuseError, WriteTimeoutError } from './errors.ts';

type OpenWrite = { open: boolean };

const openWrite = new AsyncLocalStorage<OpenWrite>();

/**
 * Throws when called from inside `write`: another door would wait for the very connection that the write
 * holds (SQLite), or see data that the write has not committed (PostgreSQL).
 */
export function refuseInsideWrite(what: string): void {
  if (openWrite.getStore()?.open) {
    throw new StorageMisuseError(`storage: ${what} was used inside write; use its tx`);
  }
}

/** Runs `fn` as the inside of a write; rejects when it takes longer than `limitMs`. */
export async function insideWrite<T>(fn: () => Promise<T>, limitMs: number): Promise<T> {
  const context: OpenWrite = { open: true };
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const message = `storage: a write was open for more than ${limitMs} ms; it is rolled back`;
  const timer = setTimeout(() => reject(new WriteTimeoutError(message)), limitMs);
  try {
    return await Promise.race([openWrite.run(context, fn), tooLong]);
  } finally {
    clearTimeout(timer);
    context.open = false;
  }
}
