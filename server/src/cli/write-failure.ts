import type { Failure } from '../app/doctor/failure.ts';

/** Writes why a command was refused or failed to stderr. */
export function writeFailure(failure: Failure, { isJson }: { isJson: boolean }): void {
  const text = isJson ? JSON.stringify({ error: failure }) : `error: ${failure.message}`;
  process.stderr.write(`${text}\n`);
}
