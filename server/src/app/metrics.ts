import type { Registry } from 'prom-client';
import { createReadGauge, createReadGauges } from '../platform/metric-kinds.ts';

export type ResourceMetrics = ReturnType<typeof createResourceMetrics>;

export function createResourceMetrics(registers: Registry[]) {
  return {
    databaseBytes: createReadGauge({
      name: 'azulejo_database_bytes',
      help: 'Size of the database: of the files of SQLite, or of the database in PostgreSQL with its indexes.',
      registers,
    }),
    dataDiskFree: createReadGauge({
      name: 'azulejo_data_disk_free_bytes',
      help: 'Free space on the disk of DATA_DIR.',
      registers,
    }),
    dataDiskSize: createReadGauge({
      name: 'azulejo_data_disk_size_bytes',
      help: 'Size of the disk of DATA_DIR.',
      registers,
    }),
    certificateEnds: createReadGauges('use', {
      name: 'azulejo_certificate_expires_timestamp_seconds',
      help: 'When a certificate that the server uses expires, by use: https, mqtt, and mqtt-ca for the CA of our own.',
      registers,
    }),
  };
}
