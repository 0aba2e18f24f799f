import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A file system of its own that can be filled. */
export type SmallDisk = Disposable & {
  readonly path: string;
  /** Takes all space that is left. */
  fill(): void;
  /** Gives it back. */
  free(): void;
};

const mount = (path: string, megabytes: number) =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]).status === 0;

/** Mounting takes an administrator of Linux; tests that need it are skipped elsewhere, saying so. */
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
    [Symbol.dispose]() {
      spawnSync('umount', ['-l', path]);
      rmSync(path, { recursive: true, force: true });
    },
  };
}
