import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { systemClock } from '../../platform/clock.ts';
import { launch } from './launch.ts';

/** Uses all file descriptors of its process, then launches a bridge, and prints what it hears of it. */
const WITHOUT_DESCRIPTORS = `
  import { openSync } from 'node:fs';
  const { launch } = await import('${import.meta.resolve('./launch.ts')}');
  const descriptors = [];
  try {
    for (;;) descriptors.push(openSync('/dev/null'));
  } catch {}
  const lines = [];
  const bridge = launch({
    command: [process.execPath], args: ['--version'], settings: {}, environment: {},
    timers: { setTimer: () => ({ [Symbol.dispose]() {} }) },
    onLine: (line, isError) => lines.push({ line, isError }),
  });
  const { signal } = await bridge.ended;
  await bridge.stop();
  console.log(JSON.stringify({ lines, signal }));`;

describe('launch', () => {
  it('reports a process that cannot be started for lack of file descriptors', async () => {
    const { stdout } = await promisify(execFile)('sh', [
      '-c',
      'ulimit -n 64; exec "$0" --input-type=module --eval "$1"',
      process.execPath,
      WITHOUT_DESCRIPTORS,
    ]);
    const line = `cannot be started: spawn ${process.execPath} EMFILE`;
    assert.deepEqual(JSON.parse(stdout), { lines: [{ line, isError: true }], signal: null });
  });

  it('reports a process that the system refuses to start', async () => {
    const lines: string[] = [];
    const bridge = launch({
      command: [process.execPath],
      // Linux refuses arguments of more than 128 KB.
      args: ['x'.repeat(200_000)],
      settings: {},
      environment: {},
      timers: systemClock,
      onLine: (line) => void lines.push(line),
    });
    assert.equal((await bridge.ended).signal, null);
    assert.deepEqual(lines, ['cannot be started: spawn E2BIG']);
    await bridge.stop();
  });
});
