import { repeat } from '../background.ts';
import { followFiles } from './follow-files.ts';
import { ownFiles } from './own-files.ts';
import { newest, type ServedCertificate, toPair } from './served.ts';
import { type Surroundings, settle } from './settle.ts';

type Parts = Surroundings & {
  /** Where authority, certificate and keys are kept; servers that share it share them. */
  folder: string;
  everyMs?: number;
};

const HOUR_MS = 3600 * 1000;

/**
 * A certificate by an authority of our own, made at the first start. The certificate is renewed before its end and when
 * the hosts change; the authority, which clients were told to trust, only when it ends or may not name a host that is
 * configured. What is there is taken, so that servers that share the folder agree.
 */
export async function serveOwn(parts: Parts): Promise<ServedCertificate> {
  const { folder, logger, everyMs } = parts;
  const files = ownFiles(folder);
  const first = await settle(files, parts);
  let authority = first.authority.certificate;
  const { renew, ...served } = newest(toPair(first.leaf));
  let settling: Promise<void> = Promise.resolve();
  const look = (): Promise<void> => {
    const looked = settling.then(async () => {
      const found = await settle(files, parts);
      authority = found.authority.certificate;
      renew(toPair(found.leaf));
    });
    settling = looked.catch(() => undefined);
    return looked;
  };
  const following = followFiles([files.authorityPath, files.leafPath], { logger, everyMs }, look);
  const looking = repeat(HOUR_MS, look, logger);
  return {
    ...served,
    authority: () => authority,
    async [Symbol.asyncDispose]() {
      following[Symbol.dispose]();
      await looking[Symbol.asyncDispose]();
      await settling;
    },
  };
}
