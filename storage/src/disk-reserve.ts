import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageUnavailableError } from './errors.ts';
import { isDiskTrouble } from './sqlite-errors.ts';
import type { StorageLogger } from './storage.ts';

/**
 * SQLite needs some space to open a file, even for reading: for its shared memory and its write-ahead log.
 */
const RESERVE_BYTES = 1024 * 1024;
/**
 * Twice the reserve. Once the reserve has been used, writes are refused while less space than this is free.
 */
const MIN_FREE_BYTES = 2 * RESERVE_BYTES;

export type DiskReserve = {
  /**
   * Throws `StorageUnavailableError` while the reserve is used up and the disk has no space for a new one.
   */
  assertWritable(): void;
};

/**
 * Opens an SQLite file, even on a full disk: it then releases the space that an earlier start reserved, so
 * that the stored data can be read. Writes are refused until there is space for a new reserve; otherwise they
 * would use up the space that the next start needs to read.
 */
export async function openWithReserve<T>(
  file: string,
  open: (reserve: DiskReserve) => Promise<T>,
  logger?: StorageLogger,
): Promise<T> {
  const path = `${file}-reserve`;
  let isReleased = false;
  const reserve: DiskReserve = {
    assertWritable() {
      if (!isReleased) return;
      if (freeBytes(file) < MIN_FREE_BYTES) throw new StorageUnavailableError('storage: the disk is full');
      isReleased = !makeReserve(path);
    },
  };
  const opened = await open(reserve).catch((error: unknown) => {
    if (!isDiskTrouble(error) || !existsSync(path)) throw error;
    // Unlike `rmSync`, it names the error of a file system that is read-only.
    unlinkSync(path);
    isReleased = true;
    logger?.error(
      { file },
      'the disk is full: what is stored can be read, writes are refused until there is space',
    );
    return open(reserve);
  });
  if (!isReleased && !existsSync(path)) isReleased = !makeReserve(path);
  return opened;
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}

/**
 * Returns false when there is no space for the reserve. Its bytes are random, because a file system that
 * compresses would otherwise reserve nothing.
 */
function makeReserve(path: string): boolean {
  try {
    const file = openSync(path, 'wx', 0o600);
    try {
      writeSync(file, randomBytes(RESERVE_BYTES));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    return true;
  } catch {
    if (existsSync(path)) unlinkSync(path);
    return false;
  }
}
