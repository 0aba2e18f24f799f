export type Operator = { power: number; rightToLeft?: true; apply: (left: number, right: number) => number };

export type OperatorName = keyof typeof operators;

/** Binding power of unary minus, above every operator except `^`, so that `-x ^ 2` is `-(x ^ 2)`. */
export const NEGATION_POWER = 6;

/** Infix operators with their binding power. True is 1 and false is 0. */
export const operators = {
  or: { power: 1, apply: (left, right) => Number(Boolean(left) || Boolean(right)) },
  and: { power: 2, apply: (left, right) => Number(Boolean(left) && Boolean(right)) },
  '<': { power: 3, apply: (left, right) => Number(left < right) },
  '<=': { power: 3, apply: (left, right) => Number(left <= right) },
  '=': { power: 3, apply: (left, right) => Number(left === right) },
  '<>': { power: 3, apply: (left, right) => Number(left !== right) },
  '>=': { power: 3, apply: (left, right) => Number(left >= right) },
  '>': { power: 3, apply: (left, right) => Number(left > right) },
  '+': { power: 4, apply: (left, right) => left + right },
  '-': { power: 4, apply: (left, right) => left - right },
  '*': { power: 5, apply: (left, right) => left * right },
  '/': { power: 5, apply: (left, right) => left / right },
  '^': { power: 7, rightToLeft: true, apply: (left, right) => left ** right },
} as const satisfies Record<string, Operator>;

/** Returns the operator for a token, if any. The iOS app's evaluator writes `^` as `**`. */
export function operatorNamed(text: string): OperatorName | undefined {
  const name = text === '**' ? '^' : text;
  return isOperatorName(name) ? name : undefined;
}

function isOperatorName(text: string): text is OperatorName {
  return Object.hasOwn(operators, text);
}
