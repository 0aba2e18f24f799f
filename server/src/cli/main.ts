import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { Failure } from '../app/doctor/failure.ts';
import { ENV_FILE } from '../config/env-file.ts';
import { Refusal } from '../platform/refusal.ts';
import { createProgram } from './program.ts';
import { stopInOrder } from './signals.ts';
import { writeFailure } from './write-failure.ts';

const USAGE = 2;

/** Explains an error. A Refusal needs no module of the server. */
async function explain(error: unknown): Promise<Failure> {
  if (error instanceof Refusal) return { kind: 'refused', message: error.message, fields: [] };
  const failures = await import('../app/doctor/failure.ts');
  return failures.explain(error);
}

async function main(): Promise<void> {
  // Files that the command line creates hold secrets or people's homes, so that other users must not read
  // them.
  process.umask(0o077);
  const isJson = process.argv.includes('--json');
  try {
    if (existsSync(ENV_FILE)) process.loadEnvFile(ENV_FILE);
    await createProgram({ isJson }).parseAsync();
  } catch (error) {
    if (error instanceof CommanderError) {
      process.exitCode = error.exitCode === 0 ? 0 : USAGE;
      const message = error.message.replace(/^error: /, '');
      if (isJson && error.exitCode !== 0) writeFailure({ kind: 'usage', message, fields: [] }, { isJson });
      return;
    }
    process.exitCode = 1;
    writeFailure(await explain(error), { isJson });
  }
}

// `azulejo user list | head` closes the pipe early, which is not a failure unless the command says so.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  const isWhole = error.code === 'EPIPE' && !process.exitCode;
  if (!isWhole) process.stderr.write(`error: stdout ended before the output: ${error.message}\n`);
  process.exit(isWhole ? 0 : 1);
});
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const) {
  // The process ends through `exit`, where temporary folders are removed.
  process.once(signal, () => {
    if (!stopInOrder()) process.exit(code);
  });
}

await main();
