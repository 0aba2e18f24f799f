import { Gauge, type Registry } from 'prom-client';
import { createOutcomes, createReadGauge } from '../../platform/metric-kinds.ts';

export type BackupMetrics = ReturnType<typeof createBackupMetrics>;

export function createBackupMetrics(registers: Registry[]) {
  return {
    backups: createOutcomes(['done', 'failed'], {
      name: 'azulejo_backups_total',
      help: 'Scheduled backups, by result: done, failed.',
      registers,
    }),
    backupSeconds: new Gauge({
      name: 'azulejo_backup_duration_seconds',
      help: 'How long the last scheduled backup took.',
      registers,
    }),
    lastBackup: createReadGauge({
      name: 'azulejo_last_backup_timestamp_seconds',
      help: 'When the last backup was completed, by schedule or by command; 0 for never.',
      registers,
    }),
  };
}
