import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '@azulejo/storage/testing';

/** Resolves when the running platform has stored another mail instead of sending it. */
export async function keptMailIn(place: Place): Promise<void> {
  await keptMailsIn(place).next();
}

/** Yields whenever the running platform has stored another mail instead of sending it. */
export async function* keptMailsIn({ dataDir }: Pick<Place, 'dataDir'>): AsyncGenerator<void> {
  const arriving = watch(join(dataDir, 'outbox'), { signal: AbortSignal.timeout(10_000) });
  for await (const { filename } of arriving) if (filename?.endsWith('.eml')) yield;
}
