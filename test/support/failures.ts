import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Outcome } from './failure-reporter.ts';
import { root } from './test-files.ts';

export type FailedTest = { readonly name: string; readonly file: string };
export type Failures = { readonly tests: readonly FailedTest[]; readonly entries: readonly string[] };

/** The options of node:test that write the outcomes of a run to a file. */
export const reportOutcomesTo = (path: string): readonly string[] => [
  `--test-reporter=${new URL('failure-reporter.ts', import.meta.url)}`,
  `--test-reporter-destination=${path}`,
];

/**
 * Returns the failed tests, and those of the given entries whose process failed. A process that was killed or
 * that did not report a success has failed, too.
 */
export function readFailures(path: string, entries: readonly string[]): Failures {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const outcomes = lines.map((line) => JSON.parse(line) as Outcome);
  const failed = outcomes.filter(({ kind }) => kind === 'failed') as (Outcome & { kind: 'failed' })[];
  const passed = new Set(outcomes.filter(({ kind }) => kind === 'passed').map(({ file }) => file));
  // A process can report its tests' success and exit with an error after that, which fails its file.
  for (const { file } of failed) passed.delete(file);
  return {
    tests: failed.map(({ name, file }) => ({ name, file: relative(root, file) })),
    entries: entries.filter((entry) => !passed.has(resolve(root, entry))),
  };
}
