import type { Address } from '@azulejo/model';
import type { ManagerHandlers, Scope } from './types.ts';

/** Finds the handlers for an address: those with the most specific scope, and the newest of these. */
export function createHandlers() {
  const scopes = new Map<string, ManagerHandlers[]>();
  return {
    isEmpty: () => scopes.size === 0,
    add: (handlers: ManagerHandlers, { channel, component, property }: Scope = {}): (() => void) => {
      const key = keyOf(channel, component, property);
      const own = { ...handlers };
      scopes.set(key, [...(scopes.get(key) ?? []), own]);
      return () => {
        const rest = (scopes.get(key) ?? []).filter((each) => each !== own);
        if (rest.length === 0) scopes.delete(key);
        else scopes.set(key, rest);
      };
    },
    find: ({ channel, component, property }: Address): ManagerHandlers | undefined => {
      for (const one of [channel, undefined])
        for (const two of [component, undefined])
          for (const three of [property, undefined]) {
            const found = scopes.get(keyOf(one, two, three))?.at(-1);
            if (found) return found;
          }
      return undefined;
    },
  };
}

const keyOf = (...levels: (string | undefined)[]) => levels.map((level) => level ?? '+').join('/');
