import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { Header, Pax } from 'tar';
import { ifExists } from '../../../platform/if-exists.ts';

const BLOCK_BYTES = 512;

/** The paths of files in a folder. */
export type Files = {
  readonly required: readonly string[];
  /** Those that the platform may remove at any time: they are left out when they no longer exist. */
  readonly removable: AsyncIterable<string>;
};

/** Packs files into a gzipped tar while it is read. The `create` of tar fails when a file was removed. */
export const pack = (folder: string, files: Files): Readable =>
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
