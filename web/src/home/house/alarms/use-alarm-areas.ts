import { useMemo } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useAlarms } from './use-alarms.ts';

/** Returns the ids of the areas with an active alarm. */
export function useAlarmAreas(): ReadonlySet<string> {
  const alarms = useAlarms();
  const { groups } = useHome();
  return useMemo(() => {
    const parents = new Map(groups.map(({ id, parent }) => [id, parent]));
    return new Set(alarms.flatMap(({ tile }) => tile.groups.map((id) => parents.get(id) || id)));
  }, [alarms, groups]);
}
