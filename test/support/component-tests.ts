import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, posix, relative } from 'node:path';
import { text } from 'node:stream/consumers';
import { finish, interruption } from './child-processes.ts';
import type { FailedTest } from './failures.ts';
import { root } from './test-files.ts';

/** Returns whether Vitest runs the file, in a simulated browser, instead of Node's test runner. */
export const isComponentTest = (path: string): boolean => path.startsWith('web/');

type Options = {
  /** The folder for the reports. */
  readonly scratch: string;
  readonly limitMs: number;
  /** When at most so many files failed, they run once more. */
  readonly maxRetried: number;
  /** The end of other tests that run at the same time. Then one process loads the pages and leaves room for theirs. */
  readonly beside: Promise<unknown> | undefined;
};

export type ComponentOutcome = {
  readonly code: number;
  readonly failed: readonly FailedTest[];
  /** The tests that failed once, and passed when their files ran again. */
  readonly flaky: readonly FailedTest[];
};

/** Runs component tests of the pages, which need neither a server nor a database. */
export async function runComponentTests(
  files: readonly string[],
  options: Options,
): Promise<ComponentOutcome> {
  if (files.length === 0) return { code: 0, failed: [], flaky: [] };
  const { scratch, limitMs, maxRetried, beside } = options;
  const outcomes = join(scratch, 'components.json');
  const code = await runOnce(files, outcomes, { limitMs, besideOthers: beside !== undefined });
  if (code === 0) return { code, failed: [], flaky: [] };
  const { tests, files: failed } = readComponentFailures(outcomes);
  if (interruption() !== undefined || failed.length === 0 || failed.length > maxRetried)
    return { code, failed: tests, flaky: [] };
  // The failed files run alone, after the other tests have ended.
  await beside?.catch(() => undefined);
  process.stderr.write(`\nFailed component tests: running ${failed.join(', ')} once more\n`);
  const again = await runOnce(failed, join(scratch, 'components-again.json'), {
    limitMs,
    besideOthers: false,
  });
  return again === 0 ? { code: 0, failed: [], flaky: tests } : { code: again, failed: tests, flaky: [] };
}

/** Its configuration is loaded by Node, which finds the sources of the workspaces: nothing needs to be compiled. */
const VITEST = [
  ...['--conditions=azulejo-source', 'node_modules/vitest/vitest.mjs', 'run'],
  ...['--root', 'web', '--configLoader', 'native'],
];

/** Runs Vitest once. Beside other tests, its output is printed when it has ended, so that lines do not mix. */
async function runOnce(
  files: readonly string[],
  outcomes: string,
  { besideOthers, limitMs }: { besideOthers: boolean; limitMs: number },
): Promise<number> {
  const names = files.map((path) => posix.relative('web', path));
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${outcomes}`];
  const flags = [...reporters, ...(besideOthers ? ['--maxWorkers=1'] : [])];
  const child = spawn(process.execPath, [...VITEST, ...flags, ...names], {
    cwd: root,
    stdio: besideOthers ? 'pipe' : 'inherit',
  });
  const outputs = [child.stdout, child.stderr].map((stream) => (stream ? text(stream) : ''));
  const code = await finish(child, limitMs);
  for (const output of outputs) process.stdout.write(await output);
  return code;
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
function readComponentFailures(outcomes: string): ComponentFailures {
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
