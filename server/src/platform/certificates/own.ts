import type { Timers } from '../clock.ts';
import { runEvery } from '../interval-job.ts';
import { followFiles } from './follow-files.ts';
import { ownFiles, publicFile } from './own-files.ts';
import { newest, type ServedCertificate, toPair } from './served.ts';
import { type Dependencies, settle } from './settle.ts';

type Parts = Dependencies & {
  /** The folder of authorities, certificates and keys. Servers with the same folder share them. */
  folder: string;
  everyMs?: number;
  timers: Timers;
};

const HOUR_MS = 3600 * 1000;

/**
 * Serves a certificate of our own authority, which is created at the first start.
 *
 * 1. The certificate is renewed before it expires and when the machine gets new addresses.
 * 2. Clients trust the authority, so it is never removed before it expires. A second one is created a year
 *    before that, or when a host is configured that no authority may name.
 * 3. The oldest authority that may name all hosts is used. So servers that share the folder agree, and a
 *    mistake in a setting has no lasting effect once it is corrected.
 */
export async function serveOwn(parts: Parts): Promise<ServedCertificate> {
  const { folder, logger, everyMs, timers } = parts;
  const files = ownFiles(folder);
  const first = await settle(files, parts);
  let { trusted } = first;
  const { renew, ...served } = newest(toPair(first.leaf));
  let settling: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => {
    const looked = settling.then(async () => {
      const found = await settle(files, parts);
      trusted = found.trusted;
      renew(toPair(found.leaf));
    });
    settling = looked.catch(() => undefined);
    return looked;
  };
  const following = followFiles(
    [publicFile(folder), files.leafPath(first.number)],
    { logger, everyMs },
    look,
  );
  const looking = runEvery(look, { name: 'renew certificates', everyMs: HOUR_MS, clock: timers, logger });
  return {
    ...served,
    trusted: () => trusted,
    async [Symbol.asyncDispose]() {
      following[Symbol.dispose]();
      await looking[Symbol.asyncDispose]();
      await settling;
    },
  };
}
