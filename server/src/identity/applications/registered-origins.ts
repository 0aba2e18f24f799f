import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';

/** How long the list is cached, since any request may carry an Origin: an operator's change waits as long. */
const RETENTION_MS = 5_000;

/** Returns the origins of all enabled applications. */
export async function readRegisteredOrigins(
  reader: Pick<Transaction, 'selectFrom'>,
): Promise<ReadonlySet<string>> {
  const rows = await reader
    .selectFrom('clients')
    .select('origins_json')
    // Devices are left out: there may be a million, and none has origins.
    .where('kind', 'in', ['application', 'manager'])
    .where('state', '=', 'enabled')
    .where('origins_json', '<>', '[]')
    .execute();
  return new Set(rows.flatMap((row) => JSON.parse(row.origins_json) as string[]));
}

/** Returns a function that checks whether a browser page of an origin belongs to an enabled application. */
export function createRegisteredOrigins(db: Db, clock: Clock): (origin: string) => Promise<boolean> {
  let kept: { origins: Promise<ReadonlySet<string>>; until: number } | undefined;

  return async function isRegisteredOrigin(origin) {
    if (!kept || kept.until <= clock.monotonic())
      kept = { origins: readRegisteredOrigins(db.read), until: clock.monotonic() + RETENTION_MS };
    const { origins } = kept;
    try {
      return (await origins).has(origin);
    } catch (error) {
      // A failure is not cached: the next request tries again.
      if (kept?.origins === origins) kept = undefined;
      throw error;
    }
  };
}
