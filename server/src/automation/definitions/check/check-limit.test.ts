import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from '../../../platform/api-error.ts';
import { manualClock } from '../../../platform/testing/manual-clock.ts';
import { createCheckLimit } from './check-limit.ts';

const isRefusal = (error: unknown) => error instanceof ApiError && error.kind === 'too_many_requests';

it('runs the checks of one account one after another, at most 20 at a time and 120 a minute', async () => {
  const check = createCheckLimit(manualClock());
  const running = new Map<string, number>();
  let most = 0;
  const run = (account: string) =>
    check(account, async () => {
      running.set(account, (running.get(account) ?? 0) + 1);
      most = Math.max(most, running.get(account) ?? 0);
      await Promise.resolve();
      running.set(account, (running.get(account) ?? 0) - 1);
    });
  const gate = Promise.withResolvers<void>();
  const long = check('ana', () => gate.promise);
  const others = Array.from({ length: 19 }, () => run('ana'));
  await assert.rejects(run('ana'), isRefusal);
  await run('rui');
  assert.equal(running.get('ana'), undefined);
  gate.resolve();
  await Promise.all([long, ...others]);
  assert.equal(most, 1);
  for (let checks = 20; checks < 120; checks += 1) await run('ana');
  await assert.rejects(run('ana'), isRefusal);
});
