type NumberFunction = (...values: number[]) => number;

export type FunctionName = keyof typeof functions;

/** The functions of an expression with their number of arguments. `log` is the natural logarithm. */
export const functions = {
  abs: { arity: 1, apply: Math.abs },
  acos: { arity: 1, apply: Math.acos },
  asin: { arity: 1, apply: Math.asin },
  atan: { arity: 1, apply: Math.atan },
  ceil: { arity: 1, apply: Math.ceil },
  cos: { arity: 1, apply: Math.cos },
  exp: { arity: 1, apply: Math.exp },
  floor: { arity: 1, apply: Math.floor },
  log: { arity: 1, apply: Math.log },
  round: { arity: 1, apply: Math.round },
  sin: { arity: 1, apply: Math.sin },
  sqrt: { arity: 1, apply: Math.sqrt },
  tan: { arity: 1, apply: Math.tan },
  atan2: { arity: 2, apply: Math.atan2 },
  max: { arity: 2, apply: Math.max },
  min: { arity: 2, apply: Math.min },
} as const satisfies Record<string, { arity: 1 | 2; apply: NumberFunction }>;

export function isFunctionName(word: string): word is FunctionName {
  return Object.hasOwn(functions, word);
}
