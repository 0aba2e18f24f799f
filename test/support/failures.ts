import { readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import type { Outcome } from './failure-reporter.ts';
import type { Entry } from './shared-processes.ts';
import { root } from './test-files.ts';

export type FailedTest = { readonly name: string; readonly file: string };
export type Failures = { readonly tests: readonly FailedTest[]; readonly entries: readonly Entry[] };

/** The options of node:test that write the outcomes of a run to a file. */
export const reportOutcomesTo = (path: string): readonly string[] => [
  `--test-reporter=${new URL('failure-reporter.ts', import.meta.url)}`,
  `--test-reporter-destination=${path}`,
];

/**
 * Returns the failed tests, and those of the given processes that failed, each with the files to run once more: those of
 * its failed tests when it ran all tests, otherwise all. A process that was killed or that did not report a success
 * has failed, too.
 */
export function readFailures(path: string, entries: readonly Entry[]): Failures {
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  const outcomes = lines.map((line) => JSON.parse(line) as Outcome);
  const failed = outcomes.filter((outcome) => outcome.kind === 'failed');
  const ended = new Map(
    outcomes.filter((outcome) => outcome.kind === 'ended').map(({ file, passed }) => [file, passed]),
  );
  const failedFiles = new Set(failed.map(({ file }) => file));
  return {
    tests: failed.map(({ name, file }) => ({ name, file: relative(root, file) })),
    entries: entries.flatMap((entry) => {
      const ran = resolve(root, entry.path);
      // A process can report its tests' success and exit with an error after that, which fails its file.
      if (ended.get(ran) && !failedFiles.has(ran)) return [];
      const files = entry.files.filter((file) => failedFiles.has(resolve(root, file)));
      return [{ ...entry, files: ended.has(ran) && files.length > 0 ? files : entry.files }];
    }),
  };
}
