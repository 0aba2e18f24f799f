import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { sameJson } from './same-json.ts';

/** Small values, so that equal pairs occur. */
const json = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') });
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

test('sameJson agrees with deep equality of JSON values', () => {
  fc.assert(
    fc.property(json, json, (one, other) => {
      assert.equal(sameJson(plain(one), plain(other)), isDeepStrictEqual(plain(one), plain(other)));
      assert.ok(sameJson(plain(one), plain(one)));
    }),
    { numRuns: 2_000 },
  );
});

test('sameJson ignores the order of members, but not missing members, types or the order of items', () => {
  assert.ok(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 }));
  for (const [one, other] of [
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: 1 }, { b: 1 }],
    [{}, []],
    [null, {}],
    [
      [1, 2],
      [2, 1],
    ],
    [1, '1'],
    [{ toString: 1 }, { a: 1 }],
  ]) {
    assert.equal(sameJson(one, other), false, JSON.stringify([one, other]));
  }
});
