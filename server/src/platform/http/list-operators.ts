/** The type of a filter's value: number, string, boolean, date or JSON. */
export type Type = 'n' | 's' | 'b' | 'd' | 'j';

type Test = (value: unknown, wanted: unknown) => boolean;

/** Creates the operators of list queries. A missing member matches only `neq`, `nin` and `nlike`. */
export function createOperators(compare: (one: unknown, other: unknown) => number) {
  const isEqual: Test = (value, wanted) => value === wanted;
  const isIn: Test = (value, wanted) => (wanted as unknown[]).includes(value);
  /** Compares only values of the same type. */
  const ordered =
    (holds: (order: number) => boolean): Test =>
    (value, wanted) =>
      typeof value === typeof wanted && holds(compare(value, wanted));
  const of = (test: Test, takesList = false) => ({ test, takesList });
  return {
    eq: of(isEqual),
    neq: of((value, wanted) => !isEqual(value, wanted)),
    gt: of(ordered((order) => order > 0)),
    gte: of(ordered((order) => order >= 0)),
    lt: of(ordered((order) => order < 0)),
    lte: of(ordered((order) => order <= 0)),
    in: of(isIn, true),
    nin: of((value, wanted) => !isIn(value, wanted), true),
    like: of(isLike),
    nlike: of((value, wanted) => !isLike(value, wanted)),
  };
}

export type Operator = keyof ReturnType<typeof createOperators>;

/**
 * Matches a pattern in which `%` matches any text, ignoring case. Each part is searched after the previous
 * one.
 */
function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  const text = value.toLowerCase();
  const [first = '', ...parts] = wanted.toLowerCase().split('%');
  if (!text.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
