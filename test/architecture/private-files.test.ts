import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { isTestCode } from './rules.ts';
import { readSources, type Source } from './sources.ts';

/** A file with one importer in its own folder has more lines than this, or a test of its own. */
const MIN_LINES = 60;
const MAX_LINES = 500;
/** A file that alone imports so many files of its folder is the index of a registry. */
const REGISTRY_SIZE = 6;

/** Importers whose files stay apart although they are short, each with the reason. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'server/src/sign-in/auth/grants/grants.ts': 'has a file for each kind of grant',
  'web/src/home/devices/controls/control.tsx': 'has a file for each kind of control',
};

const sources = await readSources();
const byPath = new Map(sources.map((source) => [source.path, source]));

/** The importers of each file, and those of them that load it when they need it. */
const importers = new Map<string, Set<Source>>();
const loadedLater = new Set<string>();
for (const source of sources) {
  for (const { specifier, isDynamic } of source.imports) {
    if (!specifier.startsWith('.')) continue;
    const path = posix.join(posix.dirname(source.path), specifier);
    importers.set(path, (importers.get(path) ?? new Set()).add(source));
    if (isDynamic) loadedLater.add(path);
  }
}

/** Returns the only importer of a file, if both are shipped code of one folder. */
function onlyImporterOf(path: string): Source | undefined {
  const [importer, ...others] = importers.get(path) ?? [];
  const isPrivate = importer && others.length === 0 && posix.dirname(importer.path) === posix.dirname(path);
  return isPrivate && !isTestCode(path) && !isTestCode(importer.path) ? importer : undefined;
}

const hasOwnTest = (path: string) =>
  ['.test.ts', '.test.tsx', '.long-test.ts'].some((end) => byPath.has(path.replace(/\.tsx?$/, end)));

const privateFilesOf = (importer: Source) =>
  importer.imports.filter(
    ({ specifier }) =>
      specifier.startsWith('.') &&
      onlyImporterOf(posix.join(posix.dirname(importer.path), specifier)) === importer,
  ).length;

/** Returns whether a file could be part of its only importer. */
function couldBeMerged({ path, lines }: Source, importer: Source): boolean {
  return (
    lines <= MIN_LINES &&
    lines + importer.lines <= MAX_LINES &&
    !hasOwnTest(path) &&
    !loadedLater.has(path) &&
    !path.endsWith('.generated.ts') &&
    // JSX needs a file of JSX.
    !(path.endsWith('.tsx') && importer.path.endsWith('.ts')) &&
    !/\/(index|main)\.tsx?$/.test(importer.path) &&
    privateFilesOf(importer) < REGISTRY_SIZE
  );
}

test('a file with one importer in its own folder has more than 60 lines or a test of its own', () => {
  const found = sources.flatMap((source) => {
    const importer = onlyImporterOf(source.path);
    return importer && couldBeMerged(source, importer)
      ? [{ path: source.path, importer: importer.path }]
      : [];
  });
  assert.deepEqual(
    found
      .filter(({ importer }) => !(importer in EXCEPTIONS))
      .map(({ path, importer }) => `${path} belongs into ${posix.basename(importer)}`),
    [],
  );
  const used = new Set(found.map(({ importer }) => importer));
  assert.deepEqual(
    Object.keys(EXCEPTIONS).filter((importer) => !used.has(importer)),
    [],
    'exceptions without a file',
  );
});
