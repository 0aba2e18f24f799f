import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { decimalDigits, divide, exact, multiply, subtract } from './exact-number.ts';

const number = fc
  .tuple(fc.integer({ min: 1, max: 9999 }), fc.nat(4))
  .map(([digits, places]) => (digits / 10 ** places).toFixed(places));

describe('exact numbers', () => {
  it('parses products and quotients', () => {
    assert.deepEqual(exact('5 / 9'), { numerator: 5n, denominator: 9n });
    assert.deepEqual(exact('0.45359237 * 9.80665'), exact('4.4482216152605'));
  });

  it('writes numbers as decimals only when these are finite', () => {
    assert.equal(decimalDigits(exact('1 / 8')), '0.125');
    assert.equal(decimalDigits(subtract(exact('1'), exact('1.05'))), '-0.05');
    assert.equal(decimalDigits(exact('1000')), '1000');
    assert.equal(decimalDigits(exact('1 / 3')), undefined);
  });

  it('keeps numbers unchanged after a multiplication and the reverse division', () => {
    fc.assert(
      fc.property(number, number, (a, b) => {
        assert.deepEqual(divide(multiply(exact(a), exact(b)), exact(b)), exact(a));
        assert.equal(Number(decimalDigits(exact(a))), Number(a));
      }),
    );
  });
});
