import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '@azulejo/storage';
import { removeTemporaryFolders } from './archive/temporary-folder.ts';

/** The scheduled backups of one platform in a folder that may hold other files, too. */
export type BackupFolder = ReturnType<typeof openBackupFolder>;

/** Opens the folder. `series` distinguishes the backups of this platform from others in the same folder. */
export function openBackupFolder(folder: string, series: string) {
  const prefix = `azulejo-${series}-`;
  const own = new RegExp(`^${prefix}(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)Z\\.tar\\.gz(\\.age)?$`);

  /** Returns the names of the backups with their times in ms, oldest first. */
  async function list(): Promise<{ name: string; at: number }[]> {
    const found = (await readdir(folder)).flatMap((name) => {
      const parts = own.exec(name)?.slice(1, 7).map(Number);
      if (!parts) return [];
      const [year = 0, month = 1, day = 1, ...time] = parts;
      return [{ name, at: Date.UTC(year, month - 1, day, ...time) }];
    });
    return found.sort((a, b) => a.at - b.at);
  }

  return {
    /** Begins the names of its backups, and of no others. */
    prefix,
    list,
    /** Makes the folder, and removes what a killed server left unfinished in it. */
    async prepare(): Promise<void> {
      makePrivateFolder(folder);
      await removeTemporaryFolders(join(folder, `.${prefix}`));
    },
    fileAt(at: number, { isEncrypted }: { isEncrypted: boolean }): string {
      const time = new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, '');
      return join(folder, `${prefix}${time}.tar.gz${isEncrypted ? '.age' : ''}`);
    },
    /** Deletes the oldest backups but `keep`. Never deletes `newest`. */
    async prune(keep: number, newest: string): Promise<void> {
      const others = (await list()).map(({ name }) => join(folder, name)).filter((file) => file !== newest);
      const old = others.slice(0, Math.max(0, others.length - (keep - 1)));
      for (const file of old) await rm(file, { force: true });
    },
  };
}
