/** Returns whether a value and all that it contains are more than `max` parts, or on more than `maxDepth` levels. */
export function hasMoreParts(value: unknown, max: number, maxDepth = Number.POSITIVE_INFINITY): boolean {
  let count = 1;
  let level = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxDepth) return true;
    const next: unknown[] = [];
    for (const part of level) {
      if (typeof part !== 'object' || part === null) continue;
      for (const name in part) {
        count += 1;
        if (count > max) return true;
        next.push(part[name as keyof typeof part]);
      }
    }
    level = next;
  }
  return false;
}
