import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix, relative } from 'node:path';
import type { FailedTest } from './failures.ts';
import { root } from './test-files.ts';

/** Returns whether Vitest runs the file, in a simulated browser, instead of Node's test runner. */
export const isComponentTest = (path: string): boolean => path.startsWith('web/');

/**
 * Starts component tests of the pages, and writes their outcomes to a file. They need neither a server nor a
 * database.
 */
export function startComponentTests(files: readonly string[], outcomes: string): ChildProcess {
  const names = files.map((path) => posix.relative('web', path));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outcomes}`];
  const command = ['node_modules/vitest/vitest.mjs', 'run', '--root', 'web', ...reporters, ...names];
  return spawn(process.execPath, command, { cwd: root, stdio: 'inherit' });
}

/** The part of Vitest's JSON report that is read: a file can fail without a test, when it cannot be loaded. */
type Report = {
  readonly testResults: readonly {
    readonly name: string;
    readonly status: string;
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[];
  }[];
};

type ComponentFailures = { readonly tests: readonly FailedTest[]; readonly files: readonly string[] };

/** Returns the failed tests and their files, none of which are known when Vitest itself ended early. */
export function readComponentFailures(outcomes: string): ComponentFailures {
  if (!existsSync(outcomes)) return { tests: [], files: [] };
  const { testResults } = JSON.parse(readFileSync(outcomes, 'utf8')) as Report;
  const failed = testResults.filter(({ status }) => status === 'failed');
  const files = failed.map(({ name }) => relative(root, name));
  const tests = failed.flatMap(({ assertionResults }, index) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => ({ name: fullName, file: String(files[index]) })),
  );
  return { tests, files };
}
