import type { BridgeCheck } from '@azulejo/contract';
import type { Config } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import type { Connection } from '../../connections/bridges/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Timers } from '../../platform/clock.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { launch } from './launch.ts';
import { permissionFlags } from './permissions.ts';
import { readEvent } from './report.ts';
import { bridgeSettings } from './settings.ts';

/** Longer than the checks of the bridges take. */
const TIMEOUT_MS = 12_000;

type Platform = { readonly config: Config; readonly timers: Timers };

/** Creates a function that tries connections, two at once. */
export const createCheckConnection = ({ config, timers }: Platform) => {
  const limit = createLimiter({ maxConcurrent: 2, maxWaiting: 10, maxWaitingPerKey: 10 });
  return (connection: Connection): Promise<BridgeCheck> =>
    limit('', () => checkConnection({ config, timers }, connection));
};

/**
 * Tries a connection in its own process, since the other side may be hostile. Throws `invalid_request` naming the
 * member that is wrong.
 */
async function checkConnection({ config, timers }: Platform, connection: Connection): Promise<BridgeCheck> {
  const { password } = connection;
  const secrets = { clientId: 'check', clientSecret: 'check', password };
  let found: Readonly<Record<string, unknown>> | undefined;
  const child = launch({
    command: installation.bridgeCommands[connection.type],
    flags: permissionFlags(connection.type),
    args: ['--supervised', '--check'],
    settings: bridgeSettings(connection, secrets, { platform: 'http://127.0.0.1' }),
    environment: config.childEnvironment(),
    timers,
    onLine: (line) => {
      const event = readEvent(line);
      if (event?.['event'] === 'checked') found = event;
    },
  });
  using _late = timers.setTimer(TIMEOUT_MS, child.kill);
  await child.ended;
  if (!found) throw new ApiError('internal', { detail: 'The connection could not be tried.' });
  const { field, reason, version, devices, problem } = found;
  if (field !== undefined) throw invalidField(String(field), String(reason));
  return { version: String(version), devices: Number(devices), problem: String(problem) };
}
