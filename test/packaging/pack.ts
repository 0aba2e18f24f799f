import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..', '..');

/** Runs a script of the checkout that makes a package. Returns the path of the tarball. */
async function packWith(script: string, folder: string): Promise<string> {
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const args = [...flags, join('tools/src/package', script), '--to', folder];
  return (await promisify(execFile)(process.execPath, args, { cwd: checkout })).stdout.trim();
}

/** Makes the package `azulejo` and returns the path of its tarball. */
export const pack = (folder: string): Promise<string> => packWith('main.ts', folder);

/** Makes the package `@azulejo/sdk` and returns the path of its tarball. */
export const packSdk = (folder: string): Promise<string> => packWith('sdk.ts', folder);
