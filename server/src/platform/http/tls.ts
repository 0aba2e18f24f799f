import { unwatchFile, watchFile } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';

const LOOK_MS = 30_000;

export type TlsFiles = { certificate: string; key: string };
export type TlsPair = { cert: Buffer; key: Buffer };

/** Throws naming the setting when certificate and key cannot serve together. */
export async function readTls(files: TlsFiles): Promise<TlsPair> {
  const [cert, key] = await Promise.all([readFile(files.certificate), readFile(files.key)]);
  try {
    createSecureContext({ cert, key });
  } catch (error) {
    throw new Error('TLS_CERT and TLS_KEY do not serve together', { cause: error });
  }
  return { cert, key };
}

/**
 * Serves a renewed certificate without a restart. A pair that cannot serve (half written) leaves the old one. The files
 * are looked at again and again: watching an inode misses who renames a new file, or turns a link, into its place.
 */
export function followTls(app: FastifyInstance, files: TlsFiles, everyMs = LOOK_MS): Disposable {
  const reload = () => {
    readTls(files).then(
      (pair) => {
        if ('setSecureContext' in app.server && typeof app.server.setSecureContext === 'function') {
          app.server.setSecureContext(pair);
          app.log.info('certificate re-read');
        }
      },
      (error: unknown) => app.log.warn({ err: error }, 'certificate not re-read'),
    );
  };
  const watched = [files.certificate, files.key];
  for (const file of watched) watchFile(file, { interval: everyMs, persistent: false }, reload);
  return {
    [Symbol.dispose]() {
      for (const file of watched) unwatchFile(file, reload);
    },
  };
}
