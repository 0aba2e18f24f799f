import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from './support/test-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-retry-'));
after(() => rmSync(folder, { recursive: true }));

/** Connects to the PostgreSQL of the run, which must outlive the second run of a test. */
const CONNECT = `  const { hostname, port } = new URL(process.env.AZULEJO_TEST_POSTGRES);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  socket.destroy();
`;

type Options = { kind?: 'test' | 'long-test'; statements?: string };

/** Writes a test that fails until it has run `times` times, and returns its path. */
function failing(name: string, times: number, { kind = 'test', statements = '' }: Options = {}): string {
  const path = join(folder, `${name}.${kind}.ts`);
  const log = JSON.stringify(join(folder, `${name}.runs`));
  writeFileSync(
    path,
    `import assert from 'node:assert';
import { once } from 'node:events';
import { appendFileSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { it } from 'node:test';
it('passes at last: ${name}', async () => {
  appendFileSync(${log}, '.');
${statements}  assert.ok(readFileSync(${log}, 'utf8').length > ${times});
});
`,
  );
  return path;
}

/** Writes such a test for the pages, which Vitest only looks for in their sources. */
function failingComponent(name: string, times: number): string {
  const path = `web/src/${name}-${process.pid}.test.ts`;
  after(() => rmSync(join(root, path)));
  const log = JSON.stringify(join(folder, `${name}.runs`));
  writeFileSync(
    join(root, path),
    `import { appendFileSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
it('passes at last: ${name}', () => {
  appendFileSync(${log}, '.');
  expect(readFileSync(${log}, 'utf8').length).toBeGreaterThan(${times});
});
`,
  );
  return path;
}

const runsOf = (name: string) => readFileSync(join(folder, `${name}.runs`), 'utf8').length;

// With this variable, node:test would run no tests in the child process.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

function run(...args: readonly string[]) {
  const command = [join(root, 'server/start.cjs'), join(root, 'test/run.ts'), ...args];
  const { status, stderr } = spawnSync(process.execPath, command, { encoding: 'utf8', env });
  return { status, lastLines: stderr.trimEnd().split('\n').slice(-3) };
}

const flaky = (name: string, file: string): RegExp =>
  new RegExp(`^failed once, passed when run alone: passes at last: ${name}, ${file}; find the cause$`);

describe('npm test -- --retry-failed', () => {
  it('passes and lists the tests that failed once, at its end', () => {
    const { status, lastLines } = run(
      '--retry-failed',
      failing('once', 1, { statements: CONNECT }),
      failing('never', 0),
      failingComponent('component-once', 1),
    );
    assert.equal(status, 0);
    const [before, first, second] = lastLines;
    assert.doesNotMatch(String(before), /find the cause/);
    assert.match(String(first), flaky('once', String.raw`\S*once\.test\.ts`));
    assert.match(String(second), flaky('component-once', String.raw`web/\S*`));
  });

  it('fails when a test fails again', () => {
    const { status, lastLines } = run('--retry-failed', failing('twice', 2), failing('another', 1));
    assert.equal(status, 1);
    assert.doesNotMatch(lastLines.join('\n'), /find the cause/);
  });

  it('lists component tests that fail again, last', () => {
    const { status, lastLines } = run('--retry-failed', failingComponent('component-twice', 2));
    assert.equal(status, 1);
    assert.match(
      String(lastLines.at(-1)),
      /^failed: passes at last: component-twice, web\/\S*component-twice/,
    );
  });

  it('fails without a second run unless that is asked for', () => {
    assert.equal(run(failing('unasked', 1)).status, 1);
    assert.equal(runsOf('unasked'), 1);
  });

  it('fails without a second run when more than three processes failed', () => {
    // Long files of different folders share no process.
    const names = ['a/1', 'b/2', 'c/3', 'd/4'];
    for (const name of names) mkdirSync(join(folder, dirname(name)));
    assert.equal(
      run('--retry-failed', ...names.map((name) => failing(name, 1, { kind: 'long-test' }))).status,
      1,
    );
    assert.deepEqual(names.map(runsOf), [1, 1, 1, 1]);
  });
});
