const MAX_WIDTH = 110;

/**
 * Returns JSON in which arrays and objects that fit in `MAX_WIDTH` or are `maxDepth` levels deep take one
 * line each. Committed documents then have far fewer lines, and a change of one member changes one line.
 */
export function compactJson(value: unknown, maxDepth = Number.POSITIVE_INFINITY, depth = 0): string {
  const line = JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return line;
  if (depth >= maxDepth || line.length + 2 * depth <= MAX_WIDTH) return line;
  const indent = '  '.repeat(depth + 1);
  const parts = Array.isArray(value)
    ? value.map((item) => compactJson(item, maxDepth, depth + 1))
    : Object.entries(value)
        .filter(([, member]) => member !== undefined)
        .map(([key, member]) => `${JSON.stringify(key)}: ${compactJson(member, maxDepth, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${indent}${parts.join(`,\n${indent}`)}\n${'  '.repeat(depth)}${close}`;
}
