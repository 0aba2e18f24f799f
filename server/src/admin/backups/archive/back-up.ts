import { createWriteStream, existsSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { Transform, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type EngineName, lockDataDir, makePrivateFolder } from '@azulejo/storage';
import { hasDatabase } from '../../../database/open.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { sizeText } from '../../../platform/text.ts';
import { type BackupSource, collect } from './collect.ts';
import { createEncryptor, type Encryption } from './encryption.ts';
import { COLLECTING_PREFIX } from './layout.ts';
import type { Progress } from './progress.ts';
import { removeUnlockedFolders, temporaryFolder } from './temporary-folder.ts';

export type BackupReport = { bytes: number; engine: EngineName; files: number; isEncrypted: boolean };

export type BackupOptions = {
  /** The version of Azulejo, for the archive. */
  readonly version: string;
  readonly encryption: Encryption | undefined;
  readonly progress: Progress;
};

/**
 * Writes one archive of the whole platform while the platform is in use. The file gets its name when it is
 * complete and on the disk; it never replaces another one.
 */
export async function backUpToFile(
  source: BackupSource,
  file: string,
  options: BackupOptions,
): Promise<BackupReport> {
  const target = resolve(file);
  refuseTarget(source, target);
  refuseNothing(source);
  await using folder = temporaryFolder(join(dirname(target), `.${basename(target)}-`));
  const part = join(folder.path, basename(target));
  const output = createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true });
  const report = await write(source, { output, name: basename(target), end: true }, options);
  await rename(part, target);
  return report;
}

/** Writes the archive to a stream, which it does not end. */
export async function backUpToStream(
  source: BackupSource,
  output: Writable,
  options: BackupOptions,
): Promise<BackupReport> {
  refuseNothing(source);
  return write(source, { output, name: 'stream', end: false }, options);
}

function refuseTarget({ dataDir }: BackupSource, target: string): void {
  if (existsSync(target)) throw new Refusal(`${target} already exists; a backup never overwrites a file`);
  if (!existsSync(dirname(target))) throw new Refusal(`folder not found: ${dirname(target)}`);
  if (!relative(dataDir, target).startsWith('..')) {
    throw new Refusal('a backup inside the data directory would be lost with it; choose another place');
  }
}

function refuseNothing(source: BackupSource): void {
  if (!hasDatabase(source)) throw new Refusal(`there is nothing to back up in ${source.dataDir}`);
}

/**
 * Collects in the data directory, so that no unencrypted copy of the database reaches the place of the
 * backups.
 */
async function write(
  source: BackupSource,
  { output, name, end }: { output: Writable; name: string; end: boolean },
  { version, encryption, progress }: BackupOptions,
): Promise<BackupReport> {
  const encrypt = encryption && (await createEncryptor(encryption));
  makePrivateFolder(source.dataDir);
  await removeUnlockedFolders(join(source.dataDir, COLLECTING_PREFIX));
  await using folder = temporaryFolder(join(source.dataDir, `${COLLECTING_PREFIX}${name}-`));
  // The lock ends with this process, also when it is killed. The next backup or start then removes the folder.
  using _lock = lockDataDir(folder.path);
  const { archive, engine, files } = await collect(source, folder.path, { version, progress });
  const counted = countBytes((bytes) =>
    progress(`packing the database and ${files()} files: ${sizeText(bytes)}`),
  );
  await pipeline(encrypt ? await encrypt(archive) : archive, counted.through, output, { end });
  return { bytes: counted.bytes(), engine, files: files(), isEncrypted: encrypt !== undefined };
}

function countBytes(report: (bytes: number) => void) {
  let bytes = 0;
  const through = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      report(bytes);
      done(null, chunk);
    },
  });
  return { through, bytes: () => bytes };
}
