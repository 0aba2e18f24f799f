#!/usr/bin/env node
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import {
  AzulejoError,
  createManager,
  fileOutboxStore,
  type ManagerClient,
  type ManagerLive,
} from '@azulejo/sdk/manager';
import { startBridge } from './bridge.ts';
import { createLog } from './log.ts';
import { HELP, type Options, readOptions, UsageError } from './options.ts';

const STOPPED = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
const CREDENTIALS_REFUSED = 3;
const RETRY_MS = 5_000;

const log = createLog((line) => void process.stdout.write(line));
const signals = new AbortController();
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => signals.abort());

/** The credentials are wrong, which trying again does not change. */
const isRefused = (error: unknown) =>
  error instanceof AzulejoError &&
  (error.name === 'Refused' || error.name === 'SessionEnded') &&
  error.status !== 429;

/** Connects; a platform that is not there yet, is tried again. */
async function connect(manager: ManagerClient, { platformMqtt, dataDir }: Options): Promise<ManagerLive> {
  const store = dataDir === undefined ? undefined : { store: fileOutboxStore(join(dataDir, 'outbox.jsonl')) };
  for (;;) {
    try {
      return await manager.connect({
        ...(platformMqtt !== undefined && { url: platformMqtt }),
        ...(store && { outbox: store }),
      });
    } catch (error) {
      if (isRefused(error)) throw error;
      log('platform_unreachable', { reason: String(error) });
      await wait(RETRY_MS, undefined, { signal: signals.signal });
    }
  }
}

async function run(options: Options): Promise<number> {
  const { platform, clientId, clientSecret, dataDir } = options;
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const manager = createManager({ url: platform, clientId, clientSecret });
  const live = await connect(manager, options);
  const closeBridge = await startBridge(options, manager, live, log);
  log('started', { platform, baseTopic: options.baseTopic });
  const stopped = new Promise<undefined>((resolve) => {
    signals.signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const error = await Promise.race([live.closed, stopped]);
  await closeBridge();
  await live.close();
  if (error) throw error;
  log('stopped');
  return STOPPED;
}

function codeOf(error: unknown): number {
  if (signals.signal.aborted) return STOPPED;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message} See --help.\n`);
    return WRONG_USAGE;
  }
  log('failed', { reason: String(error) });
  return isRefused(error) ? CREDENTIALS_REFUSED : FAILED;
}

try {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options) process.exitCode = await run(options);
  else process.stdout.write(HELP);
} catch (error) {
  process.exitCode = codeOf(error);
}
