import { watch } from 'node:fs/promises';
import { join } from 'node:path';
import type { Place } from '@azulejo/storage/testing';

/** Resolves when the running platform has stored another mail instead of sending it. */
export async function keptMailIn({ dataDir }: Place): Promise<void> {
  const arriving = watch(join(dataDir, 'outbox'), { signal: AbortSignal.timeout(10_000) });
  for await (const { filename } of arriving) if (filename?.endsWith('.eml')) return;
}
