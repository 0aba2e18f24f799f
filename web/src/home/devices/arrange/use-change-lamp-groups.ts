import { notify } from '../../../design/notify.ts';
import { usePreferencesStore } from '../../person/preferences/preferences-store.ts';
import { type LampGroup, MAX_LAMP_GROUPS } from '../tiles/lamp-groups.ts';
import { useGroupTiles } from '../tiles/use-lamp-groups.ts';

/**
 * Returns the groups of lamps, and functions that change them, optimistically. What is stored loses lamps that the
 * home no longer has.
 */
export function useChangeLampGroups() {
  const groups = useGroupTiles();
  const { change } = usePreferencesStore();
  const stored = groups.map(
    ({ id, label, lamps }): LampGroup => ({ id, name: label, tiles: lamps.map((lamp) => lamp.id) }),
  );
  const save = (next: readonly LampGroup[]) => {
    change({ lamp_groups: [...next] }).catch(notify.failed);
  };
  return {
    groups,
    isFull: groups.length >= MAX_LAMP_GROUPS,
    /** Adds a group, or replaces the one with its id. Its lamps leave the groups that they were in. */
    put: (group: LampGroup) => {
      const taken = new Set(group.tiles);
      const others = stored
        .map((each) => ({ ...each, tiles: each.tiles.filter((id) => !taken.has(id)) }))
        .filter(({ tiles }) => tiles.length > 0);
      const at = stored.findIndex(({ id }) => id === group.id);
      const rest = others.filter(({ id }) => id !== group.id);
      save(rest.toSpliced(at === -1 ? rest.length : at, 0, group));
    },
    remove: (id: string) => save(stored.filter((each) => each.id !== id)),
  };
}
