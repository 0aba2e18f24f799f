import { existsSync } from 'node:fs';
import closeWithGrace from 'close-with-grace';
import { readConfig } from './config.ts';
import { createLogger } from './platform/logger.ts';
import { startServer } from './server.ts';
import { greet } from './welcome.ts';

/** In-flight requests get this long; orchestrators kill after ten seconds. */
const STOP_MS = 9_000;

async function main(): Promise<void> {
  // The data directory holds secrets and people's homes: nobody else may read it.
  process.umask(0o077);
  if (existsSync('.env')) process.loadEnvFile('.env');
  const config = readConfig(process.env);
  const logger = await createLogger(config.logLevel, { readable: process.stdout.isTTY });
  const server = await startServer(config, { logger });
  closeWithGrace({ delay: STOP_MS, logger }, async ({ err }) => {
    if (err) logger.fatal({ err }, 'unexpected error, stopping');
    await server[Symbol.asyncDispose]();
  });
  try {
    await greet(config, server, process.stdout);
  } catch (error) {
    // Credentials that reached nobody are of no use to a server that goes on.
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

main().catch((error: unknown) => {
  const text = error instanceof Error ? error.message : String(error);
  process.stderr.write(`Azulejo did not start: ${text}\n`);
  process.exitCode = 1;
});
