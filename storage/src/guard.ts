import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageMisuseError, WriteTimeoutError } from './errors.ts';
import type { SetTimer } from './options.ts';

type OpenWrite = { open: boolean };

const openWrite = new AsyncLocalStorage<OpenWrite>();

type WriteLimit = { readonly ms: number; active: boolean };

const ownLimit = new AsyncLocalStorage<WriteLimit>();

/**
 * Runs `fn`. Each change that it makes may take `ms` instead of the limit of the storage. Changes of others at
 * the same time are limited as before, and so is what `fn` leaves behind: timers, listeners and queues.
 */
export async function withWriteLimit<T>(ms: number, fn: () => Promise<T>): Promise<T> {
  const limit: WriteLimit = { ms, active: true };
  try {
    return await ownLimit.run(limit, fn);
  } finally {
    limit.active = false;
  }
}

/** Returns the limit set by `withWriteLimit`; undefined where the limit of the storage applies. */
export function ownWriteLimit(): number | undefined {
  const limit = ownLimit.getStore();
  return limit?.active ? limit.ms : undefined;
}

/**
 * Throws when called from inside `write`: any other access would wait for the connection that the write
 * itself holds (SQLite), or miss the data that the write has not committed yet (PostgreSQL).
 */
export function refuseInsideWrite(what: string): void {
  if (openWrite.getStore()?.open) {
    throw new StorageMisuseError(`storage: ${what} was used inside write; use its tx`);
  }
}

/**
 * Runs `fn` in the context of a write. Rejects with `WriteTimeoutError` when it takes longer than `limitMs`, or
 * than the limit of `withWriteLimit`.
 */
export async function insideWrite<T>(
  fn: () => Promise<T>,
  { limitMs, setTimer }: { limitMs: number; setTimer: SetTimer },
): Promise<T> {
  const context: OpenWrite = { open: true };
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const ms = ownWriteLimit() ?? limitMs;
  const message = `storage: a write was open for more than ${ms} ms; it is rolled back`;
  using _timer = setTimer(ms, () => reject(new WriteTimeoutError(message)));
  try {
    return await Promise.race([openWrite.run(context, fn), tooLong]);
  } finally {
    context.open = false;
  }
}
