import { mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Makes a folder, and the missing ones above it, for this account alone. Throws when a part cannot be made.
 * Node's own recursive `mkdir` never returns for a path that the system refuses with ENOENT, such as `/proc/x`.
 */
export function makePrivateFolder(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST' && statSync(path).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    makePrivateFolder(dirname(path));
    mkdirSync(path, { mode: 0o700 });
  }
}
