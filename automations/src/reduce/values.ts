import type { Home } from '../home.ts';
import type { HomeState } from '../state.ts';

/**
 * Returns whether the value of a property matters: to an automation, or to a run of an earlier version. As soon as such
 * a run is over it does not, so it makes no difference when the home was compiled last.
 */
export const isUsed = ({ presentNames, earlier }: Home, { automations }: HomeState, key: string): boolean =>
  presentNames.has(key) ||
  earlier.some(
    ({ id, version, names }) =>
      names.has(key) && automations[id]?.runs.some((run) => run.version === version),
  );

/** Forgets values and writes that are no longer used: they would become old. */
export function forgetUnused(home: Home, state: HomeState): void {
  for (const remembered of [state.values, state.writes ?? {}])
    for (const key of Object.keys(remembered)) if (!isUsed(home, state, key)) delete remembered[key];
}
