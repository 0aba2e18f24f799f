import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSharedCalls } from './shared-calls.ts';

test('shares the result or the error of a running call with callers of the same key', async () => {
  const share = createSharedCalls<string>();
  const gate = Promise.withResolvers<string>();
  const calls: string[] = [];
  const call = (name: string) => () => {
    calls.push(name);
    return gate.promise;
  };
  const first = share('lamp', call('first'));
  const second = share('lamp', call('second'));
  assert.equal(await share('plug', async () => 'another key does not wait'), 'another key does not wait');
  gate.reject(new Error('broken'));
  await assert.rejects(first, /broken/);
  await assert.rejects(second, /broken/);
  assert.deepEqual(calls, ['first']);
  assert.equal(await share('lamp', async () => 'a later call is made'), 'a later call is made');
});
