import type { Db } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import { prepareActiveSecrets } from '../read-models/device-secrets.ts';

/** The secret with which a device connected. */
export type PresentedSecret = { clientId: string; hash: string };

const BATCH_SIZE = 1_000;

/**
 * Returns a function that finds the hashes of the secrets that are still valid: not replaced or expired, and of
 * a device that is enabled.
 */
export function createActiveSecrets(db: Db, clock: Clock) {
  const active = prepareActiveSecrets(db);

  return async function activeSecrets(secrets: readonly PresentedSecret[]): Promise<Set<string>> {
    const found = new Set<string>();
    for (let start = 0; start < secrets.length; start += BATCH_SIZE) {
      const batch = secrets.slice(start, start + BATCH_SIZE).map(({ clientId, hash }) => [clientId, hash]);
      for (const { hash } of await active.all({ secrets: JSON.stringify(batch), now: clock.now() }))
        found.add(hash);
      // Yields to the event loop between two statements.
      await new Promise(setImmediate);
    }
    return found;
  };
}
