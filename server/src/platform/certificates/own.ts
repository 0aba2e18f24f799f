import { runEvery } from '../interval-job.ts';
import { followFiles } from './follow-files.ts';
import { ownFiles, publicFile } from './own-files.ts';
import { newest, type ServedCertificate, toPair } from './served.ts';
import { type Surroundings, settle } from './settle.ts';

type Parts = Surroundings & {
  /** Where authorities, certificates and keys are kept; servers that share it share them. */
  folder: string;
  everyMs?: number;
};

const HOUR_MS = 3600 * 1000;

/**
 * A certificate by an authority of our own, made at the first start. The certificate is renewed before its end and when
 * addresses come. An authority, which clients were told to trust, never goes before its end: another is made beside it
 * a year before, and when a host is configured that none may name; then the oldest that may is used. So servers that
 * share the folder agree, and a slip in a setting strands nobody once it is corrected.
 */
export async function serveOwn(parts: Parts): Promise<ServedCertificate> {
  const { folder, logger, everyMs } = parts;
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
  const looking = runEvery(HOUR_MS, look, logger);
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
