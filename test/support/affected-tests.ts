import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { isTestCode } from '../architecture/rules.ts';
import { readSources } from '../architecture/sources.ts';
import { listPart, type Part, root } from './test-files.ts';

/** All source files of the pages, which tests load as a build and not by an import. */
const PAGES = 'web/src';

/** What files start as a process or load in a browser: tests that use them depend on it without an import. */
const RUNS: Readonly<Record<string, readonly string[]>> = {
  'test/support/package.ts': ['server/src/main.ts', 'server/src/cli/main.ts', 'tools/src/package/stage.ts'],
  'test/process/child.ts': ['server/src/main.ts'],
  'test/support/browser.ts': [PAGES],
  'test/packaging/readmes.test.ts': ['broker/src/index.ts', 'storage/src/index.ts'],
};

/** A change of one of these can break any test. */
const AFFECTS_ALL =
  /^((test\/programs\/)?package(-lock)?\.json|tsconfig[^/]*\.json|web\/vitest\.config\.ts|test\/run\.ts|server\/start\.cjs|[a-z]+\/package\.json)$/;

/**
 * Lists the test files that a change since `revision` can have broken:
 * 1. The changed files are those that differ from the revision, committed or not.
 * 2. A file depends on what it imports, starts or loads in a browser, and a test on documents that it names.
 * 3. The result is every test file that reaches a changed file.
 */
export const listChangedSince = (revision: string, part: Part): Promise<string[]> =>
  listAffected(changedSince(revision), part);

/** Lists the test files that a change of these files can have broken. */
export async function listAffected(changed: readonly string[], part: Part): Promise<string[]> {
  const tests = listPart(part);
  if (changed.some((path) => AFFECTS_ALL.test(path))) return tests;
  dependentsRead ??= readDependents();
  const dependents = await dependentsRead;
  const reached = new Set<string>();
  const queue = changed.flatMap((path) => nodesOf(path, tests));
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (reached.has(node)) continue;
    reached.add(node);
    queue.push(...(dependents.get(node) ?? []));
  }
  return tests.filter((path) => reached.has(path));
}

/** Returns the files that differ from the revision. Throws when the revision does not exist. */
function changedSince(revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
  const tracked = git('diff', '--name-only', '--no-renames', revision, '--');
  const untracked = git('ls-files', '--others', '--exclude-standard');
  return [...new Set(`${tracked}${untracked}`.split('\n').filter(Boolean))];
}

/** Returns what a change of the file affects: for other files than sources, what uses or names them. */
function nodesOf(path: string, tests: readonly string[]): string[] {
  if (path.startsWith('web/') && isTestCode(path)) return [path];
  if (path.startsWith('web/') || path.startsWith('server/device-page/')) return [path, PAGES];
  if (/\.tsx?$/.test(path)) return [path];
  const name = posix.basename(path);
  const naming = tests.filter((test) => readFileSync(join(root, test), 'utf8').includes(name));
  return [...naming, ...entriesOf(path.split('/', 1).join(''))];
}

let dependentsRead: Promise<ReadonlyMap<string, string[]>> | undefined;

async function readDependents(): Promise<ReadonlyMap<string, string[]>> {
  const dependents = new Map<string, string[]>();
  const add = (from: string, to: string) => {
    const known = dependents.get(to);
    if (known) known.push(from);
    else dependents.set(to, [from]);
  };
  for (const { path, imports } of await readSources()) {
    for (const { specifier } of imports) for (const target of targetsOf(path, specifier)) add(path, target);
    for (const target of RUNS[path] ?? []) add(path, target);
  }
  return dependents;
}

function targetsOf(path: string, specifier: string): string[] {
  if (specifier.startsWith('.')) return [posix.join(posix.dirname(path), specifier)];
  const [, workspace] = /^@azulejo\/([^/]+)/.exec(specifier) ?? [];
  return workspace === undefined ? [] : entriesOf(workspace);
}

/** Returns the modules that a workspace exports, as paths below the root. */
function entriesOf(workspace: string): string[] {
  let text: string;
  try {
    text = readFileSync(join(root, workspace, 'package.json'), 'utf8');
  } catch {
    return [];
  }
  const { exports = {} } = JSON.parse(text) as { exports?: Record<string, { 'azulejo-source'?: string }> };
  return Object.values(exports).flatMap(({ 'azulejo-source': entry }) =>
    entry === undefined ? [] : [posix.join(workspace, entry)],
  );
}
