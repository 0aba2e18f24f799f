import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { compileExpression } from './compile.ts';
import { ExpressionError } from './error.ts';
import { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from './parse.ts';

const values: [expression: string, x: number, expected: number][] = [
  ['x', 5, 5],
  ['.5 + 1.25', 0, 1.75],
  ['x/3600', 7200, 2],
  ['(x - 32) / 1.8', 212, 100],
  ['2 - 3 - 4', 0, -5],
  ['64 / 4 / 2', 0, 8],
  ['2 + 3 * 4', 0, 14],
  ['2 ^ 3 ^ 2', 0, 512],
  ['2 ** 3 ** 2', 0, 512],
  ['-x ^ 2', 3, -9],
  ['(-x) ^ 2', 3, 9],
  ['2 ^ -1', 0, 0.5],
  ['--x', 3, 3],
  ['-x * 2', 3, -6],
  ['1 - -x', 3, 4],
  ['x < 2', 2, 0],
  ['x <= 2', 2, 1],
  ['x = 2', 2, 1],
  ['x <> 2', 2, 0],
  ['x >= 2', 2, 1],
  ['x > 2', 2, 0],
  ['x > 1 and x < 3', 2, 1],
  ['x < 1 or x > 3', 2, 0],
  ['1 or 0 and 0', 0, 1],
  ['x + 1 > 2 = 1', 2, 1],
  ['if(x > 20, 1, 2)', 21, 1],
  ['if(x > 20, 1, 2)', 20, 2],
  ['if(x = 0, 0, 1 / x)', 0, 0],
  ['abs(-3)', 0, 3],
  ['ceil(1.2) + floor(1.8) + round(1.5)', 0, 5],
  ['sqrt(16)', 0, 4],
  ['exp(0) + cos(0) + sin(0) + tan(0)', 0, 2],
  ['log(exp(2))', 0, 2],
  ['acos(1) + asin(0) + atan(0) + atan2(0, 1)', 0, 0],
  ['min(x, 3) + max(x, 3)', 5, 8],
  ['cos(pi)', 0, -1],
  ['1 / x', 0, Number.POSITIVE_INFINITY],
  [' \t( x )\r\n', 4, 4],
];

const refused: [expression: string, position: number][] = [
  ['', 0],
  ['   ', 3],
  ['x x', 2],
  ['2x', 1],
  ['1.', 1],
  ['1.2.3', 3],
  ['1e3', 1],
  ['x +', 3],
  ['+x', 0],
  ['(x', 2],
  ['x)', 1],
  ['()', 1],
  ['x == 2', 3],
  ['x != 2', 2],
  ['x % 2', 2],
  ['x ? 1 : 2', 2],
  ['x && 1', 2],
  ['x; x', 1],
  ['x = 2, 3', 5],
  ['abs', 3],
  ['abs(1, 2)', 5],
  ['atan2(1)', 7],
  ['if(x, 1)', 7],
  ['y', 0],
  ['X', 0],
  ['PI', 0],
  ['Math.sin(x)', 4],
  ['x.constructor', 1],
  ['x[0]', 1],
  ['constructor', 0],
  ['__proto__', 0],
  ['toString', 0],
  ['toString()', 0],
  ['hasOwnProperty(x)', 0],
  ['valueOf(1)', 0],
  ['1 constructor 2', 2],
  ['process', 0],
  ['"x"', 0],
  ['`x`', 0],
  [`\${x}`, 0],
  ['x\u00a0', 1],
  ['1\u2212x', 1],
  ['\u0445', 0],
  ['\uff11', 0],
  ['x\u0000', 1],
  ['x // y', 3],
  ['x /* y */', 3],
];

describe('compileExpression', () => {
  for (const [expression, x, expected] of values)
    it(`evaluates ${JSON.stringify(expression)} to ${expected} when x is ${x}`, () => {
      assert.equal(compileExpression(expression)(x), expected);
    });

  for (const [expression, position] of refused)
    it(`rejects ${JSON.stringify(expression)} at position ${position}`, () => {
      assert.throws(() => compileExpression(expression), { name: 'ExpressionError', position });
    });

  it('throws an error with the position and the expected token', () => {
    assert.throws(() => compileExpression('min(x 2)'), {
      message: 'Expected "," at position 6',
      position: 6,
      expected: '","',
    });
  });

  it('rejects an expression that is too long', () => {
    const longest = 'x'.padEnd(MAX_EXPRESSION_LENGTH);
    assert.equal(compileExpression(longest)(1), 1);
    assert.throws(() => compileExpression(`${longest} `), ExpressionError);
  });

  for (const [open, close] of [
    ['(', ')'],
    ['-', ''],
    ['1^', ''],
    ['abs(', ')'],
  ] as const)
    it(`rejects ${open} when nested too deeply`, () => {
      const nested = (levels: number) => open.repeat(levels) + 1 + close.repeat(levels);
      assert.equal(Math.abs(compileExpression(nested(MAX_EXPRESSION_DEPTH - 1))(1)), 1);
      assert.throws(() => compileExpression(nested(MAX_EXPRESSION_DEPTH)), ExpressionError);
    });

  it('throws only ExpressionError for any text', () => {
    const texts = fc.oneof(
      fc.string({
        unit: fc.oneof(fc.nat(0xff_ff), fc.nat(0x10_ff_ff)).map((code) => String.fromCodePoint(code)),
      }),
      fc.string({ unit: fc.constantFrom(...'x12(),+-*/^<>=andorifpi. ') }),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          assert.equal(typeof compileExpression(text)(1), 'number');
        } catch (error) {
          assert.ok(error instanceof ExpressionError);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('computes the same as JavaScript for random expressions', () => {
    fc.assert(
      fc.property(pairs.sum, fc.double({ min: -100, max: 100, noNaN: true }), ({ text, value }, x) => {
        fc.pre(text.length <= MAX_EXPRESSION_LENGTH);
        assert.equal(compileExpression(text)(x), value(x));
      }),
      { numRuns: 500 },
    );
  });
});

type Pair = { text: string; value: (x: number) => number };

/** Random expressions, each with a function that computes the same without our parser. */
const pairs = fc.letrec<{ sum: Pair; product: Pair; atom: Pair }>((tie) => ({
  sum: chain(tie('product'), { '+': (a, b) => a + b, '-': (a, b) => a - b }),
  product: chain(tie('atom'), { '*': (a, b) => a * b, '/': (a, b) => a / b }),
  atom: fc.oneof(
    { maxDepth: 2, depthIdentifier: 'atom' },
    fc.nat(999).map((n): Pair => ({ text: String(n / 4), value: () => n / 4 })),
    fc.constant<Pair>({ text: 'x', value: (x) => x }),
    tie('sum').map(({ text, value }): Pair => ({ text: `(${text})`, value })),
    tie('sum').map(({ text, value }): Pair => ({ text: `-(${text})`, value: (x) => -value(x) })),
    tie('sum').map(({ text, value }): Pair => ({ text: `abs(${text})`, value: (x) => Math.abs(value(x)) })),
    fc.tuple(tie('sum'), tie('sum'), tie('sum')).map(
      ([a, b, c]): Pair => ({
        text: `if(${a.text} < ${b.text}, ${c.text}, min(${a.text}, ${b.text}))`,
        value: (x) => (a.value(x) < b.value(x) ? c.value(x) : Math.min(a.value(x), b.value(x))),
      }),
    ),
  ),
}));

function chain(
  operand: fc.Arbitrary<Pair>,
  operators: Record<string, (a: number, b: number) => number>,
): fc.Arbitrary<Pair> {
  const link = fc.tuple(fc.constantFrom(...Object.entries(operators)), operand);
  return fc.tuple(operand, fc.array(link, { maxLength: 2 })).map(([first, links]) =>
    links.reduce<Pair>(
      (left, [[symbol, apply], right]) => ({
        text: `${left.text} ${symbol} ${right.text}`,
        value: (x) => apply(left.value(x), right.value(x)),
      }),
      first,
    ),
  );
}
