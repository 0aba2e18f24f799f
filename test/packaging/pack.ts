import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..', '..');

/** Makes the package `azulejo` and returns the path of its tarball. */
export async function pack(folder: string): Promise<string> {
  const args = ['tools/src/package/main.ts', '--to', folder];
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  return (await promisify(execFile)(process.execPath, [...flags, ...args], { cwd: checkout })).stdout.trim();
}
