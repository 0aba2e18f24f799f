import { existsSync } from 'node:fs';
import { startServer } from '../app/server.ts';
import { readConfig } from '../config/config.ts';
import { ENV_FILE, envFileNames } from '../config/env-file.ts';
import { createLogger } from '../platform/logger.ts';
import { explainFailure } from './start-failure.ts';
import { stopOnSignals } from './stop-on-signals.ts';
import { greet, introducePortal } from './welcome.ts';

async function startAndGreet(): Promise<void> {
  // The data directory holds secrets and people's homes, so that other users must not read it.
  process.umask(0o077);
  if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
  const config = readConfig(process.env, envFileNames());
  const isTerminal = process.stdout.isTTY;
  const logger = await createLogger(config.logLevel, { readable: isTerminal });
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
  stopOnSignals(starting, logger);
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
