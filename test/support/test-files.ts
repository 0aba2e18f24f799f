import { globSync, readFileSync, statSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');

export type Part = 'short' | 'long' | 'all';

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  workspaces: string[];
};
const ROOTS = workspaces.map((name) => (name === 'test' ? 'test/**/*' : `${name}/src/**/*`));
const SUFFIXES: Readonly<Record<Part, string>> = {
  short: '.test.{ts,tsx}',
  long: '.long-test.ts',
  all: '.{test,long-test}.{ts,tsx}',
};
const IS_TEST = /\.(?:long-)?test\.tsx?$/;

/** Whether it tests the sources themselves, which `npm run check` does. */
const isOfCheck = (path: string): boolean => path.startsWith('test/architecture');

export const isLong = (path: string): boolean => path.endsWith(SUFFIXES.long);

/** Lists the test files of one part, as sorted paths below the root, without those that `npm run check` runs. */
export const listPart = (part: Part): string[] =>
  find(ROOTS.map((each) => `${each}${SUFFIXES[part]}`)).filter((path) => !isOfCheck(path));

/** Lists the short files that define suites for each engine, by the functions that do so (`onEachEngine` …). */
export const listShortOnEngines = (): string[] =>
  listPart('short').filter((path) => read(path).includes('EachEngine'));

/** Returns whether a file may use the run's PostgreSQL: it has suites for each engine, or connects by itself. */
export const usesPostgres = (path: string): boolean =>
  isLong(path) || /EachEngine|AZULEJO_TEST_POSTGRES/.test(read(path));

const read = (path: string): string => readFileSync(join(root, path), 'utf8');

/**
 * Lists the test files, short and long, that the patterns match; a folder matches all files in it. Throws
 * when a pattern matches none, so that a mistyped name does not pass as a test.
 */
export function listNamed(patterns: readonly string[]): string[] {
  const found = patterns.flatMap((pattern) => {
    const files = find(isFolder(pattern) ? [join(pattern, `**/*${SUFFIXES.all}`)] : [pattern]);
    if (files.length === 0) throw new Error(`No test file matches ${pattern}`);
    return files;
  });
  return [...new Set(found)].sort();
}

const isFolder = (path: string): boolean =>
  statSync(resolve(root, path), { throwIfNoEntry: false })?.isDirectory() ?? false;

function find(patterns: readonly string[]): string[] {
  const found = globSync(patterns, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  // A pattern without a wildcard may be found as an absolute path.
  const paths = found.map((path) => relative(root, resolve(root, path)));
  return paths.filter((path) => IS_TEST.test(path)).sort();
}
