import { copyFile, mkdir, stat, statfs, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import type { Readable } from 'node:stream';
import { backupTo, type EngineName, openStorage, SQLITE_FILE } from '@azulejo/storage';
import type { Config } from '../../../config/config.ts';
import { migrations } from '../../../database/index.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sizeText } from '../../../platform/text.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ENTRIES, filesToKeep, type Manifest } from './layout.ts';
import { pack } from './pack.ts';
import { type Progress, watchFile } from './progress.ts';

/** The contents of a backup. */
export type BackupSource = Pick<Config, 'dataDir' | 'databaseUrl' | 'tls'> & {
  readonly mqtt: Pick<Config['mqtt'], 'tls'>;
};

/** An archive that is packed while it is read. */
export type Collected = {
  readonly archive: Readable;
  readonly engine: EngineName;
  /** Returns how many files were packed so far in addition to the database. */
  files(): number;
};

type Options = { readonly version: string; readonly progress: Progress };

/**
 * Collects the whole platform in `folder` while it is in use: first a snapshot of the database, then the files
 * next to it. Those that its rows refer to never change. The platform may remove any of them meanwhile, such as
 * an unused picture, or an old log.
 */
export async function collect(
  source: BackupSource,
  folder: string,
  { version, progress }: Options,
): Promise<Collected> {
  const engine = await copyDatabase(source, join(folder, ENTRIES.database), progress);
  const manifest: Manifest = {
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    azulejo: version,
    created: new Date().toISOString(),
    engine,
  };
  await writeFile(join(folder, ENTRIES.manifest), JSON.stringify(manifest, null, 2));
  await symlink(source.dataDir, join(folder, ENTRIES.data));
  const required = [
    ENTRIES.manifest,
    ENTRIES.database,
    ...(await copyPair(source, source.tls, join(folder, ENTRIES.tls))),
    ...(await copyMqttTls(source, folder)),
  ];
  let files = 0;
  async function* removable(): AsyncGenerator<string> {
    for await (const path of filesToKeep(source.dataDir)) {
      files += 1;
      yield join(ENTRIES.data, path);
    }
  }
  return { archive: pack(folder, { required, removable: removable() }), engine, files: () => files };
}

/**
 * Copies the database as it is. Pending migrations are not applied, so that a backup can precede an upgrade.
 */
async function copyDatabase(
  { databaseUrl, dataDir }: BackupSource,
  target: string,
  progress: Progress,
): Promise<EngineName> {
  if (!databaseUrl) await requireSpace(join(dataDir, SQLITE_FILE), target);
  await using storage = await openStorage({ databaseUrl, dataDir, migrations, migrateTo: '' });
  using _watch = watchFile(target, 'copying the database', progress);
  await backupTo(storage, target);
  return storage.engine;
}

/** Throws a Refusal when a copy of the file would fill the disk. */
async function requireSpace(file: string, target: string): Promise<void> {
  const { size } = await stat(file);
  const { bavail, bsize } = await statfs(join(target, '..'));
  if (bavail * bsize > size) return;
  throw new Refusal(
    `not enough space in ${join(target, '../..')} for a copy of the database: ` +
      `${sizeText(size)} needed, ${sizeText(bavail * bsize)} free`,
  );
}

/** Copies the pair of MQTT unless it is the one of HTTPS, which is copied anyway. */
async function copyMqttTls(source: BackupSource, folder: string): Promise<string[]> {
  const { tls, mqtt } = source;
  const isOfHttps = mqtt.tls?.key === tls?.key && mqtt.tls?.certificate === tls?.certificate;
  return isOfHttps ? [] : copyPair(source, mqtt.tls, join(folder, ENTRIES.mqttTls));
}

/**
 * Copies a certificate and its key, and returns their entries. A pair in the data directory is archived with it; when
 * only one of them is there, the copy has both.
 */
async function copyPair({ dataDir }: BackupSource, files: Config['tls'], folder: string): Promise<string[]> {
  const isElsewhere = (file: string) => relative(dataDir, file).startsWith('..');
  if (!files || ![files.certificate, files.key].some(isElsewhere)) return [];
  await mkdir(folder);
  await copyFile(files.certificate, join(folder, 'certificate.pem'));
  await copyFile(files.key, join(folder, 'key.pem'));
  return ['certificate.pem', 'key.pem'].map((name) => join(basename(folder), name));
}
