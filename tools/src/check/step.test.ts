import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { runStep } from './step.ts';

const node = (script: string) =>
  runStep({ name: 'step', command: [process.execPath, '-e', script] }, tmpdir());

test('a command that exits 0 passes, with what it printed on both streams', async () => {
  const { passed, output } = await node('console.log("out"); console.error("err")');
  assert.equal(passed, true);
  assert.match(output, /out/);
  assert.match(output, /err/);
});

test('a command that exits otherwise fails', async () => {
  assert.equal((await node('process.exit(3)')).passed, false);
});

test('a command that is not there fails with its name', async () => {
  const { passed, output } = await runStep({ name: 'gone', command: ['azulejo-no-such-program'] }, tmpdir());
  assert.equal(passed, false);
  assert.match(output, /azulejo-no-such-program/);
});
