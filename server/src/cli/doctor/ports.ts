import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Config } from '../../config.ts';
import { DataDirLockedError, lockDataDir } from '../../platform/storage/index.ts';
import { broken, type Finding, ok } from './check.ts';

export async function checkPorts({ host, httpPort, dataDir }: Config): Promise<Finding[]> {
  const name = `HTTP_PORT ${httpPort}`;
  const code = await listenError(host, httpPort);
  if (code === undefined) return [ok(name, `free on ${host}`)];
  if (code === 'EADDRINUSE') {
    return isServed(dataDir)
      ? [ok(name, 'in use by the running server')]
      : [broken(name, 'in use by another program', 'stop that program, or set HTTP_PORT to another port')];
  }
  if (code === 'EACCES') {
    return [broken(name, 'this user may not listen there', 'set HTTP_PORT to 1024 or more')];
  }
  return [broken(name, `cannot listen on ${host}: ${code}`, 'set HOST to an address of this machine')];
}

async function listenError(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen({ host, port, exclusive: true });
    await once(server, 'listening');
    server.close();
    await once(server, 'close');
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** Whether a server has the data directory. Taken for a moment, and only where something listens already. */
function isServed(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockDataDir(dataDir, 'exclusive')[Symbol.dispose]();
    return false;
  } catch (error) {
    return error instanceof DataDirLockedError;
  }
}
