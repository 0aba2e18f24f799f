import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makePrivateFolder } from '@azulejo/storage';
import type { BackupSchedule } from '../../config/backup-settings.ts';
import type { Config } from '../../config/config.ts';
import type { Platform } from '../../core/feature.ts';
import type { Db } from '../../database/index.ts';
import { initializeSetting, readSetting } from '../../database/settings.ts';
import { randomText } from '../../platform/random-token.ts';
import type { BackupReport } from './archive/back-up.ts';
import { COLLECTING_PREFIX } from './archive/layout.ts';
import { removeTemporaryFolders } from './archive/temporary-folder.ts';
import { recordBackup, recordBackupFailure } from './backup-records.ts';
import type { BackupMetrics } from './metrics.ts';
import { readEncryption } from './read-encryption.ts';
import { backUpInThread } from './run-in-thread.ts';

/** A failed backup is retried after this time, or after the schedule's interval if that is shorter. */
const RETRY_MS = 3600 * 1000;
const SERIES = 'backup_series';
const SERIES_LENGTH = 8;

type Dependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  metrics: BackupMetrics;
  config: Config;
  schedule: BackupSchedule;
  version: string;
};

/**
 * Makes the backups of the schedule:
 *
 * 1. `run` is called often and does nothing until the newest backup in the folder is older than the interval,
 *    so that a restart neither skips a backup nor makes one too many.
 * 2. A thread writes the archive under a temporary name and renames it when it is complete.
 * 3. Success and failure are recorded in the database for `doctor`, and counted.
 * 4. After a success the oldest backups of this platform are deleted.
 */
export function createScheduledBackups(dependencies: Dependencies) {
  const { config, db, clock, logger, schedule } = dependencies;
  const everyMs = schedule.everySeconds * 1000;
  const stopping = new AbortController();
  let failedAt: number | undefined;

  async function run(): Promise<void> {
    if (stopping.signal.aborted) return;
    if (failedAt !== undefined && clock.monotonic() - failedAt < Math.min(RETRY_MS, everyMs)) return;
    const begun = performance.now();
    try {
      const folder = openBackupFolder(schedule.folder, await seriesOf(db));
      await folder.prepare();
      if (!isDue(await folder.list(), clock.now(), everyMs)) return logger.debug('no backup is due');
      const { file, report } = await backUp(folder);
      failedAt = undefined;
      await succeed(dependencies, report, performance.now() - begun);
      logger.info({ file, bytes: report.bytes }, 'backup written');
      await folder.prune(schedule.keep, file);
    } catch (error) {
      if (stopping.signal.aborted) return;
      failedAt = clock.monotonic();
      await fail(dependencies, error);
      throw error;
    }
  }

  async function backUp(folder: BackupFolder): Promise<{ file: string; report: BackupReport }> {
    const { dataDir, databaseUrl, databaseDirectUrl, keysDir, tls, mqtt, backups } = config;
    const encryption = await readEncryption(backups);
    const file = folder.fileAt(clock.now(), { isEncrypted: encryption !== undefined });
    const source = { dataDir, databaseUrl, databaseDirectUrl, keysDir, tls, mqtt: { tls: mqtt.tls } };
    try {
      const task = { source, file, version: dependencies.version, encryption };
      return { file, report: await backUpInThread(task, stopping.signal) };
    } finally {
      // A thread that was ended could not clean up.
      await folder.prepare();
      await removeTemporaryFolders(join(dataDir, `${COLLECTING_PREFIX}${folder.prefix}`));
    }
  }

  return { run, interrupt: () => stopping.abort() };
}

/**
 * Returns whether a backup is due. One with a time in the future was made before the clock was set back, and
 * does not count.
 */
const isDue = (backups: readonly { at: number }[], now: number, everyMs: number): boolean =>
  !backups.some(({ at }) => Math.abs(now - at) < everyMs);

async function seriesOf(db: Db): Promise<string> {
  const known = await readSetting(db.read, SERIES);
  if (known !== undefined) return known;
  await db.write((tx) => initializeSetting(tx, SERIES, randomText(SERIES_LENGTH).toLowerCase()));
  return seriesOf(db);
}

async function succeed(
  { db, clock, metrics }: Dependencies,
  { bytes, isEncrypted }: BackupReport,
  tookMs: number,
): Promise<void> {
  metrics.backups.inc({ result: 'done' });
  metrics.backupSeconds.set(tookMs / 1000);
  await db.write((tx) => recordBackup(tx, { at: clock.now(), bytes, isEncrypted }));
}

async function fail({ db, clock, metrics }: Dependencies, error: unknown): Promise<void> {
  metrics.backups.inc({ result: 'failed' });
  const reason = error instanceof Error ? error.message : String(error);
  await db.write((tx) => recordBackupFailure(tx, { at: clock.now(), reason }));
}

/** The scheduled backups of one platform in a folder that may hold other files, too. */
type BackupFolder = ReturnType<typeof openBackupFolder>;

/** Opens the folder. `series` distinguishes the backups of this platform from others in the same folder. */
function openBackupFolder(folder: string, series: string) {
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
