import { execFileSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';

/** Runs a program with this Node first in its path. Returns what it prints, and shows its errors. */
export function run(cwd: string, file: string, ...args: readonly string[]): string {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd, encoding: 'utf8', env: { ...process.env, PATH } } as const;
  return execFileSync(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}
