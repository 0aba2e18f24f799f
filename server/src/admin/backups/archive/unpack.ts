import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar';
import { Refusal } from '../../../platform/refusal.ts';
import { decrypt, HEAD_BYTES, type Key, type KeyKind, keyKindOf } from './encryption.ts';
import { ARCHIVE_FORMAT, ARCHIVE_VERSION, ENTRIES, isEntry, type Manifest } from './layout.ts';

/** A backup to restore. */
export type BackupInput = {
  readonly stream: Readable;
  /** Used in messages about the backup. */
  readonly name: string;
  /** Returns the key of an encrypted backup. */
  readonly unlock: (kind: KeyKind) => Promise<Key>;
};

/** Extracts files and folders of a backup only; tar itself refuses paths outside the folder. */
export async function unpack({ stream, name, unlock }: BackupInput, cwd: string): Promise<Manifest> {
  try {
    const archive = await open(stream, unlock);
    await pipeline(
      archive,
      extract({
        cwd,
        strict: true,
        dmode: 0o700,
        filter: (path, entry) =>
          'type' in entry && (entry.type === 'File' || entry.type === 'Directory') && isEntry(path),
      }),
    );
  } catch (cause) {
    throw refusalOf(cause, name);
  }
  return readManifest(name, join(cwd, ENTRIES.manifest));
}

function refusalOf(cause: unknown, name: string): Refusal {
  if (cause instanceof Refusal) return cause;
  const isNone = cause instanceof Error && 'tarCode' in cause && cause.tarCode === 'TAR_BAD_ARCHIVE';
  return new Refusal(
    isNone ? `${name} is not a backup of Azulejo, or is damaged` : `${name} is damaged or incomplete`,
    { cause },
  );
}

/** Decrypts the stream if it is encrypted. */
async function open(stream: Readable, unlock: BackupInput['unlock']): Promise<Readable> {
  const chunks = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const head = await readHead(chunks);
  const whole = Readable.from(joined(head, chunks), { objectMode: false });
  const kind = keyKindOf(head);
  return kind === undefined ? whole : decrypt(whole, await unlock(kind));
}

async function readHead(chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  while (head.length < HEAD_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head = Buffer.concat([head, next.value]);
  }
  return head;
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  yield* { [Symbol.asyncIterator]: () => rest };
}

async function readManifest(name: string, path: string): Promise<Manifest> {
  if (!existsSync(path)) throw new Refusal(`${name} is not a backup of Azulejo`);
  const manifest = (await readFile(path, 'utf8')
    .then(JSON.parse)
    .catch((cause: unknown) => {
      throw new Refusal(`${name} is damaged: its manifest is not JSON`, { cause });
    })) as Manifest | null;
  if (manifest?.format !== ARCHIVE_FORMAT) throw new Refusal(`${name} is not a backup of Azulejo`);
  if (manifest.version !== ARCHIVE_VERSION) {
    throw new Refusal(
      `${name} was created by a newer Azulejo (${manifest.azulejo}); restore it with that version`,
    );
  }
  return manifest;
}
