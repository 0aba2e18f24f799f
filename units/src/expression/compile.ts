import { functions } from './functions.ts';
import { operators } from './operators.ts';
import { type Expression, parseExpression } from './parse.ts';

type Evaluate = (x: number) => number;

/**
 * Compiles an expression in `x` (spec 2.5 `mathExpression`, spec 2.6 `unitCalc`) to a function.
 *
 * Grammar: numbers, `x`, `pi`, `+ - * / ^` (`**` is `^`), unary minus, `< <= = <> >= >`, `and`, `or`,
 * parentheses, `abs acos asin atan ceil cos exp floor log round sin sqrt tan`, `atan2 min max`,
 * `if(test, then, otherwise)`. Nothing else parses. A division by zero gives an infinity or NaN.
 * Throws ExpressionError.
 */
export function compileExpression(text: string): (x: number) => number {
  return compile(parseExpression(text));
}

function compile(expression: Expression): Evaluate {
  switch (expression.kind) {
    case 'number':
      return () => expression.value;
    case 'x':
      return (x) => x;
    case 'negation': {
      const operand = compile(expression.operand);
      return (x) => -operand(x);
    }
    case 'operation': {
      const { apply } = operators[expression.operator];
      const left = compile(expression.left);
      const right = compile(expression.right);
      return (x) => apply(left(x), right(x));
    }
    case 'call': {
      const apply: (...values: number[]) => number = functions[expression.function].apply;
      const operands = expression.operands.map(compile);
      return (x) => apply(...operands.map((operand) => operand(x)));
    }
    case 'if': {
      const test = compile(expression.test);
      const then = compile(expression.then);
      const otherwise = compile(expression.otherwise);
      return (x) => (test(x) ? then(x) : otherwise(x));
    }
  }
}
