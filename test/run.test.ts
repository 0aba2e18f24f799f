import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { listShortOnEngines, root } from './support/test-files.ts';

const RUN = join(import.meta.dirname, 'run.ts');
const LONG = 'test/cli/backup.long-test.ts';

function run(...args: readonly string[]): { status: number | null; files: string[]; stderr: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [RUN, '--list', ...args], {
    encoding: 'utf8',
  });
  return { status, files: stdout.split('\n').filter(Boolean), stderr };
}

describe('test/run.ts', () => {
  it('runs every file once in a short run and a long run together', () => {
    const short = run().files;
    const long = run('--long').files;
    assert.ok(short.includes('test/run.test.ts') && short.includes('tools/src/bench/report.test.ts'));
    assert.ok(short.includes('web/src/design/states.test.tsx'));
    assert.ok(short.includes('automations/src/triggers.test.ts'));
    assert.ok(long.includes(LONG));
    assert.deepEqual([...short, ...long].sort(), run('--all').files);
    assert.equal(new Set([...short, ...long]).size, short.length + long.length);
  });

  it('finds each short file with suites on both databases, which a long run runs on PostgreSQL', () => {
    const found = listShortOnEngines();
    assert.ok(found.includes('storage/src/constraints.test.ts'));
    assert.ok(found.includes('test/specification/account.test.ts'));
    assert.ok(!found.includes('test/support/failures.test.ts'));
    // A helper that defines suites for each engine under another name would hide a file's suites from a long run.
    const helpers = globSync('{test,server,tools,sdk,bridges}/**/*.ts', {
      cwd: root,
      exclude: ['**/node_modules/**', '**/*test.ts'],
    });
    assert.deepEqual(
      helpers
        .filter((path) =>
          /\w*EachEngine(InFull)?\(|forEachEngineInFull =/.test(readFileSync(join(root, path), 'utf8')),
        )
        .sort(),
      ['test/cli/azulejo.ts', 'test/durability/kill-suite.ts', 'test/support/scene.ts'],
    );
  });

  it('runs the suites of the only engine that a run names, and with a pattern nothing else', (t) => {
    const source = `
      import { forEachEngine } from '${pathToFileURL(join(root, 'storage/src/testing.ts'))}';
      it('needs no engine', () => {});
      forEachEngine((engine) => describe('a suite', () => it('runs on ' + engine, () => {})));`;
    const names = (variables: Record<string, string>, ...flags: string[]) =>
      [
        ...runWithPreload(t, source, { variables, flags }).stdout.matchAll(
          /✔ (needs no engine|runs on \w+)/g,
        ),
      ].map(([, name]) => name);
    assert.deepEqual(names({ AZULEJO_TEST_ENGINE: 'sqlite' }), ['needs no engine', 'runs on sqlite']);
    const onlyOn = '--test-name-pattern=/^postgres( |$)/';
    const postgres = {
      AZULEJO_TEST_ENGINE: 'postgres',
      AZULEJO_TEST_POSTGRES: 'postgres://127.0.0.1:1/unused',
    };
    assert.deepEqual(names(postgres, onlyOn), ['runs on postgres']);
  });

  it('runs the named files, short and long, once each', () => {
    const { files } = run(LONG, 'test/cli/*', 'units', join(import.meta.dirname, 'run.test.ts'));
    assert.equal(files.filter((path) => path === LONG).length, 1);
    assert.ok(files.includes('test/cli/usage.test.ts') && files.includes('test/run.test.ts'));
    assert.ok(files.some((path) => path.startsWith('units/src/')));
    assert.deepEqual(run('web/src/design/states.test.tsx').files, ['web/src/design/states.test.tsx']);
    assert.ok(!files.includes('test/cli/azulejo.ts'), 'a file without tests was run');
  });

  it('fails for a name that matches no test file', () => {
    const { status, stderr } = run(LONG, 'test/cli/backups.long-test.ts');
    assert.equal(status, 1);
    assert.match(stderr, /No test file matches test\/cli\/backups\.long-test\.ts/);
  });

  it('fails for a revision that the repository does not have', () => {
    assert.equal(run('--since', 'no-such-revision').status, 1);
  });

  it('fails a file in which an error is thrown outside of a test', (t) => {
    const { status, stdout } = runWithPreload(
      t,
      `it('ends', async () => {
         setImmediate(() => { throw new Error('outside'); });
         await new Promise((resolve) => setTimeout(resolve, 10));
       });`,
    );
    assert.equal(status, 1);
    assert.match(stdout, /outside/);
  });

  it('runs the hooks of an inner suite before those of its outer suite', (t) => {
    const { status, stdout } = runWithPreload(
      t,
      `describe('outer', () => {
         after(() => console.log('# outer'));
         describe('inner', () => {
           before(async () => {});
           after(() => console.log('# inner'));
           it('passes', async () => {});
         });
       });`,
    );
    assert.equal(status, 0);
    assert.ok(stdout.indexOf('# inner') < stdout.indexOf('# outer'), stdout);
  });
});

/** Runs a test file as a run does. */
function runWithPreload(
  t: TestContext,
  source: string,
  { variables = {}, flags = [] }: { variables?: Record<string, string>; flags?: readonly string[] } = {},
) {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-preload-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'given.test.mjs');
  writeFileSync(file, `import { after, before, describe, it } from 'node:test';\n${source}`);
  const preload = `--import=${new URL('support/untracked-promises.ts', import.meta.url)}`;
  const { NODE_TEST_CONTEXT: _own, ...env } = process.env;
  const conditions = '--conditions=azulejo-source';
  return spawnSync(
    process.execPath,
    [conditions, preload, '--test', '--test-reporter=spec', ...flags, file],
    {
      env: { ...env, ...variables },
      encoding: 'utf8',
    },
  );
}
