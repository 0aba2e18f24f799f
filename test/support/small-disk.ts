import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A small file system that can be filled. */
export type SmallDisk = Disposable & {
  readonly path: string;
  /** Fills all space that is left. */
  fill(): void;
  /** Frees that space. */
  free(): void;
  /** Refuses all writes from now on. */
  protect(): void;
};

const mount = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status === 0;

/** Returns why no disk can be mounted, or undefined. Mounting needs root on Linux. */
export function whyNoSmallDisk(): string | undefined {
  const path = mkdtempSync(join(tmpdir(), 'azulejo-disk-'));
  const isMounted = mount(path, 1);
  if (isMounted) spawnSync('umount', [path]);
  rmSync(path, { recursive: true });
  return isMounted ? undefined : 'no file system can be mounted here: what a full disk does is not tested';
}

export function newSmallDisk(megabytes: number): SmallDisk {
  const path = mkdtempSync(join(tmpdir(), 'azulejo-disk-'));
  if (!mount(path, megabytes)) throw new Error('no file system can be mounted here');
  const filler = join(path, 'filler');
  return {
    path,
    fill() {
      for (const size of [1024 * 1024, 64 * 1024, 4096]) {
        for (;;) {
          try {
            writeFileSync(filler, Buffer.alloc(size), { flag: 'a' });
          } catch {
            break;
          }
        }
      }
    },
    free: () => rmSync(filler, { force: true }),
    protect: () => void spawnSync('mount', ['-o', 'remount,ro', path]),
    [Symbol.dispose]() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
