import { existsSync } from 'node:fs';
import { CommanderError } from 'commander';
import type { Failure } from '../app/doctor/failure.ts';
import { ENV_FILE } from '../config/env-file.ts';
import { Refusal } from '../platform/refusal.ts';
import { createProgram } from './program.ts';

const USAGE = 2;

/** Explains an error. A Refusal needs no module of the server. */
async function explain(error: unknown): Promise<Failure> {
  if (error instanceof Refusal) return { kind: 'refused', message: error.message, fields: [] };
  const failures = await import('../app/doctor/failure.ts');
  return failures.explain(error);
}

/** Runs the command that the arguments of this process name, and sets the exit code. */
export async function runCommand(): Promise<void> {
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

/** Writes why a command was refused or failed to stderr. */
function writeFailure(failure: Failure, { isJson }: { isJson: boolean }): void {
  const text = isJson ? JSON.stringify({ error: failure }) : `error: ${failure.message}`;
  process.stderr.write(`${text}\n`);
}
