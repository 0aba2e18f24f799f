import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError } from './api-error.ts';
import { createNetworkLimit, createRateLimit } from './rate-limits.ts';
import { manualClock } from './testing/manual-clock.ts';

const MANY_KEYS = 60_000;

const isTooMany = (error: unknown): boolean => {
  assert.ok(error instanceof ApiError);
  assert.equal(error.kind, 'too_many_requests');
  const wait = Number(error.headers['Retry-After']);
  return Number.isInteger(wait) && wait >= 1 && wait <= 60;
};

describe('createRateLimit', () => {
  it('allows each key exactly its points and throws 429 after the last', () => {
    const limit = createRateLimit('uploads', 3);
    for (let count = 0; count < 3; count += 1) limit.take('a');
    assert.throws(() => limit.take('a'), isTooMany);
    limit.take('b');
  });

  it('takes no point when waitMs is called', () => {
    const limit = createRateLimit('uploads', 2, { clock: manualClock() });
    limit.count('a');
    for (let count = 0; count < 10; count += 1) assert.equal(limit.waitMs('a'), 0);
    limit.count('a');
    assert.deepEqual([limit.waitMs('a'), limit.waitMs('b')], [60_000, 0]);
  });

  it('allows a point again after it was given back', () => {
    const limit = createRateLimit('uploads', 1);
    limit.take('a');
    limit.giveBack('a');
    limit.take('a');
    assert.throws(() => limit.take('a'), isTooMany);
  });

  it('allows all points again when the window has ended', () => {
    const clock = manualClock();
    const limit = createRateLimit('uploads', 1, { windowSeconds: 30, clock });
    limit.take('a');
    clock.advance({ ms: 29_999 });
    assert.throws(() => limit.take('a'), isTooMany);
    clock.advance({ ms: 1 });
    limit.take('a');
  });

  it('drops the oldest window when there are too many keys', () => {
    const limit = createRateLimit('uploads', 1, { clock: manualClock() });
    for (let key = 0; key < MANY_KEYS; key += 1) limit.take(`key ${key}`);
    limit.take('key 0');
    assert.throws(() => limit.take(`key ${MANY_KEYS - 1}`), isTooMany);
  });
});

describe('createNetworkLimit', () => {
  it('limits a network, and its wide network to five times as many points', () => {
    const limit = createNetworkLimit('uploads', 2);
    limit.take('198.51.100.1');
    limit.take('198.51.100.2');
    assert.throws(() => limit.take('198.51.100.3'), isTooMany);
    for (let network = 1; network <= 8; network += 1) limit.take(`198.51.${network}.1`);
    assert.throws(() => limit.take('198.51.9.1'), isTooMany);
    limit.take('198.52.9.1');
  });
});
