import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Problem } from './problem.ts';
import { addressKey, createRateLimit } from './rate-limits.ts';

const isTooMany = (error: unknown): boolean => {
  assert.ok(error instanceof Problem);
  assert.equal(error.kind, 'too_many_requests');
  const wait = Number(error.headers['Retry-After']);
  return Number.isInteger(wait) && wait >= 1 && wait <= 60;
};

describe('an allowance', () => {
  it('is given to each key, to the last point', async () => {
    const limit = createRateLimit('test', 3);
    for (let count = 0; count < 3; count += 1) await limit.take('a');
    await assert.rejects(limit.take('a'), isTooMany);
    await limit.take('b');
  });

  it('is asked for without taking from it, and is gone when as much was counted', async () => {
    const limit = createRateLimit('test', 2);
    for (let count = 0; count < 10; count += 1) await limit.require('a');
    await limit.count('a');
    await limit.require('a');
    await limit.count('a');
    await assert.rejects(limit.require('a'), isTooMany);
    await limit.require('b');
  });

  it('is not shared by two limits', async () => {
    const [one, two] = [createRateLimit('one', 1), createRateLimit('two', 1)];
    await one.take('a');
    await two.take('a');
    await assert.rejects(one.take('a'), isTooMany);
  });

  it('comes back when the minute is over', async (context) => {
    context.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
    const limit = createRateLimit('test', 1);
    await limit.take('a');
    context.mock.timers.tick(59_000);
    await assert.rejects(limit.take('a'), isTooMany);
    context.mock.timers.tick(1_001);
    await limit.take('a');
  });
});

describe('what an address counts as', () => {
  const cases: Record<string, string> = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::FFFF:203.0.113.7': '203.0.113.7',
    '2001:db8:1:2:3:4:5:6': '2001:db8:1:2::/64',
    '2001:db8:1:2::1': '2001:db8:1:2::/64',
    '2001:0DB8:0001:0002::': '2001:db8:1:2::/64',
    '2001:db8::1': '2001:db8:0:0::/64',
    '2001:db8:1:3::1': '2001:db8:1:3::/64',
    '::1': '0:0:0:0::/64',
    'fe80::1%eth0': 'fe80:0:0:0::/64',
    '1:2:3::': '1:2:3:0::/64',
  };
  for (const [address, key] of Object.entries(cases)) {
    it(`${address} is ${key}`, () => assert.equal(addressKey(address), key));
  }
});
