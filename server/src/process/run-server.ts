import { existsSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import { type Server, startServer } from '../app/server.ts';
import { readConfig } from '../config/config.ts';
import { ENV_FILE, envFileNames } from '../config/env-file.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { explainFailure } from './start-failure.ts';
import { greet, introducePortal } from './welcome.ts';

async function startAndGreet(): Promise<void> {
  // The data directory holds secrets and people's homes, so that other users must not read it.
  process.umask(0o077);
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  const config = readConfig(process.env, envFileNames());
  const isTerminal = process.stdout.isTTY;
  const logger = await createLogger(config.logLevel, { readable: isTerminal, name: config.serverName });
  for (const { name, nearest } of config.unknownSettings)
    logger.warn({ name, nearest }, 'a name that is not a setting has no effect');
  // On a terminal one line per request would scroll the first credentials out of sight.
  // When stdout is the log, the text for people goes to stderr.
  const output = isTerminal ? process.stdout : process.stderr;
  let portal: string[] = [];
  const starting = startServer(config, {
    logger,
    requestLevel: isTerminal ? 'debug' : 'info',
    beforeListening: async (features) => {
      portal = await introducePortal(config, features, output.isTTY === true);
    },
    beforeReady: (server) => greet(config, server, portal, output),
  }).catch((error: unknown) => {
    throw explainFailure(error, config);
  });
  stopOnSignals(starting, logger, config.drainMs);
  await starting;
}

/** Runs the server until a signal stops it. Prints why when it does not start. */
export async function runServer(): Promise<void> {
  try {
    await startAndGreet();
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    process.stderr.write(`Azulejo did not start: ${text}\n`);
    process.exitCode = 1;
  }
}

/** How long a graceful shutdown may take once clients were handed over. */
const STOP_MS = 9_000;
/** Under npm one Ctrl-C arrives twice, from the terminal and from npm: signals within this time count as one. */
const SAME_KEY_MS = 2_000;
/** The exit code of a shell for SIGINT: 128 + 2. */
const INTERRUPTED = 130;

/**
 * Shuts down gracefully on a signal, even during the start. SIGTERM hands the clients over to other servers before; a
 * second one skips that. A later Ctrl-C exits immediately.
 */
function stopOnSignals(starting: Promise<Server>, logger: Logger, drainMs: number): void {
  const skip = new AbortController();
  let isTerminated = false;
  const grace = closeWithGrace(
    { delay: drainMs + STOP_MS, logger, skip: ['SIGINT', 'SIGTERM', 'beforeExit'] },
    async ({ err, signal }) => {
      if (err) logger.fatal({ err }, 'unexpected error, stopping');
      const server = await starting.catch(() => undefined);
      if (isTerminated) await server?.drain(skip.signal);
      await server?.[Symbol.asyncDispose]();
      logger.info({ signal: signal ?? (isTerminated ? 'SIGTERM' : 'SIGINT') }, 'stopped');
    },
  );
  onSignal('SIGTERM', {
    first() {
      isTerminated = true;
      grace.close();
    },
    later: () => skip.abort(),
  });
  onSignal('SIGINT', { first: grace.close, later: () => process.exit(INTERRUPTED) });
}

/** Calls `first` when the signal arrives, and `later` when it arrives again by another key or command. */
function onSignal(signal: NodeJS.Signals, { first, later }: { first: () => void; later: () => void }): void {
  let at: number | undefined;
  process.on(signal, () => {
    if (at === undefined) first();
    else if (performance.now() - at > SAME_KEY_MS) later();
    at ??= performance.now();
  });
}
