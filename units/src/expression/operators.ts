export type Operator = { power: number; rightToLeft?: true; apply: (left: number, right: number) => number };

export type OperatorName = keyof typeof operators;

/** Binds tighter than every operator but `^`, so that `-x ^ 2` is `-(x ^ 2)`. */
export const NEGATION_POWER = 6;

/** Infix operators with their binding power. What is true is 1, what is false 0. */
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

/** The operator that `text` names. `**` is how the iOS app's evaluator writes `^`. */
export function operatorNamed(text: string): OperatorName | undefined {
  const name = text === '**' ? '^' : text;
  return isOperatorName(name) ? name : undefined;
}

function isOperatorName(text: string): text is OperatorName {
  return Object.hasOwn(operators, text);
}
