import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Below what systems give to outgoing connections (32768 on Linux, 49152 elsewhere): those would take a port in between. */
const LOWEST = 10_000;
const HIGHEST = 32_000;

/** A port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** So many, no two the same. */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  while (found.size < count) {
    const port = randomInt(LOWEST, HIGHEST);
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
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
