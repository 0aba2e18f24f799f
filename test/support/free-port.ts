import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Below what systems give to outgoing connections (32768 on Linux, 49152 elsewhere): those would take a port in between. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** Those that were given out here. */
const taken: string[] = [];
process.once('exit', () => {
  for (const path of taken) rmSync(path, { force: true });
});

/** A port of this machine that nobody listened on a moment ago, and that no other test is about to. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** So many, no two the same. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await isFree(port)) && take(port)) found.add(port);
  }
  return [...found];
}

/** Between a look and the listening other processes look, too: a file that is made once says whose the port is. */
function take(port: number): boolean {
  const path = join(tmpdir(), `azulejo-port-${port}`);
  try {
    writeFileSync(path, '', { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
  taken.push(path);
  return true;
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
