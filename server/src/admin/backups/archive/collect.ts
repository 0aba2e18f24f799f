import {
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  stat,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { backupTo, type EngineName, SQLITE_FILE } from '@azulejo/storage';
import { Header, Pax } from 'tar';
import type { Config } from '../../../config/config.ts';
import { openWithoutMigrating } from '../../../database/open.ts';
import { ifExists } from '../../../platform/if-exists.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sizeText } from '../../../platform/text.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ENTRIES, filesToKeep, type Manifest } from './layout.ts';
import { type Progress, watchFile } from './progress.ts';

/** The contents of a backup. */
export type BackupSource = Pick<
  Config,
  'dataDir' | 'databaseUrl' | 'databaseDirectUrl' | 'keysDir' | 'tls'
> & {
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
    ...(await copyKeys(source, join(folder, ENTRIES.keys))),
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
async function copyDatabase(source: BackupSource, target: string, progress: Progress): Promise<EngineName> {
  if (!source.databaseUrl) await requireSpace(join(source.dataDir, SQLITE_FILE), target);
  await using storage = await openWithoutMigrating(source);
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
  if (!files || ![files.certificate, files.key].some((file) => isElsewhere(file, dataDir))) return [];
  await mkdir(folder);
  await copyFile(files.certificate, join(folder, 'certificate.pem'));
  await copyFile(files.key, join(folder, 'key.pem'));
  return ['certificate.pem', 'key.pem'].map((name) => join(basename(folder), name));
}

/** Copies the keys that seal secrets, if they are outside of the data directory. Returns their entries. */
async function copyKeys({ dataDir, keysDir }: BackupSource, folder: string): Promise<string[]> {
  const names = isElsewhere(keysDir, dataDir) ? ((await ifExists(readdir(keysDir))) ?? []) : [];
  const keys = names.filter((name) => name.endsWith('.key'));
  if (keys.length > 0) await mkdir(folder);
  for (const name of keys) await copyFile(join(keysDir, name), join(folder, name));
  return keys.map((name) => join(ENTRIES.keys, name));
}

const isElsewhere = (path: string, dataDir: string): boolean => relative(dataDir, path).startsWith('..');

const BLOCK_BYTES = 512;

/** The paths of files in a folder. */
type Files = {
  readonly required: readonly string[];
  /** Those that the platform may remove at any time: they are left out when they no longer exist. */
  readonly removable: AsyncIterable<string>;
};

/** Packs files into a gzipped tar while it is read. The `create` of tar fails when a file was removed. */
const pack = (folder: string, files: Files): Readable =>
  // An error destroys the returned stream, whose reader gets it.
  pipeline(archive(folder, files), createGzip(), () => undefined);

async function* archive(folder: string, { required, removable }: Files): AsyncGenerator<Buffer> {
  for (const path of required) {
    await using file = await open(join(folder, path));
    yield* entry(path, file);
  }
  for await (const path of removable) {
    await using file = await ifExists(open(join(folder, path)));
    if (file) yield* entry(path, file);
  }
  yield Buffer.alloc(2 * BLOCK_BYTES);
}

/** Writes the file with the size that it had when it was opened: a log may grow meanwhile. */
async function* entry(path: string, file: FileHandle): AsyncGenerator<Buffer> {
  const { size, mode, mtime } = await file.stat();
  const block = Buffer.alloc(BLOCK_BYTES);
  const header = new Header({ path, type: 'File', mode: mode & 0o777, size, mtime });
  // Returns whether a value does not fit into the header, such as a long path.
  if (header.encode(block)) yield new Pax({ path, size, mtime }).encode();
  yield block;
  let written = 0;
  if (size > 0) {
    for await (const chunk of file.createReadStream({ start: 0, end: size - 1, autoClose: false })) {
      written += (chunk as Buffer).length;
      yield chunk as Buffer;
    }
  }
  if (written < size) throw new Error(`${path} became shorter while it was backed up`);
  yield Buffer.alloc((BLOCK_BYTES - (size % BLOCK_BYTES)) % BLOCK_BYTES);
}
