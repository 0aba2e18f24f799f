import { constants, existsSync } from 'node:fs';
import { access, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sizeText } from '../../platform/text.ts';
import { broken, type Finding, ok, warning } from './check.ts';

const CHECK = 'Data directory';

export async function checkDataDirectory(dataDir: string): Promise<Finding> {
  const parent = existingParent(dataDir);
  const isWritable = await access(parent, constants.W_OK | constants.X_OK).then(
    () => true,
    () => false,
  );
  if (!isWritable) {
    return broken(
      CHECK,
      `${parent} cannot be written by this user`,
      'chown it, or set DATA_DIR to another folder',
    );
  }
  if (parent !== dataDir) return ok(CHECK, `${dataDir} does not exist yet; the first start creates it`);
  const { mode } = await stat(dataDir);
  if (mode & 0o077) {
    return warning(CHECK, `${dataDir} can be read by other users of this machine`, `chmod 700 ${dataDir}`);
  }
  return ok(CHECK, `${dataDir}, readable by its owner only`);
}

const MIN_FREE = 100e6;
const ENOUGH_FREE = 1e9;

export async function checkDisk(dataDir: string): Promise<Finding> {
  const { bavail, bsize } = await statfs(existingParent(dataDir));
  const free = bavail * bsize;
  const says = `${sizeText(free)} free`;
  if (free < MIN_FREE) return broken('Disk', says, 'make room: without it nothing can be stored');
  if (free < ENOUGH_FREE) return warning('Disk', says, 'make room soon');
  return ok('Disk', says);
}

function existingParent(folder: string): string {
  return existsSync(folder) ? folder : existingParent(dirname(folder));
}
