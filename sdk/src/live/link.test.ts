import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { AzulejoError } from '../errors.ts';
import { createLink } from './link.ts';

const TIMEOUT_MS = 30_000;

it('waits longer after each attempt that times out', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  // Otherwise the wait is random.
  mock.method(Math, 'random', () => 1);
  let attempts = 0;
  const link = createLink({
    open: () => {
      attempts += 1;
      const { promise, reject } = Promise.withResolvers<never>();
      setTimeout(() => reject(new AzulejoError('TimedOut', 'The platform is slow.')), TIMEOUT_MS);
      return promise;
    },
    resume: () => assert.fail(),
    onState: () => {},
  });
  link.start();
  const waits: number[] = [];
  while (waits.length < 4) {
    const before = attempts;
    mock.timers.tick(TIMEOUT_MS);
    await setImmediate();
    let waitMs = 0;
    for (; attempts === before; waitMs += 500) {
      mock.timers.tick(500);
      await setImmediate();
    }
    waits.push(waitMs);
  }
  link.close();
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000]);
});
