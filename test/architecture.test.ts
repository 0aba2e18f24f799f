import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

/** The features from the lowest up, as ARCHITECTURE.md writes them: each may use those before it. */
const FEATURES = [
  'audit',
  'access',
  'applications',
  'users',
  'units',
  'templates',
  'channels',
  'commands',
  'events',
  'history',
  'values',
  'tiles',
  'context',
  'homes',
  'auth',
  'accounts',
  'password-reset',
  'preferences',
  'places',
  'surveys',
  'uploads',
  'devices',
  'virtual-devices',
  'services',
  'pairing',
  'device-pages',
  'legacy-lists',
  'live',
  'portal-accounts',
  'monitoring',
  'portal',
  'home-application',
  'demo',
];

const LINE_LIMIT = 300;

type Import = {
  readonly specifier: string;
  readonly isType: boolean;
  /** Loaded only where the program comes to it. */
  readonly isDynamic?: boolean;
};
type Source = {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly Import[];
  readonly readsEnvironment: boolean;
};

const root = fileURLToPath(new URL('../', import.meta.url));
const { workspaces } = JSON.parse(await readFile(`${root}package.json`, 'utf8')) as { workspaces: string[] };
const sources = await readSources();

async function readSources(): Promise<Source[]> {
  const patterns = workspaces.map((workspace) => `${workspace}/**/*.ts`);
  const exclude = ['**/node_modules/**', '**/dist/**', '**/*.d.ts'];
  const found: Source[] = [];
  for await (const path of glob(patterns, { cwd: root, exclude })) {
    found.push(parse(path, await readFile(`${root}${path}`, 'utf8')));
  }
  return found;
}

function parse(path: string, text: string): Source {
  const imports: Import[] = [];
  let readsEnvironment = false;
  const { program, errors } = parseSync(path, text);
  assert.deepEqual(errors, [], `${path} cannot be parsed`);
  const add = (specifier: unknown, isType: boolean, isDynamic = false) => {
    if (typeof specifier === 'string') imports.push({ specifier, isType, isDynamic });
  };
  new Visitor({
    ImportDeclaration({ source, importKind, specifiers }) {
      const named = specifiers.map((one) => (one.type === 'ImportSpecifier' ? one : undefined));
      const allTypes = named.length > 0 && named.every((one) => one?.importKind === 'type');
      add(source.value, importKind === 'type' || allTypes);
      if (source.value.endsWith('process')) {
        readsEnvironment ||= named.some(
          (one) => one?.imported.type === 'Identifier' && one.imported.name === 'env',
        );
      }
    },
    ExportNamedDeclaration: ({ source, exportKind }) => add(source?.value, exportKind === 'type'),
    ExportAllDeclaration: ({ source, exportKind }) => add(source.value, exportKind === 'type'),
    ImportExpression: ({ source }) => add(source.type === 'Literal' ? source.value : undefined, false, true),
    TSImportType: ({ source }) => add(source.value, true),
    MemberExpression({ object, property, computed }) {
      const name =
        computed && property.type === 'Literal' ? property.value : 'name' in property && property.name;
      readsEnvironment ||= object.type === 'Identifier' && object.name === 'process' && name === 'env';
    },
    VariableDeclarator({ init }) {
      readsEnvironment ||= init?.type === 'Identifier' && init.name === 'process';
    },
  }).visit(program);
  return { path, lines: text.trimEnd().split('\n').length, imports, readsEnvironment };
}

/** Tests and what only tests import: free of the layers, not of the borders between workspaces. */
const isTestCode = (path: string) =>
  /(\.test|\.long-test|\/testing|\/testing-child|\/fixtures?)\.ts$|\/testing\//.test(path) ||
  path.startsWith('test/');

const workspaceOf = (path: string) => path.split('/', 1).join('');
const isBuiltin = (specifier: string) => specifier.startsWith('node:');
const isShipped = (path: string) => path.startsWith(`${workspaceOf(path)}/src/`) && !isTestCode(path);

/** Which packages the shipped sources of a workspace may import. */
const packageRules: Record<string, (used: Import) => boolean> = {
  contract: ({ specifier }) => specifier === 'typebox' || specifier.startsWith('typebox/'),
  units: () => false,
  catalog: ({ specifier }) =>
    isBuiltin(specifier) || specifier === '@azulejo/contract' || specifier === 'typebox',
  // MQTT weighs more than the rest of the SDK: who does not use live values does not load it.
  sdk: ({ specifier, isType, isDynamic }) =>
    (specifier === '@azulejo/contract' && isType) ||
    specifier === '@azulejo/units' ||
    (specifier === 'mqtt' && (isType || isDynamic === true)),
  server: ({ specifier }) => !/^@azulejo\/(sdk|test|tools)\b/.test(specifier),
  test: () => true,
  tools: () => true,
};

/** Where a file of the server stands. `wiring` is what lies directly in `server/src` and in `cli/`. */
type Place = { readonly layer: 'platform' | 'database' | 'feature' | 'wiring'; readonly feature?: string };

function placeOf(path: string): Place {
  const [folder, name] = path.replace('server/src/', '').split('/');
  if (folder === 'platform' || folder === 'database') return { layer: folder };
  return folder === 'features' && name !== undefined
    ? { layer: 'feature', feature: name }
    : { layer: 'wiring' };
}

const layers: readonly Place['layer'][] = ['platform', 'database', 'feature', 'wiring'];

/** Why one file of the server may not import another, or undefined when it may. */
function judgeInServer(path: string, target: string): string | undefined {
  const [from, to] = [placeOf(path), placeOf(target)];
  const isForeign = to.feature !== undefined && to.feature !== from.feature;
  if (isForeign && !target.endsWith(`/features/${to.feature}/index.ts`))
    return 'a feature is used through its index.ts';
  if (isTestCode(path)) return undefined;
  if (isTestCode(target)) return 'test code is for tests';
  if (layers.indexOf(to.layer) > layers.indexOf(from.layer)) return `${from.layer} may not know ${to.layer}`;
  if (from.feature === undefined || to.feature === undefined || !isForeign) return undefined;
  const isDownwards = FEATURES.indexOf(to.feature) < FEATURES.indexOf(from.feature);
  return isDownwards ? undefined : `feature ${from.feature} stands below ${to.feature}`;
}

function judge(path: string, used: Import): string | undefined {
  const { specifier } = used;
  const workspace = workspaceOf(path);
  if (!specifier.startsWith('.')) {
    const isAllowed = !isShipped(path) || packageRules[workspace]?.(used) === true;
    return isAllowed ? undefined : `${workspace} may not import this package`;
  }
  const target = posix.join(posix.dirname(path), specifier);
  if (workspaceOf(target) !== workspace) return 'another workspace is imported by its name';
  return workspace === 'server' ? judgeInServer(path, target) : undefined;
}

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
