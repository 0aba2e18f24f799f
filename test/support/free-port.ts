import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Above the highest port that `fetch` refuses to connect to, which is 10080 (Fetch 2.9). */
const LOWEST = 10_081;
/** Below the ports of outgoing connections: from 32768 on Linux, from 49152 elsewhere. */
const HIGHEST = 32_000;

/** Files of the ports that this process reserved. */
const taken: string[] = [];
process.once('exit', () => {
  for (const path of taken) rmSync(path, { force: true });
});

/** Returns a free port of this machine that no other test is going to use. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Returns `count` different free ports. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if ((await isFree(port)) && take(port)) found.add(port);
  }
  return [...found];
}

/** Reserves the port by an exclusive file, since other processes check ports at the same time. */
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
