import assert from 'node:assert/strict';
import { posix } from 'node:path';
import { test } from 'node:test';
import { findCircles } from './architecture/circles.ts';
import {
  findViolation,
  HOME_WINGS,
  isTestCode,
  PORTAL_WINGS,
  packageRules,
  placeOf,
  workspaceOf,
} from './architecture/rules.ts';
import { parse, readSources, readStyleSheets, workspaces } from './architecture/sources.ts';

const LINE_LIMIT = 500;
const FUNCTION_LINE_LIMIT = 60;

const sources = await readSources();

const mayReadEnvironment = (path: string) =>
  isTestCode(path) ||
  path.startsWith('tools/') ||
  path.startsWith('server/src/cli/') ||
  [
    'server/src/config/config.ts',
    'server/src/process/run-server.ts',
    'bridges/mqtt-discovery/src/main.ts',
    'bridges/zigbee2mqtt/src/main.ts',
  ].includes(path);

test('every workspace has sources and a rule, and all sources were read', () => {
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
      const reason = findViolation(path, used);
      return reason === undefined ? [] : [`${path} imports ${used.specifier}: ${reason}`];
    }),
  );
  assert.deepEqual(violations, []);
});

test('every folder of the server belongs to a wing', () => {
  const places = sources
    .filter(({ path }) => path.startsWith('server/src/'))
    .map(({ path }) => placeOf(path));
  assert.deepEqual([...new Set(places.filter(({ level }) => level < 0).map(({ wing }) => wing))], []);
});

/** Returns the graph of imports of shipped code within workspaces, types included. */
const graphOf = (nodeOf: (path: string) => string | undefined) => {
  const graph = new Map<string, Set<string>>();
  for (const { path, imports } of sources.filter((source) => !isTestCode(source.path))) {
    const from = nodeOf(path);
    if (from === undefined) continue;
    const targets = graph.get(from) ?? new Set();
    graph.set(from, targets);
    for (const { specifier } of imports.filter((each) => each.specifier.startsWith('.'))) {
      const to = nodeOf(posix.join(posix.dirname(path), specifier));
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return graph;
};

test('features of the server import each other in one direction', () => {
  const circles = findCircles(
    graphOf((path) => (path.startsWith('server/src/') ? placeOf(path).feature : undefined)),
  );
  assert.deepEqual(circles, []);
});

test('folders of Home and of the portal import each other in one direction', () => {
  const graph = graphOf((path) =>
    /^web\/src\/(home|portal)\//.test(path) ? posix.dirname(path) : undefined,
  );
  assert.ok(graph.size > 20, 'too few folders were read');
  assert.deepEqual(findCircles(graph), []);
});

test('wings of Home and of the portal import only those below them', () => {
  for (const [page, wings] of [
    ['home', HOME_WINGS],
    ['portal', PORTAL_WINGS],
  ] as const) {
    const graph = graphOf((path) => new RegExp(`^web/src/${page}/([^/]+)/`).exec(path)?.[1]);
    graph.delete('testing');
    const unknown = [...graph.keys()].filter((wing) => !wings.includes(wing));
    assert.deepEqual(unknown, [], page);
    const upward = [...graph].flatMap(([wing, used]) =>
      [...used]
        .filter((other) => wings.indexOf(other) > wings.indexOf(wing))
        .map((other) => `${wing} imports ${other}`),
    );
    assert.deepEqual(upward, [], page);
  }
});

test('no two files import each other, not even types', () => {
  assert.deepEqual(findCircles(graphOf((path) => path)), []);
});

test('only the configuration, the process and the command line read the environment', () => {
  const readers = sources.filter(({ readsEnvironment }) => readsEnvironment).map(({ path }) => path);
  assert.ok(readers.length > 0, 'no reader was found: the search is broken');
  assert.deepEqual(
    readers.filter((path) => !mayReadEnvironment(path)),
    [],
  );
});

test('the command line loads modules of the server and the contract only in the commands that need them', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set(['server/src/cli/main.ts']);
  for (const path of loaded) {
    for (const { specifier, isType, isDynamic } of byPath.get(path)?.imports ?? []) {
      if (isType || isDynamic) continue;
      loaded.add(specifier.startsWith('.') ? posix.join(posix.dirname(path), specifier) : specifier);
    }
  }
  assert.ok(loaded.size > 60, 'too few modules were followed');
  const allowed = /^(server\/src\/(cli|config|platform)\/|node:|(commander|cli-table3)$)/;
  assert.deepEqual(
    [...loaded].filter((each) => !allowed.test(each)),
    [],
  );
});

test('what pages load of the contract does not load the schema library', () => {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const loaded = new Set(['contract/src/audit-actions.ts', 'contract/src/limits.ts']);
  for (const path of loaded) {
    const source = byPath.get(path);
    assert.ok(source, `${path} was not read`);
    for (const { specifier, isType } of source.imports) {
      assert.ok(isType || specifier.startsWith('.'), `${path} loads ${specifier}`);
      if (!isType) loaded.add(posix.join(posix.dirname(path), specifier));
    }
  }
});

test('no source and no style sheet is longer than 500 lines', async () => {
  const styles = await readStyleSheets();
  assert.ok(styles.length > 20, 'too few style sheets were read');
  const long = [...sources, ...styles].filter(
    ({ path, lines }) => lines > LINE_LIMIT && !path.endsWith('.generated.ts'),
  );
  assert.deepEqual(
    long.map(({ path, lines }) => `${path}: ${lines} lines`),
    [],
  );
});

test('no function of shipped code is longer than 60 lines', () => {
  const shipped = sources.filter(({ path }) => !isTestCode(path));
  const long = shipped.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > FUNCTION_LINE_LIMIT)
      .map(({ line, lines }) => `${path}:${line}: ${lines} lines`),
  );
  assert.deepEqual(long, []);
});

