import type { AnyOperation } from '@azulejo/contract';
import leven from 'leven';

/** A longer path is not a misspelt one, and comparing it would take time. */
const MAX_LENGTH = 120;
/** One letter in five may differ. */
const DIFFERING = 0.2;
const PREFIXES = ['/v3', '/v3/legacy', '/v3/auth'];

/**
 * Returns a function that finds the operation whose path is nearest to one that does not exist, as
 * `GET /v3/users/{user_id}`. Only paths of the contract are named, never what the caller sent.
 */
export function createNearestPath(operations: readonly AnyOperation[]) {
  const templates = operations.flatMap(({ bindings }) =>
    bindings.map(({ method, path }) => ({ name: `${method} ${path}`, method, segments: path.split('/') })),
  );

  return function nearestPath(method: string, path: string): string | undefined {
    if (path.length > MAX_LENGTH) return undefined;
    const variants = variantsOf(path).map((variant) => variant.split('/'));
    let nearest: { name: string; distance: number } | undefined;
    for (const template of templates) {
      const distance = Math.min(...variants.map((variant) => distanceTo(template.segments, variant)));
      // Among equally near paths, the one with the caller's method is suggested.
      const weighed = distance + (template.method === method ? 0 : 0.5);
      if (weighed < (nearest?.distance ?? Number.POSITIVE_INFINITY))
        nearest = { name: template.name, distance: weighed };
    }
    return nearest && nearest.distance <= Math.max(2.5, path.length * DIFFERING) ? nearest.name : undefined;
  };
}

/** Returns the path as it is, and with a version or a folder that was forgotten. */
function variantsOf(path: string): string[] {
  const bare = path.replace(/^\/(api\/)?v\d+(?=\/)/, '');
  return [path, ...PREFIXES.map((prefix) => prefix + bare)];
}

/** Returns how many letters differ. A parameter of the template takes any segment. */
function distanceTo(template: readonly string[], segments: readonly string[]): number {
  if (template.length !== segments.length) return Number.POSITIVE_INFINITY;
  let distance = 0;
  for (const [index, segment] of template.entries())
    if (!segment.startsWith('{')) distance += leven(segment, segments[index] ?? '');
  return distance;
}
