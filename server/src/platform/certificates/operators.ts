import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { Logger } from '../logger.ts';
import { followFiles } from './follow-files.ts';
import { newest, type ServedCertificate, type TlsPair, toPair } from './served.ts';

export type PairFiles = {
  readonly certificate: string;
  readonly key: string;
  /** The settings that name the two files. */
  readonly settings: readonly [certificate: string, key: string];
};

/** Reads the pair. Throws an error that names the settings when certificate and key do not match. */
export async function readPair(files: PairFiles): Promise<TlsPair> {
  const [certificate, key] = await Promise.all([
    readFile(files.certificate, 'utf8'),
    readFile(files.key, 'utf8'),
  ]);
  const pair = toPair({ certificate, key });
  try {
    createSecureContext(pair);
  } catch (error) {
    throw new Error(`${files.settings.join(' and ')} do not serve together`, { cause: error });
  }
  return pair;
}

/**
 * Serves the operator's certificate and re-reads it when it is renewed. Keeps the old pair while the new is
 * invalid.
 */
export async function serveOperators(
  files: PairFiles,
  { logger, everyMs }: { logger: Logger; everyMs?: number },
): Promise<ServedCertificate> {
  const { renew, ...served } = newest(await readPair(files));
  const following = followFiles([files.certificate, files.key], { logger, everyMs }, async () => {
    renew(await readPair(files));
    logger.info({ file: files.certificate }, 'certificate re-read');
  });
  return {
    ...served,
    trusted: () => undefined,
    [Symbol.asyncDispose]: async () => following[Symbol.dispose](),
  };
}
