import { rmSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';

export type TemporaryFolder = AsyncDisposable & { readonly path: string };

/** A folder beside what it is for, so that files are renamed out of it; gone when disposed of, or at the exit. */
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
