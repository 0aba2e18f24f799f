import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FEATURES, isTestCode, judge, packageRules, placeOf, workspaceOf } from './architecture/rules.ts';
import { parse, readSources, workspaces } from './architecture/sources.ts';

const LINE_LIMIT = 300;

const sources = await readSources();

const mayReadEnvironment = (path: string) =>
  isTestCode(path) ||
  path.startsWith('tools/') ||
  path.startsWith('server/src/cli/') ||
  ['server/src/config.ts', 'server/src/main.ts'].includes(path);

test('every workspace has sources, and all of them were read', () => {
  for (const workspace of workspaces) {
    const found = sources.filter(({ path }) => workspaceOf(path) === workspace);
    assert.ok(found.length > 0, `no source was read in ${workspace}`);
    assert.ok(workspace in packageRules, `${workspace} has no rule`);
  }
  assert.ok(
    sources.flatMap(({ imports }) => imports).length > sources.length / 2,
    'too few imports were read',
  );
});

test('imports go in the directions of ARCHITECTURE.md', () => {
  const violations = sources.flatMap(({ path, imports }) =>
    imports.flatMap((used) => {
      const reason = judge(path, used);
      return reason === undefined ? [] : [`${path} imports ${used.specifier}: ${reason}`];
    }),
  );
  assert.deepEqual(violations, []);
});

test('every feature has its place in the written order', () => {
  const features = sources.map(({ path }) =>
    path.startsWith('server/') ? placeOf(path).feature : undefined,
  );
  const unplaced = features.filter((feature) => feature !== undefined && !FEATURES.includes(feature));
  assert.deepEqual([...new Set(unplaced)], []);
});

test('only the configuration, the process and the command line read the environment', () => {
  const readers = sources.filter(({ readsEnvironment }) => readsEnvironment).map(({ path }) => path);
  assert.ok(readers.length > 0, 'nobody reads it: the search is broken');
  assert.deepEqual(
    readers.filter((path) => !mayReadEnvironment(path)),
    [],
  );
});

test('no file is longer than 300 lines', () => {
  const long = sources.filter(({ path, lines }) => lines > LINE_LIMIT && !path.endsWith('.generated.ts'));
  assert.deepEqual(
    long.map(({ path, lines }) => `${path}: ${lines} lines`),
    [],
  );
});

test('the rules refuse what they are there to refuse', () => {
  const refused: [path: string, specifier: string, isType?: boolean][] = [
    ['contract/src/tile.ts', 'fastify'],
    ['contract/src/tile.ts', 'node:fs'],
    ['units/src/convert.ts', '@azulejo/contract'],
    ['catalog/src/index.ts', '@azulejo/server'],
    ['sdk/src/client.ts', '@azulejo/contract'],
    ['sdk/src/client.ts', 'node:http', true],
    ['sdk/src/live/broker.ts', 'mqtt'],
    ['server/src/server.ts', '@azulejo/sdk'],
    ['tools/src/generate.ts', '../../contract/src/index.ts'],
    ['server/src/platform/clock.ts', '../features/users/index.ts'],
    ['server/src/platform/clock.ts', '../database/index.ts', true],
    ['server/src/platform/clock.ts', '../config.ts'],
    ['server/src/database/tables.ts', '../features/users/index.ts'],
    ['server/src/features/users/user.ts', '../auth/index.ts'],
    ['server/src/features/users/user.ts', '../../server.ts'],
    ['server/src/features/auth/sign-in.ts', '../users/user.ts'],
    ['server/src/features/auth/sign-in.test.ts', '../users/user.ts'],
    ['server/src/features/auth/sign-in.ts', '../../platform/storage/testing.ts'],
    ['server/src/server.ts', './features/users/user.ts'],
    ['web/src/home/client.ts', '@azulejo/contract'],
    ['web/src/home/client.ts', 'node:fs'],
    ['web/src/home/client.ts', '../portal/portal.ts'],
    ['web/src/design/theme.ts', '../home/client.ts'],
  ];
  for (const [path, specifier, isType = false] of refused) {
    assert.ok(judge(path, { specifier, isType }), `${path} may not import ${specifier}`);
  }
});

test('the rules let through what they should', () => {
  const allowed: [path: string, specifier: string, isType?: boolean][] = [
    ['contract/src/tile.ts', 'typebox'],
    ['contract/src/openapi.test.ts', 'node:test'],
    ['sdk/src/client.ts', '@azulejo/contract', true],
    ['server/src/features/auth/sign-in.ts', '../users/index.ts'],
    ['server/src/features/auth/sign-in.ts', '../../platform/clock.ts'],
    ['server/src/features/auth/sign-in.ts', './tokens.ts'],
    ['server/src/features/users/users.test.ts', '../auth/index.ts'],
    ['server/src/server.ts', './features/users/index.ts'],
    ['server/src/cli/main.ts', '../config.ts'],
    ['web/src/home/client.ts', '@azulejo/sdk'],
    ['web/src/home/client.ts', '@azulejo/contract', true],
    ['web/src/portal/router.tsx', '../design/states.tsx'],
  ];
  for (const [path, specifier, isType = false] of allowed)
    assert.equal(judge(path, { specifier, isType }), undefined);
  const dynamic = { specifier: 'mqtt', isType: false, isDynamic: true };
  assert.equal(judge('sdk/src/live/broker.ts', dynamic), undefined);
});

test('every form of import and of reading the environment is seen', () => {
  const text = `
    import 'a'; import type { B } from 'b'; import { type C } from 'c'; import { type D, d } from 'd';
    export * from 'e'; export type { F } from 'f'; export { g } from 'g';
    const h = await import('h'); type I = import('i').I;
    // import 'comment';
    const text = "import 'string'";`;
  const { imports, readsEnvironment } = parse('made-up.ts', text);
  assert.deepEqual(
    imports.map(({ specifier, isType }) => (isType ? specifier.toUpperCase() : specifier)),
    ['a', 'B', 'C', 'd', 'e', 'F', 'g', 'h', 'I'],
  );
  assert.deepEqual(
    imports.flatMap(({ specifier, isDynamic }) => (isDynamic ? [specifier] : [])),
    ['h'],
  );
  assert.equal(readsEnvironment, false);
  for (const reading of [
    'process.env',
    'const { env } = process',
    "process['env'].X",
    "import { env } from 'node:process'",
  ]) {
    assert.equal(parse('made-up.ts', reading).readsEnvironment, true, reading);
  }
});