test('findCircles finds circles, and only circles', () => {
  const graph = { a: ['b', 'd'], b: ['c'], c: ['a'], d: ['e'], e: ['f'], f: ['e'] };
  const circles = findCircles(new Map(Object.entries(graph)));
  assert.deepEqual(circles.sort(), [
    ['a', 'b', 'c'],
    ['e', 'f'],
  ]);
});

test('findViolation refuses forbidden imports', () => {
  const refused: [path: string, specifier: string, isType?: boolean][] = [
    ['contract/src/home/tile.ts', 'fastify'],
    ['contract/src/home/tile.ts', 'node:fs'],
    ['units/src/convert.ts', '@azulejo/contract'],
    ['model/src/bindings.ts', '@azulejo/contract'],
    ['model/src/bindings.ts', 'node:path'],
    ['automations/src/state.ts', '@azulejo/contract'],
    ['automations/src/state.ts', 'node:fs'],
    ['contract/src/home/tile.ts', '@azulejo/model', true],
    ['catalog/src/index.ts', '@azulejo/server'],
    ['sdk/src/client.ts', '@azulejo/contract', true],
    ['sdk/src/client.ts', 'node:http', true],
    ['sdk/src/live/broker.ts', 'mqtt'],
    ['server/src/app/server.ts', '@azulejo/sdk'],
    ['tools/src/generate.ts', '../../contract/src/index.ts'],
    ['server/src/platform/clock.ts', '../identity/users/index.ts'],
    ['server/src/platform/clock.ts', '../database/index.ts', true],
    ['server/src/platform/clock.ts', '../config/config.ts'],
    ['server/src/database/tables.ts', '../identity/users/index.ts'],
    ['server/src/identity/users/user.ts', '../../sign-in/auth/index.ts'],
    ['server/src/identity/users/user.ts', '../../devices/channels/index.ts', true],
    ['server/src/devices/channels/channel.ts', '../../identity/users/index.ts', true],
    ['server/src/identity/users/user.ts', '../../app/server.ts'],
    ['server/src/telemetry/write-path/write-path.ts', '../../platform/server-bus/index.ts', true],
    ['server/src/connections/mqtt/live.ts', '../../platform/server-bus/index.ts', true],
    ['server/src/sign-in/auth/sign-in.ts', '../../identity/users/user.ts'],
    ['server/src/sign-in/auth/sign-in.test.ts', '../../identity/users/user.ts'],
    ['broker/src/listen.ts', 'fastify'],
    ['broker/src/connection-slots.ts', '@azulejo/server', true],
    ['storage/src/open.ts', '@azulejo/units'],
    ['storage/src/open.ts', '../../server/src/platform/clock.ts'],
    ['server/src/sign-in/auth/sign-in.ts', '@azulejo/storage/testing'],
    ['server/src/sign-in/auth/sign-in.ts', '../../config/testing/setting-kinds.ts'],
    ['server/src/app/server.ts', '../identity/users/user.ts'],
    ['server/src/app/doctor/check.ts', '../../cli/failure.ts'],
    ['web/src/home/data/session/session.ts', '@azulejo/contract'],
    ['web/src/home/data/session/session.ts', 'node:fs'],
    ['web/src/home/data/session/session.ts', '../../../portal/session/portal.ts'],
    ['web/src/home/data/session/session.ts', '../../../testing/fake-server.ts'],
    ['web/src/home/data/session/session.test.tsx', '../../../portal/session/portal.ts'],
    ['web/src/design/theme.ts', '../home/session/session.ts'],
  ];
  for (const [path, specifier, isType = false] of refused) {
    assert.ok(findViolation(path, { specifier, isType }), `${path} may not import ${specifier}`);
  }
});

