import type { AnyOperation } from '@azulejo/contract';
import type { FastifyInstance } from 'fastify';
import createRouter from 'find-my-way';
import { methodNotAllowed } from './method-not-allowed.ts';
import { routerOptions, toRoutePath } from './route-paths.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;

/** A path of the contract and the methods that it takes, as in the header `Allow`. */
export type KnownPath = { readonly route: string; readonly allow: string };

export type AllowedMethods = ReturnType<typeof createAllowedMethods>;

/**
 * Answers other methods on known paths with 405 and the allowed methods (RFC 9110 15.5.6).
 *
 * 1. A request that no route takes looks its path up. The router for this is built by the first such request:
 *    one route for each path and method would take a tenth of the start.
 * 2. Where a route with a parameter or a wildcard would take the other method (`DELETE /users/{id}` for
 *    `DELETE /users/me`), a route refuses it.
 */
export function createAllowedMethods(operations: readonly AnyOperation[]) {
  const paths = Map.groupBy(
    operations.flatMap(({ bindings }) => bindings),
    ({ path }) => toRoutePath(path),
  );
  const takenOn = (route: string): readonly string[] => (paths.get(route) ?? []).map(({ method }) => method);
  const allowOn = (route: string): string => {
    const taken = takenOn(route);
    return [...taken, ...(taken.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  };

  let router: ReturnType<typeof buildRouter> | undefined;
  const buildRouter = () => {
    const built = createRouter(routerOptions);
    for (const route of paths.keys())
      built.on('GET', route, () => undefined, { route, allow: allowOn(route) });
    return built;
  };

  return {
    /** Returns the path of the contract that an address has; undefined if it has none. */
    find(method: string, path: string): KnownPath | undefined {
      if (method !== 'HEAD' && !METHODS.some((known) => known === method)) return undefined;
      router ??= buildRouter();
      return (router.find('GET', path)?.store ?? undefined) as KnownPath | undefined;
    },

    /** Registers refusals where routes of the app cover other methods of known paths. */
    refuseCovered(app: FastifyInstance, routes: RoutePatterns): void {
      for (const route of paths.keys()) {
        const taken = takenOn(route);
        const segments = route.split('/');
        const method = METHODS.filter((each) => !taken.includes(each) && routes.cover(each, segments));
        if (method.length === 0) continue;
        const allow = allowOn(route);
        const handler = () => {
          throw methodNotAllowed(allow);
        };
        app.route({ method, url: route, handler });
      }
    },
  };
}

export type RoutePatterns = ReturnType<typeof collectPatterns>;

/** Collects the routes with parameters and wildcards that are registered from now on. */
export function collectPatterns(app: FastifyInstance) {
  /** Their segments, by method, number of segments and first segment: few have these in common. */
  const patterns = new Map<string, (readonly string[])[]>();
  const wildcards = new Map<string, (readonly string[])[]>();
  app.addHook('onRoute', ({ method, url }) => {
    if (!/[:*]/.test(url)) return;
    const segments = url.split('/');
    for (const each of [method].flat()) {
      if (segments.includes('*')) addTo(wildcards, each, segments);
      else addTo(patterns, keyOf(each, segments), segments);
    }
  });
  return {
    /** Returns whether a route of this method takes every address of the path. */
    cover(method: string, path: readonly string[]): boolean {
      const isCovered = (pattern: readonly string[]) => covers(pattern, path);
      return (
        (patterns.get(keyOf(method, path)) ?? []).some(isCovered) ||
        (wildcards.get(method) ?? []).some(isCovered)
      );
    },
  };
}

/** Uses the first segment as part of the key, since no route begins with a parameter. */
const keyOf = (method: string, { length, 1: first = '' }: readonly string[]): string =>
  `${method} ${length} ${first}`;

function addTo<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

function covers(pattern: readonly string[], path: readonly string[]): boolean {
  for (const [index, segment] of pattern.entries()) {
    if (segment === '*') return true;
    if (!segment.startsWith(':') && segment !== path[index]) return false;
  }
  return pattern.length === path.length;
}
