import { readBackupRecords } from '../../admin/backups/index.ts';
import { installation } from '../../config/installation.ts';
import { timeText } from '../../platform/text.ts';
import { broken, type Finding, ok, type Stored, warning } from './check.ts';

const CHECK = 'Backup';
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** The age after which a backup counts as old when there is no schedule. */
const OLD_MS = 7 * DAY_MS;

/** Checks the age of the last backup, and whether the schedule's last one failed. */
export async function checkBackup({ config, db, now }: Stored): Promise<Finding> {
  const { schedule } = config.backups;
  const { last, failed } = await readBackupRecords(db.read);
  const says = last
    ? `the last one is ${ageText(now - last.at)} old (${timeText(last.at)})`
    : 'there is none';
  if (schedule && failed && failed.at > (last?.at ?? 0)) {
    return broken(
      CHECK,
      `failed ${timeText(failed.at)}: ${failed.reason}; ${says}`,
      'remove the cause; the backup is retried within the hour',
    );
  }
  const isOld = last === undefined || now - last.at > (schedule ? 2 * schedule.everySeconds * 1000 : OLD_MS);
  if (!isOld) return ok(CHECK, says);
  return warning(CHECK, says, schedule ? SCHEDULED_TODO : UNSCHEDULED_TODO);
}

const SCHEDULED_TODO = 'keep the server running: it backs up by its schedule, BACKUP_EVERY';
const UNSCHEDULED_TODO = `set BACKUP_EVERY and BACKUP_DIR, or run ${installation.commandLine} backup FILE regularly`;

function ageText(ms: number): string {
  if (ms < HOUR_MS) return `${Math.max(0, Math.round(ms / 60_000))} minutes`;
  return ms < 2 * DAY_MS ? `${Math.round(ms / HOUR_MS)} hours` : `${Math.round(ms / DAY_MS)} days`;
}
