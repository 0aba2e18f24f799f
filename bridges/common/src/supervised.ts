/** How long a graceful shutdown may take when the supervisor is gone. */
const STOP_MS = 5_000;

/**
 * Reads the settings that the supervisor writes as a line of JSON to stdin, so that secrets are in no process list
 * and no file. The pipe stays open until the supervisor ends, for whatever reason; then `onGone` is called.
 */
export function readSupervised(onGone: () => void): Promise<Readonly<Record<string, string>>> {
  const { promise, resolve } = Promise.withResolvers<Readonly<Record<string, string>>>();
  let line = '';
  // `readline` would also split at U+2028 and U+2029, which JSON does not escape in a password.
  process.stdin.setEncoding('utf8').on('data', (chunk: string) => {
    line += chunk;
    if (line.endsWith('\n')) resolve(JSON.parse(line));
  });
  process.stdin.once('end', () => {
    resolve({});
    onGone();
    setTimeout(() => process.exit(1), STOP_MS).unref();
  });
  return promise;
}
