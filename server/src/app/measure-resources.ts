import { X509Certificate } from 'node:crypto';
import { stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { SQLITE_FILE } from '@azulejo/storage';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db } from '../database/index.ts';
import { readPair } from '../platform/certificates/index.ts';
import { ifExists } from '../platform/if-exists.ts';
import type { Metrics } from '../platform/metrics.ts';
import { readMqttCertificate } from './doctor/read-mqtt-certificate.ts';
import { createResourceMetrics } from './metrics.ts';

type Needs = { config: Config; db: Db; metrics: Metrics };

/** Measures what runs out in the long run, whenever metrics are collected: disk, and certificates. */
export function measureResources({ config, db, metrics: { registers } }: Needs): void {
  const metrics = createResourceMetrics(registers);
  metrics.databaseBytes.readWith(() => (db.engine === 'sqlite' ? sizeOfFiles(config) : sizeInPostgres(db)));
  metrics.dataDiskFree.readWith(async () => {
    const { bavail, bsize } = await statfs(config.dataDir);
    return bavail * bsize;
  });
  metrics.dataDiskSize.readWith(async () => {
    const { blocks, bsize } = await statfs(config.dataDir);
    return blocks * bsize;
  });
  metrics.certificateEnds.readWith(() => readCertificateEnds(config));
}

async function sizeOfFiles({ dataDir }: Config): Promise<number> {
  const file = join(dataDir, SQLITE_FILE);
  const found = await Promise.all([file, `${file}-wal`].map((path) => ifExists(stat(path))));
  return found.reduce((sum, each) => sum + (each?.size ?? 0), 0);
}

async function sizeInPostgres(db: Db): Promise<number> {
  const { rows } = await sql<{ size: string }>`select pg_database_size(current_database()) as size`.execute(
    db.read,
  );
  return Number(rows[0]?.size);
}

/** Returns when each certificate ends, in seconds. The files say what a restart or a renewal serves. */
async function readCertificateEnds(config: Config): Promise<ReadonlyMap<string, number>> {
  const mqtt = config.mqtt.tlsPort === undefined ? undefined : await readMqttCertificate(config);
  const certificates = [
    ['https', config.tls && new X509Certificate((await readPair(config.tls)).cert)],
    ['mqtt', mqtt?.certificate],
    ['mqtt-ca', mqtt?.own?.authority],
  ] as const;
  return new Map(
    certificates.flatMap(([use, found]) => (found ? [[use, found.validToDate.getTime() / 1000]] : [])),
  );
}
