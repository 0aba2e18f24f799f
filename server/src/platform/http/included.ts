/** Returns the names in a comma-separated `include`, or undefined when there is none. */
export function included(include: string | undefined): ReadonlySet<string> | undefined {
  if (include === undefined) return undefined;
  return new Set(include.split(',').map((name) => name.trim()));
}
