import type { Registry } from 'prom-client';
import { createReadGauge, createReadGauges } from '../platform/metric-kinds.ts';

/** What runs out in the long run. */
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

/** The place of this server among those of its database. */
export function createMembershipMetrics(registers: Registry[]) {
  return {
    otherServers: createReadGauge({
      name: 'azulejo_other_servers',
      help: 'Other servers of the database.',
      registers,
    }),
    partsHeld: createReadGauge({
      name: 'azulejo_parts_held',
      help: 'Parts of the work on homes that this server holds. All servers of a database hold 256 together.',
      registers,
    }),
    leaseAge: createReadGauge({
      name: 'azulejo_lease_age_seconds',
      help: 'Time since this server renewed its leases, which it does every 2 seconds and without which it stops its jobs after 8; 0 on SQLite.',
      registers,
    }),
    clockOffset: createReadGauge({
      name: 'azulejo_clock_offset_seconds',
      help: 'How far the clock of the database is ahead of the clock of this machine; 0 on SQLite.',
      registers,
    }),
  };
}
