import type { HomeState } from '../state.ts';

const MAX_CHAINS = 256;

export function rememberChain({ chains }: HomeState, run: string, chain: string[]): void {
  chains.push([run, chain]);
  if (chains.length > MAX_CHAINS) chains.shift();
}

/**
 * Returns the automations that caused an input, directly or through other runs. A run that is too old to be known
 * begins a new chain.
 */
export function chainOf({ chains }: HomeState, run: string | undefined): readonly string[] {
  if (run === undefined) return [];
  return chains.findLast(([id]) => id === run)?.[1] ?? [];
}
