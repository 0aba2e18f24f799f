import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { test } from 'node:test';
import { runStep } from './step.ts';

const node = (script: string) =>
  runStep({ name: 'step', command: [process.execPath, '-e', script] }, tmpdir());

test('runStep passes when the command exits with 0, and returns both output streams', async () => {
  const { passed, output } = await node('console.log("out"); console.error("err")');
  assert.equal(passed, true);
  assert.match(output, /out/);
  assert.match(output, /err/);
});

test('runStep fails when the command exits with another code', async () => {
  assert.equal((await node('process.exit(3)')).passed, false);
});

test('runStep fails with the name of a command that does not exist', async () => {
  const { passed, output } = await runStep({ name: 'gone', command: ['azulejo-no-such-program'] }, tmpdir());
  assert.equal(passed, false);
  assert.match(output, /azulejo-no-such-program/);
});
