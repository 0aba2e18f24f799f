import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { readFailures, reportOutcomesTo } from './failures.ts';

/** Runs the sources as processes of tests, and returns their failures with the names of the files alone. */
function failuresOf(t: TestContext, sources: Readonly<Record<string, string>>) {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-failures-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const entries = Object.entries(sources).map(([name, source]) => {
    const path = join(folder, name);
    writeFileSync(path, `import { after, describe, it } from 'node:test';\n${source}`);
    const imported = [...source.matchAll(/import '\.\/([\w-]+\.mjs)'/g)].map(([, file = '']) =>
      join(folder, file),
    );
    return { path, files: imported.length > 0 ? imported : [path] };
  });
  const outcomes = join(folder, 'outcomes');
  const flags = ['--test', '--test-timeout=10000', ...reportOutcomesTo(outcomes)];
  // With this variable, node:test would run no tests in the child process.
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  spawnSync(process.execPath, [...flags, ...entries.map(({ path }) => path)], { env });
  const failures = readFailures(outcomes, entries);
  const tests = failures.tests.map(({ name, file }) => `${basename(file)}: ${basename(name)}`);
  const entriesWithFiles = failures.entries.map(({ path, files }) => [
    basename(path),
    files.map((file) => basename(file)),
  ]);
  return { tests, entries: Object.fromEntries(entriesWithFiles) };
}

const PASSING = `it('passes', () => {});`;

describe('readFailures', () => {
  it('returns the failed tests without their suites, and their files of the processes that failed', (t) => {
    const sources = {
      'passing.mjs': PASSING,
      'failing.mjs': `${PASSING} describe('suite', () => it('fails', () => { throw new Error(); }));`,
      'shared.mjs': `import './passing.mjs'; import './failing.mjs';`,
    };
    const { tests, entries } = failuresOf(t, sources);
    assert.deepEqual(tests, ['failing.mjs: fails', 'failing.mjs: fails']);
    assert.deepEqual(entries, { 'failing.mjs': ['failing.mjs'], 'shared.mjs': ['failing.mjs'] });
  });

  it('returns all files of a process that did not run all its tests', (t) => {
    const sources = {
      'failing.mjs': `it('fails', () => { throw new Error(); });`,
      'killed.mjs': `it('dies', () => process.kill(process.pid, 'SIGKILL'));`,
      'shared.mjs': `import './failing.mjs'; import './killed.mjs';`,
    };
    assert.deepEqual(failuresOf(t, sources).entries['shared.mjs'], ['failing.mjs', 'killed.mjs']);
  });

  it('returns a process that was killed, and one that fails outside of its tests', (t) => {
    const sources = {
      'killed.mjs': `${PASSING} it('dies', () => process.kill(process.pid, 'SIGKILL'));`,
      'exiting.mjs': `${PASSING} process.on('exit', () => { process.exitCode = 3; });`,
      'closing.mjs': `describe('suite', () => { after(() => { throw new Error(); }); ${PASSING} });`,
      'missing.mjs': `import './no-such-file.mjs';`,
    };
    const { tests, entries } = failuresOf(t, sources);
    assert.deepEqual(Object.keys(entries).sort(), [
      'closing.mjs',
      'exiting.mjs',
      'killed.mjs',
      'missing.mjs',
    ]);
    assert.equal(tests.length, 4);
  });
});
