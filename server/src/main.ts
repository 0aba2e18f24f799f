import { existsSync } from 'node:fs';
import { startServer } from './app/server.ts';
import { readConfig } from './config/config.ts';
import { createLogger } from './platform/logger.ts';
import { explainFailure } from './process/start-failure.ts';
import { stopOnSignals } from './process/stop-on-signals.ts';
import { greet } from './process/welcome.ts';

async function main(): Promise<void> {
  // The data directory holds secrets and people's homes, so that other users must not read it.
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const isTerminal = process.stdout.isTTY;
  const logger = await createLogger(config.logLevel, { readable: isTerminal });
  // On a terminal one line per request would scroll the first credentials out of sight.
  const starting = startServer(config, { logger, requestLevel: isTerminal ? 'debug' : 'info' }).catch(
    (error: unknown) => {
      throw explainFailure(error, config);
    },
  );
  stopOnSignals(starting, logger);
  const server = await starting;
  releaseStartMemory();
  try {
    // When stdout is the log, the text for people goes to stderr.
    await greet(config, server, process.stdout.isTTY ? process.stdout : process.stderr);
  } catch (error) {
    // When the credentials could not be shown, the server must not continue without them.
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Loading and compiling leave 20 MB of garbage and empty pages, which V8 would hold until it needs them. start.cjs
 * exposes the collector; without it there is nothing to call.
 */
function releaseStartMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Azulejo did not start: ${text}\n`);
  process.exitCode = 1;
});
