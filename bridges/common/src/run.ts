import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  AzulejoError,
  createManager,
  fileOutboxStore,
  type ManagerClient,
  type ManagerLive,
} from '@azulejo/sdk/manager';
import type { Checked } from './check-mqtt.ts';
import { createLog, type Log } from './log.ts';
import { type CommonOptions, type Environment, UsageError } from './options.ts';
import { setSystemTimer, sleep } from './timers.ts';

/** A program that connects another system to a platform. */
export type Bridge<Options extends CommonOptions> = {
  readonly help: string;
  /** Returns undefined for `--help`. Throws UsageError. */
  readOptions(args: readonly string[], environment: Environment): Options | undefined;
  /** Starts the bridge. Resolves with the function that stops it. */
  start(options: Options, manager: ManagerClient, live: ManagerLive, log: Log): Promise<() => Promise<void>>;
  /** Tries the connection to the other system, for at most ten seconds. */
  check(options: Options): Promise<Checked>;
};

/** Options that only the platform passes when it starts this program: see `readSupervised` and `Bridge.check`. */
const SUPERVISED = '--supervised';
const CHECK = '--check';

const STOPPED = 0;
const FAILED = 1;
const WRONG_USAGE = 2;
const CREDENTIALS_REFUSED = 3;
const RETRY_MS = 5_000;

/**
 * Returns whether the platform refused the credentials, so that a retry is useless. A platform that is overloaded or
 * fails (5xx), and a proxy in front of one that restarts, may accept them later.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof AzulejoError)) return false;
  const { name, status = 500 } = error;
  return name === 'SessionEnded' || (name === 'Refused' && status < 500 && status !== 429);
}

/**
 * Runs a bridge until a signal or the platform stops it, and sets the exit code of the process. A supervised bridge
 * also stops with the process that started it.
 */
export async function runBridge<Options extends CommonOptions>(
  bridge: Bridge<Options>,
  given: readonly string[],
  environment: Environment,
): Promise<void> {
  const log = createLog((line) => void process.stdout.write(line));
  const signals = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => signals.abort());
  try {
    const isSupervised = given.includes(SUPERVISED);
    const settings = isSupervised ? await readSupervised(() => signals.abort()) : {};
    const args = given.filter((each) => each !== SUPERVISED && each !== CHECK);
    const options = bridge.readOptions(args, { ...environment, ...settings });
    if (!options) process.stdout.write(bridge.help);
    else if (given.includes(CHECK)) log('checked', await bridge.check(options));
    else process.exitCode = await run(bridge, options, { signal: signals.signal, log, isSupervised });
  } catch (error) {
    process.exitCode = codeOf(error, signals.signal, log);
  }
  // The pipe from the supervisor would keep the process running.
  process.stdin.destroy();
}

/**
 * Sends all requests to the address that a supervised bridge was given. A platform behind a proxy returns URLs with
 * its public address, which this machine may not reach.
 */
const fetchAt =
  (platform: string): typeof fetch =>
  (input, init) => {
    const url = new URL(String(input));
    return fetch(new URL(`${url.pathname}${url.search}`, platform), init);
  };

async function run<Options extends CommonOptions>(
  bridge: Bridge<Options>,
  options: Options,
  { signal, log, isSupervised }: { signal: AbortSignal; log: Log; isSupervised: boolean },
): Promise<number> {
  const { platform, clientId, clientSecret, dataDir } = options;
  if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const manager = createManager({
    url: platform,
    clientId,
    clientSecret,
    ...(isSupervised && { fetch: fetchAt(platform) }),
  });
  const live = await connect(manager, options, signal, log);
  // An open connection would keep the process running, and commands waiting, after a start that failed.
  try {
    const closeBridge = await bridge.start(options, manager, live, log);
    log('started', { platform });
    const error = await Promise.race([live.closed, aborted(signal)]);
    await closeBridge();
    if (error) throw error;
  } finally {
    await live.close();
  }
  log('stopped');
  return STOPPED;
}

/** Resolves when the signal is aborted. It may have been already, during the start. */
const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

/** Connects to the platform, and retries until it can be reached. */
async function connect(
  manager: ManagerClient,
  { platformMqtt, dataDir }: CommonOptions,
  signal: AbortSignal,
  log: Log,
): Promise<ManagerLive> {
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
      await sleep(setSystemTimer, RETRY_MS, signal);
    }
  }
}

function codeOf(error: unknown, signal: AbortSignal, log: Log): number {
  if (signal.aborted) return STOPPED;
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message} See --help.\n`);
    return WRONG_USAGE;
  }
  log('failed', { reason: String(error) });
  return isRefused(error) ? CREDENTIALS_REFUSED : FAILED;
}

/** How long a graceful shutdown may take when the supervisor is gone. */
const STOP_MS = 5_000;

/**
 * Reads the settings that the supervisor writes as a line of JSON to stdin, so that secrets are in no process list
 * and no file. The pipe stays open until the supervisor ends, for whatever reason; then `onGone` is called.
 */
function readSupervised(onGone: () => void): Promise<Readonly<Record<string, string>>> {
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
