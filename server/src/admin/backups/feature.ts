import { join } from 'node:path';
import type { Feature, Platform } from '../../core/feature.ts';
import { checkRecipients } from './archive/encryption.ts';
import { COLLECTING_PREFIX, RESTORING_PREFIX } from './archive/layout.ts';
import { removeTemporaryFolders, removeUnlockedFolders } from './archive/temporary-folder.ts';
import { readBackupRecords } from './backup-records.ts';
import { createBackupMetrics } from './metrics.ts';
import { createScheduledBackups } from './scheduled-backups.ts';

/** How often the schedule is looked at. */
const CHECK_MS = 60_000;
/** A backup that was missed while the server was stopped starts after the server has started. */
const FIRST_CHECK_MS = 2_000;

/** Runs the server's own backups. Those of the command line need no server. */
export function backupsFeature({ config, version, ...needs }: Platform & { version: string }) {
  const { schedule, recipients } = config.backups;
  const { db, logger } = needs;
  const metrics = createBackupMetrics(needs.metrics.registers);
  metrics.lastBackup.readWith(async () => {
    const { last } = await readBackupRecords(db.read);
    return (last?.at ?? 0) / 1000;
  });
  const backups = schedule && createScheduledBackups({ ...needs, metrics, config, schedule, version });
  return {
    api: {},
    async start() {
      await checkRecipients(recipients);
      await removeLeftovers(config.dataDir).catch((err: unknown) =>
        logger.warn({ err }, 'what an interrupted backup or restore left could not be removed'),
      );
    },
    jobs: backups
      ? [{ name: 'back up', runs: 'once', everyMs: CHECK_MS, firstAfterMs: FIRST_CHECK_MS, ...backups }]
      : [],
  } satisfies Feature;
}

/**
 * Removes the unencrypted copies of the database that killed commands left. While a restore runs, no server can be
 * started.
 */
async function removeLeftovers(dataDir: string): Promise<void> {
  await removeTemporaryFolders(join(dataDir, RESTORING_PREFIX));
  await removeUnlockedFolders(join(dataDir, COLLECTING_PREFIX));
}
