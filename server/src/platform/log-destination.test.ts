import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';

const LOGGER = new URL('./logger.ts', import.meta.url).href;

/** Runs code with a `logger` in a process, and returns the messages that it logged. */
async function messagesOf(code: string): Promise<string[]> {
  const program = `import { createLogger } from '${LOGGER}';
    const logger = await createLogger('info', { readable: false });
    ${code}`;
  const child = spawn(process.execPath, [...process.execArgv, '--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [output] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);
}

describe('the log on standard output', () => {
  it('has all lines, in order, when the process ends by itself', async () => {
    const code = "for (let n = 0; n < 3_000; n += 1) logger.info({ filler: 'x'.repeat(100) }, String(n));";
    assert.deepEqual(
      await messagesOf(code),
      Array.from({ length: 3_000 }, (_, n) => String(n)),
    );
  });

  it('has the last lines of a process that exits', async () => {
    assert.deepEqual(await messagesOf("logger.info('a'); process.exit(1);"), ['a']);
  });

  it('has the last lines of a process that crashes', async () => {
    assert.deepEqual(await messagesOf("logger.info('a'); setImmediate(() => { throw new Error(); });"), [
      'a',
    ]);
  });

  it('writes a warning and what came before it at once', async () => {
    // While the process waits, only what was written before can arrive.
    const code = `logger.info('a'); logger.warn('b');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
      process.kill(process.pid, 'SIGKILL');`;
    assert.deepEqual(await messagesOf(code), ['a', 'b']);
  });
});
