import type { Feature, Platform } from '../../core/feature.ts';
import { checkRecipients } from './archive/encryption.ts';
import { readBackupRecords } from './backup-records.ts';
import { createScheduledBackups } from './scheduled-backups.ts';

/** How often the schedule is looked at. */
const CHECK_MS = 60_000;
/** A backup that was missed while the server was stopped starts after the server has started. */
const FIRST_CHECK_MS = 2_000;

/** Runs the server's own backups. Those of the command line need no server. */
export function backupsFeature({ config, version, ...needs }: Platform & { version: string }) {
  const { schedule, recipients } = config.backups;
  const { db, metrics } = needs;
  metrics.lastBackup.readWith(async () => {
    const { last } = await readBackupRecords(db.read);
    return (last?.at ?? 0) / 1000;
  });
  const backups = schedule && createScheduledBackups({ ...needs, config, schedule, version });
  return {
    api: {},
    start: () => checkRecipients(recipients),
    jobs: backups ? [{ name: 'back up', everyMs: CHECK_MS, firstAfterMs: FIRST_CHECK_MS, ...backups }] : [],
  } satisfies Feature;
}
