import { type ChildProcess, spawn } from 'node:child_process';
import { posix } from 'node:path';
import { root } from './test-files.ts';

/** Returns whether Vitest runs the file, in a simulated browser, instead of Node's test runner. */
export const isComponentTest = (path: string): boolean => path.startsWith('web/');

/** Starts component tests of the pages. They need neither a server nor a database. */
export function startComponentTests(files: readonly string[]): ChildProcess {
  const names = files.map((path) => posix.relative('web', path));
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--root', 'web', ...names];
  return spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
}
