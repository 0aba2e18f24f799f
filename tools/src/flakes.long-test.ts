import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { root } from './root.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-test-'));
after(() => rmSync(folder, { recursive: true }));

/** A test that fails the second time it is run, and one that always passes. */
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

function findFlakes(...args: readonly string[]) {
  const start = [join(root, 'server/start.cjs'), join(root, 'tools/src/flakes.ts')];
  // A run within a test of node:test would run nothing.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  return spawnSync(process.execPath, [...start, ...args], { encoding: 'utf8', env });
}

describe('npm run test:flakes', () => {
  it('lists a test that failed once in three runs', () => {
    const { stdout, status } = findFlakes('--times', '3', join(folder, 'second.test.ts'));
    assert.equal(status, 1);
    assert.match(
      stdout,
      /^1 of 3 {2}\S*second\.test\.ts: fails the second time\n {4}this is the second time/,
    );
    assert.doesNotMatch(stdout, /a suite|passes/);
  });

  it('fails for a run that could not start, and for a count out of range', () => {
    assert.equal(findFlakes('--times', '1', 'no-such.test.ts').status, 2);
    assert.equal(findFlakes('--times', '0').status, 2);
  });
});
