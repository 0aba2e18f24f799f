import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasMoreParts } from './has-more-parts.ts';

test('counts a value and all that it contains', () => {
  const value = { a: [1, { b: null }], c: 'text' };
  assert.equal(hasMoreParts(value, 6), false);
  assert.equal(hasMoreParts(value, 5), true);
  assert.equal(hasMoreParts(7, 1), false);
});

test('counts the levels of values that are nested more deeply than the stack', () => {
  const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`);
  assert.equal(hasMoreParts(deep, 200_000), false);
  assert.equal(hasMoreParts(deep, 200_000, 200), true);
  assert.equal(hasMoreParts([[1]], 10, 3), false);
  assert.equal(hasMoreParts([[1]], 10, 2), true);
});
