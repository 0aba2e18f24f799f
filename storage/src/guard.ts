import { AsyncLocalStorage } from 'node:async_hooks';
import { StorageMisuseError, WriteTimeoutError } from './errors.ts';
import type { SetTimer } from './options.ts';

type OpenWrite = { open: boolean };

const openWrite = new AsyncLocalStorage<OpenWrite>();

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
 * Runs `fn` in the context of a write. Rejects with `WriteTimeoutError` when it takes longer than `limitMs`.
 */
export async function insideWrite<T>(
  fn: () => Promise<T>,
  { limitMs, setTimer }: { limitMs: number; setTimer: SetTimer },
): Promise<T> {
  const context: OpenWrite = { open: true };
  const { promise: tooLong, reject } = Promise.withResolvers<never>();
  const message = `storage: a write was open for more than ${limitMs} ms; it is rolled back`;
  using _timer = setTimer(limitMs, () => reject(new WriteTimeoutError(message)));
  try {
    return await Promise.race([openWrite.run(context, fn), tooLong]);
  } finally {
    context.open = false;
  }
}
