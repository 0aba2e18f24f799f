import { once } from 'node:events';
import { createServer } from 'node:net';

/** A port of this machine that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** So many, no two the same. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return Promise.all(
    servers.map(async (server) => {
      const address = server.address();
      server.close();
      await once(server, 'close');
      if (address === null || typeof address === 'string') throw new Error('No port was given.');
      return address.port;
    }),
  );
}
