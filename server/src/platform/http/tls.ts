import { type FSWatcher, watch } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createSecureContext } from 'node:tls';
import type { FastifyInstance } from 'fastify';

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

/** Serves a renewed certificate without a restart. A pair that cannot serve (half written) leaves the old one. */
export function followTls(app: FastifyInstance, files: TlsFiles): Disposable {
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
  const watchers: FSWatcher[] = [files.certificate, files.key].map((file) =>
    watch(file, { persistent: false }, reload),
  );
  return {
    [Symbol.dispose]() {
      for (const watcher of watchers) watcher.close();
    },
  };
}
