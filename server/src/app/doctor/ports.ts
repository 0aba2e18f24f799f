import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { DataDirLockedError, lockDataDir } from '@azulejo/storage';
import type { Config } from '../../config/config.ts';
import { broken, type Finding, ok } from './check.ts';

type Listener = { setting: string; port: number | undefined; hostSetting: string; host: string };

export async function checkPorts({ host, httpPort, mqtt, dataDir }: Config): Promise<Finding[]> {
  const listeners: Listener[] = [
    { setting: 'HTTP_PORT', port: httpPort, hostSetting: 'HOST', host },
    { setting: 'MQTT_PORT', port: mqtt.port, hostSetting: 'MQTT_HOST', host: mqtt.host },
    { setting: 'MQTTS_PORT', port: mqtt.tlsPort, hostSetting: 'HOST', host },
  ];
  // The checks run one after the other, because each takes the server's lock for a moment.
  const findings: Finding[] = [];
  for (const listener of listeners) findings.push(await checkPort(listener, dataDir));
  return findings;
}

async function checkPort({ setting, port, hostSetting, host }: Listener, dataDir: string): Promise<Finding> {
  if (port === undefined) return ok(setting, 'off');
  const name = `${setting} ${port}`;
  const code = await listenError(host, port);
  if (code === undefined) return ok(name, `free on ${host}`);
  if (code === 'EADDRINUSE') {
    return isServed(dataDir)
      ? ok(name, 'in use by the running server')
      : broken(name, 'in use by another program', `stop that program, or set ${setting} to another port`);
  }
  if (code === 'EACCES') {
    return broken(name, 'this user is not allowed to listen on this port', `set ${setting} to 1024 or more`);
  }
  return broken(
    name,
    `cannot listen on ${host}: ${code}`,
    `set ${hostSetting} to an address of this machine`,
  );
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

/**
 * Returns whether a server holds the data directory. It takes the lock for a moment, and only if something
 * listens already.
 */
function isServed(dataDir: string): boolean {
  if (!existsSync(dataDir)) return false;
  try {
    lockDataDir(dataDir)[Symbol.dispose]();
    return false;
  } catch (error) {
    return error instanceof DataDirLockedError;
  }
}
