import { isSameSecret } from './webhook-check.ts';

/** A stranger with wrong hashes must not make the manager ask the platform more often than this. */
const MAX_READS = 10;
const WINDOW_MS = 60_000;

/**
 * Returns a check of the confirmation hash that the platform sends. The platform changes the hash with the
 * addresses of the webhooks, so it is read again when it differs (manager-sdk 3.1).
 */
export function createConfirmation(read: () => Promise<string>) {
  let hash: string | undefined;
  let since = Number.NEGATIVE_INFINITY;
  let reads = 0;
  let reading: Promise<string> | undefined;

  function mayRead(): boolean {
    const now = performance.now();
    if (now - since > WINDOW_MS) [since, reads] = [now, 0];
    reads += 1;
    return reads <= MAX_READS;
  }

  return async (given: string): Promise<boolean> => {
    if (hash !== undefined && (await isSameSecret(given, hash))) return true;
    if (!reading && !mayRead()) return false;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    hash = await reading;
    return isSameSecret(given, hash);
  };
}
