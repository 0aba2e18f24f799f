/** Returns whether two JSON values are the same; the order of an object's members does not count. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every(
      (name) =>
        Object.hasOwn(b, name) &&
        isEqual((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]),
    )
  );
}
