import { createInterface } from 'node:readline';

/** How long a graceful shutdown may take when the supervisor is gone. */
const STOP_MS = 5_000;

/**
 * Reads the settings that the supervisor writes as a line of JSON to stdin, so that secrets are in no process list
 * and no file. The pipe stays open until the supervisor ends, for whatever reason; then `onGone` is called.
 */
export function readSupervised(onGone: () => void): Promise<Readonly<Record<string, string>>> {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, string>>>();
  const lines = createInterface(process.stdin);
  lines.once('line', (line) => resolve(JSON.parse(line)));
  lines.once('close', () => {
    resolve({});
    onGone();
    setTimeout(() => process.exit(1), STOP_MS).unref();
  });
  return promise;
}
