import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';

export type TemporaryFolder = AsyncDisposable & { readonly path: string };

/**
 * Creates a temporary folder next to the target, so that files can be renamed into place. It is removed when
 * disposed of, or at the exit.
 */
export async function temporaryFolder(prefix: string): Promise<TemporaryFolder> {
  const path = await mkdtemp(prefix);
  const removeNow = () => rmSync(path, { recursive: true, force: true });
  process.once('exit', removeNow);
  return {
    path,
    async [Symbol.asyncDispose]() {
      await rm(path, { recursive: true, force: true });
      process.off('exit', removeNow);
    },
  };
}
