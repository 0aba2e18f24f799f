import { existsSync } from 'node:fs';
import { copyFile, mkdir, open, rename, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { create } from 'tar';
import { Refusal } from '../../app/doctor/failure.ts';
import { hasSqliteFile } from '../../app/doctor/migration-status.ts';
import { version } from '../../app/version.ts';
import type { Config } from '../../config/config.ts';
import { migrations } from '../../database/index.ts';
import { backupTo, type EngineName, openStorage } from '../../platform/storage/index.ts';
import { type Progress, watchFile } from '../progress.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ENTRIES, filesToKeep, type Manifest } from './layout.ts';

export type BackupReport = { file: string; bytes: number; engine: EngineName; files: number };

/**
 * Writes one archive of the whole platform atomically while the platform is in use: first a snapshot of the
 * database, then the files that its rows refer to, which never change.
 */
export async function backUp(config: Config, file: string, progress: Progress): Promise<BackupReport> {
  const target = resolve(file);
  refuse(config, target);
  await using folder = await temporaryFolder(join(dirname(target), '.azulejo-backup-'));
  const engine = await copyDatabase(config, join(folder.path, ENTRIES.database), progress);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    azulejo: version,
    created: new Date().toISOString(),
    engine,
  };
  await writeFile(join(folder.path, ENTRIES.manifest), JSON.stringify(manifest, null, 2));
  const files = await filesToKeep(config.dataDir);
  await symlink(config.dataDir, join(folder.path, ENTRIES.data));
  const entries = [
    ENTRIES.manifest,
    ENTRIES.database,
    ...files.map((path) => join(ENTRIES.data, path)),
    ...(await copyPair(config, config.tls, join(folder.path, ENTRIES.tls))),
    ...(await copyMqttTls(config, folder.path)),
  ];
  const archive = join(folder.path, basename(target));
  {
    using _watch = watchFile(archive, `packing the database and ${files.length} files`, progress);
    await pack(folder.path, entries, archive);
  }
  await rename(archive, target);
  return { file: target, bytes: (await stat(target)).size, engine, files: files.length };
}

function refuse({ dataDir, databaseUrl }: Config, target: string): void {
  if (existsSync(target)) throw new Refusal(`${target} already exists; a backup never overwrites a file`);
  if (!existsSync(dirname(target))) throw new Refusal(`folder not found: ${dirname(target)}`);
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Refusal('a backup inside the data directory would be lost with it; choose another place');
  }
  if (!databaseUrl && !hasSqliteFile(dataDir)) throw new Refusal(`there is nothing to back up in ${dataDir}`);
}

/**
 * Copies the database as it is. Pending migrations are not applied, so that a backup can precede an upgrade.
 */
async function copyDatabase(config: Config, target: string, progress: Progress): Promise<EngineName> {
  const { databaseUrl, dataDir } = config;
  await using storage = await openStorage({ databaseUrl, dataDir, migrations, migrateTo: '' });
  using _watch = watchFile(target, 'copying the database', progress);
  await backupTo(storage, target);
  return storage.engine;
}

/** Copies the pair of MQTT unless it is the one of HTTPS, which is copied anyway. */
async function copyMqttTls(config: Config, folder: string): Promise<string[]> {
  const { tls, mqtt } = config;
  return mqtt.tls?.key === tls?.key ? [] : copyPair(config, mqtt.tls, join(folder, ENTRIES.mqttTls));
}

/**
 * Copies a certificate and its key, and returns their entries. Files in the data directory are archived with
 * it.
 */
async function copyPair({ dataDir }: Config, files: Config['tls'], folder: string): Promise<string[]> {
  if (!files || !relative(dataDir, files.key).startsWith('..')) return [];
  await mkdir(folder);
  await copyFile(files.certificate, join(folder, 'certificate.pem'));
  await copyFile(files.key, join(folder, 'key.pem'));
  return ['certificate.pem', 'key.pem'].map((name) => join(basename(folder), name));
}

async function pack(cwd: string, entries: string[], archive: string): Promise<void> {
  await create(
    { file: archive, cwd, gzip: true, portable: true, follow: true, strict: true, mode: 0o600 },
    entries,
  );
  const written = await open(archive, 'r+');
  try {
    await written.sync();
  } finally {
    await written.close();
  }
}
