import { execFile } from 'node:child_process';
import { copyFile, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..', '..');

/** Runs a script of the checkout that makes a package. Returns the path of the tarball. */
async function packWith(script: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'packed-'));
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const args = [...flags, join('tools/src/package', script), '--to', folder];
  return (await promisify(execFile)(process.execPath, args, { cwd: checkout })).stdout.trim();
}

/** Returns a function that copies a package into a folder and returns its path. It is made once in a process. */
function createPack(script: string) {
  let made: Promise<string> | undefined;
  return async (folder: string): Promise<string> => {
    made ??= packWith(script);
    const tarball = await made;
    const copy = join(folder, basename(tarball));
    await copyFile(tarball, copy);
    return copy;
  };
}

/** Copies the package `azulejo` into a folder and returns the path of its tarball. */
export const pack = createPack('main.ts');

/** Copies the package `@azulejo/sdk` into a folder and returns the path of its tarball. */
export const packSdk = createPack('sdk.ts');
