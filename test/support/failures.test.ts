import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readFailures, reportOutcomesTo } from './failures.ts';

/** Runs the sources as test files, and returns their failures with the names of the files alone. */
function failuresOf(t: TestContext, sources: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-failures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const entries = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, name);
    writeFileSync(path, `import { after, describe, it } from 'node:test';\n${source}`);
    return path;
  });
  const outcomes = join(folder, 'outcomes');
  const flags = ['--test', '--test-timeout=10000', ...reportOutcomesTo(outcomes)];
  // With this variable, node:test would run no tests in the child process.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  spawnSync(process.execPath, [...flags, ...entries], { env });
  const failures = readFailures(outcomes, entries);
  const tests = failures.tests.map(({ name, file }) => `${basename(file)}: ${basename(name)}`);
  return { tests, entries: failures.entries.map((path) => basename(path)) };
}

const PASSING = `it('passes', () => {});`;

describe('readFailures', () => {
  it('returns the failed tests without their suites, and the files whose process failed', (t) => {
    const sources = {
      'passing.mjs': PASSING,
      'failing.mjs': `${PASSING} describe('suite', () => it('fails', () => { throw new Error(); }));`,
      'shared.mjs': `import './passing.mjs'; import './failing.mjs';`,
    };
    const { tests, entries } = failuresOf(t, sources);
    assert.deepEqual(tests, ['failing.mjs: fails', 'failing.mjs: fails']);
    assert.deepEqual(entries, ['failing.mjs', 'shared.mjs']);
  });

  it('returns a process that was killed, and one that fails outside of its tests', (t) => {
    const sources = {
      'killed.mjs': `${PASSING} it('dies', () => process.kill(process.pid, 'SIGKILL'));`,
      'exiting.mjs': `${PASSING} process.on('exit', () => { process.exitCode = 3; });`,
      'closing.mjs': `describe('suite', () => { after(() => { throw new Error(); }); ${PASSING} });`,
      'missing.mjs': `import './no-such-file.mjs';`,
    };
    const { tests, entries } = failuresOf(t, sources);
    assert.deepEqual(entries.sort(), ['closing.mjs', 'exiting.mjs', 'killed.mjs', 'missing.mjs']);
    assert.equal(tests.length, 4);
  });
});
