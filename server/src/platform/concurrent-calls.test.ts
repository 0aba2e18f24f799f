import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ApiError } from './api-error.ts';
import { createConcurrentCalls } from './concurrent-calls.ts';

const isRefusal = (error: unknown) => error instanceof ApiError && error.kind === 'too_many_requests';

it('refuses an account above its calls under way, and no other account', async () => {
  const bounded = createConcurrentCalls('uploads', 2);
  const gate = Promise.withResolvers<void>();
  const running = [bounded('ana', () => gate.promise), bounded('ana', () => gate.promise)];
  await assert.rejects(
    bounded('ana', () => gate.promise),
    isRefusal,
  );
  assert.equal(await bounded('rui', async () => 1), 1);
  gate.resolve();
  await Promise.all(running);
  assert.equal(await bounded('ana', async () => 2), 2);
});

it('counts a call that failed no longer', async () => {
  const bounded = createConcurrentCalls('uploads', 1);
  const fail = () => bounded('ana', () => Promise.reject(new Error('failed')));
  await assert.rejects(fail(), /failed/);
  await assert.rejects(fail(), /failed/);
});