test('findViolation allows permitted imports', () => {
  const allowed: [path: string, specifier: string, isType?: boolean][] = [
    ['contract/src/home/tile.ts', 'typebox'],
    ['contract/src/documents/openapi.test.ts', 'node:test'],
    ['model/src/bindings.ts', '@azulejo/contract', true],
    ['automations/src/state.ts', '@azulejo/model'],
    ['sdk/src/client.ts', '@azulejo/model'],
    ['sdk/src/manager/file-outbox-store.ts', 'node:fs/promises'],
    ['broker/src/listen.ts', 'ws'],
    ['storage/src/sqlite.ts', 'kysely'],
    ['server/src/database/open.ts', '@azulejo/storage'],
    ['server/src/database/open.test.ts', '@azulejo/storage/testing'],
    ['server/src/sign-in/auth/sign-in.ts', '../../identity/users/index.ts'],
    ['server/src/sign-in/auth/sign-in.ts', '../../platform/clock.ts'],
    ['server/src/sign-in/auth/auth.ts', './tokens/issuer.ts'],
    ['server/src/identity/users/users.test.ts', '../../sign-in/auth/index.ts'],
    ['server/src/app/server.ts', '../identity/users/index.ts'],
    ['server/src/main.ts', './app/server.ts'],
    ['server/src/cli/main.ts', '../config/config.ts'],
    ['web/src/home/data/session/session.ts', '@azulejo/sdk'],
    ['web/src/portal/session/portal.ts', '@azulejo/sdk/portal'],
    ['web/src/home/data/session/session.ts', '@azulejo/model'],
    ['web/src/home/data/session/session.ts', '@azulejo/contract', true],
    ['web/src/portal/router.tsx', '../design/states.tsx'],
    ['web/src/portal/router.test.tsx', '../testing/fake-server.ts'],
  ];
  for (const [path, specifier, isType = false] of allowed)
    assert.equal(findViolation(path, { specifier, isType }), undefined);
  const dynamic = { specifier: 'mqtt', isType: false, isDynamic: true };
  assert.equal(findViolation('sdk/src/live/broker.ts', dynamic), undefined);
});

test('parse finds every form of import and of reading the environment', () => {
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

test('parse measures functions of every form', () => {
  const text = `function a() {
    return () => {

      // a comment
    };
  }
  export default class { b() { return 1; }
    get c() {
      return function () {};
    } }`;
  const { functions } = parse('made-up.ts', text);
  assert.deepEqual(
    functions.map(({ line, lines }) => [line, lines]).sort(([a = 0], [b = 0]) => a - b),
    [
      [1, 6],
      [2, 4],
      [7, 1],
      [8, 3],
      [9, 1],
    ],
  );
});
