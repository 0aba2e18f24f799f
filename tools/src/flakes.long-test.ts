import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { after, describe, it } from 'node:test';
import { root } from './root.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-test-'));
after(() => rmSync(folder, { recursive: true }));

/** Writes a test that fails the second time it runs, and one that always passes. */
writeFileSync(
  join(folder, 'second.test.ts'),
  `import assert from 'node:assert';
import { appendFileSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
const log = ${JSON.stringify(join(folder, 'runs'))};
describe('a suite', () => {
  it('passes', () => {});
  it('fails the second time', () => {
    appendFileSync(log, '.');
    assert.notEqual(readFileSync(log, 'utf8').length, 2, 'this is the second time');
  });
});
`,
);

const START = [join(root, 'server/start.cjs'), join(root, 'tools/src/flakes.ts')];
// With this variable, node:test would run no tests in the child process.
const { NODE_TEST_CONTEXT: _, ...env } = process.env;

function findFlakes(...args: readonly string[]) {
  return spawnSync(process.execPath, [...START, ...args], { encoding: 'utf8', env });
}

describe('npm run test:flakes', () => {
  it('lists a test that failed once in two runs', () => {
    const { stdout, status } = findFlakes('--times', '2', join(folder, 'second.test.ts'));
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^1 of 2 {2}\S*second\.test\.ts: fails the second time\n {4}this is the second time/,
    );
    assert.doesNotMatch(stdout, /a suite|passes/);
  });

  it('lists a component test that failed', () => {
    const path = `web/src/flaky-${process.pid}.test.ts`;
    after(() => rmSync(join(root, path)));
    writeFileSync(
      join(root, path),
      `import { expect, it } from 'vitest'; it('adds', () => expect(1).toBe(2));`,
    );
    const { stdout, status } = findFlakes('--times', '1', path);
    assert.equal(status, 1);
    assert.ok(stdout.startsWith(`1 of 1  ${path}: adds\n`), stdout);
  });

  it('lists the tests that failed so far when it is stopped by a signal', { timeout: 60_000 }, async () => {
    writeFileSync(join(folder, 'failing.test.ts'), `throw new Error('always');`);
    const child = spawn(process.execPath, [...START, '--times', '1000', join(folder, 'failing.test.ts')], {
      env,
    });
    const exited = once(child, 'exit');
    const output = text(child.stdout);
    for await (const line of createInterface({ input: child.stderr })) if (line.startsWith('run 1 of')) break;
    child.kill('SIGTERM');
    child.stderr.resume();
    assert.deepEqual(await exited, [1, null]);
    assert.match(await output, /^1 of 1 {2}\S*failing\.test\.ts/);
  });

  it('exits with 2 when a run cannot start or a count is out of range', () => {
    assert.equal(findFlakes('--times', '1', 'no-such.test.ts').status, 2);
    assert.equal(findFlakes('--times', '0').status, 2);
  });
});
