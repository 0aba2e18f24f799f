import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { LRUCache } from 'lru-cache';
import { installation } from '../../config/installation.ts';
import { memoizeAsync } from '../../platform/memoize-async.ts';
import { etagOf } from '../../platform/revision.ts';
import { messagesScript } from './messages-script.ts';

const MAIN = 'index.html';
/** The earliest date in a ZIP file, which stores no time zone. A fixed date makes archives reproducible. */
const NO_TIME = new Date(1980, 0, 1);
/** Archives in memory, of about 20 KB each. */
const MAX_ARCHIVES = 200;

export type Archive = {
  readonly bytes: Buffer;
  /** Lowercase hex, the form in which known apps compare it (ios-app 9.2). */
  readonly sha256: string;
  readonly etag: string;
};

export type DevicePages = Awaited<ReturnType<typeof createDevicePages>>;

/**
 * Builds the page that opens when a tile is tapped, as an archive that known apps cache (android-app 2.10,
 * ios-app 9.2). One page serves every kind of device; archives differ only in the id under which an app
 * stores them. The same files yield the same bytes on every server.
 */
export async function createDevicePages() {
  const files = await readPage(installation.devicePageFolder);
  const archives = new LRUCache<string, Archive>({ max: MAX_ARCHIVES });

  function archive(uuid: string): Archive {
    const known = archives.get(uuid);
    if (known) return known;
    const meta = Buffer.from(JSON.stringify({ main: MAIN, uuid }));
    const bytes = Buffer.from(
      zipSync({ 'interface-meta.json': meta, ...files }, { level: 9, mtime: NO_TIME }),
    );
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const made = { bytes, sha256, etag: etagOf(sha256) };
    archives.set(uuid, made);
    return made;
  }

  return {
    archive,
    /**
     * Returns the value of a channel's `interface.etag`: exactly that of the ETag header, quotes included.
     */
    etagOf: (uuid: string): string => archive(uuid).etag,
  };
}

/** Reads the page's files once in a process: they belong to the version that runs. */
const readPage = memoizeAsync(async (folder: string): Promise<Record<string, Uint8Array>> => {
  const names = (await readdir(folder)).toSorted();
  const files = await Promise.all(
    names.map(async (name) => [name, new Uint8Array(await readFile(join(folder, name)))] as const),
  );
  return { ...Object.fromEntries(files), 'messages.js': messagesScript(['device-page/']) };
});
