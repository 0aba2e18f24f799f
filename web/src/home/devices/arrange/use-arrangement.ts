import type { Tile, TileGroup } from '@azulejo/contract';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import {
  groupsAfter,
  type HomeOrder,
  moveGroup,
  moveInto,
  moveTile,
  type Place,
  rowsOf,
} from './home-order.ts';

/** A position beyond the end means the end. */
const LAST = 1_000_000;

/**
 * Returns the home's order, and functions that change it. Moves are optimistic updates, saved one after the
 * other; when one is refused, the platform's order is shown again.
 */
export function useArrangement() {
  const { client } = useSession();
  const { refresh, state, error } = useHome();
  const { order, newest, problem, move } = useOptimisticOrder();
  const rows = useMemo(() => rowsOf(order), [order]);

  const placeTile = useCallback(
    (tile: Tile, place: Place) => {
      const before = newest.current.tiles.find(({ id }) => id === tile.id);
      if (!before) return;
      const input = { user_id: 'me', tile_id: tile.id, position: place.position };
      const isElsewhere = before.groups[0] !== place.group.id;
      const where = isElsewhere ? { groups: groupsAfter(before, place.group) } : {};
      move(moveTile(newest.current, before, place), () => client.tiles.update({ ...input, ...where }));
    },
    [client, newest, move],
  );

  const placeGroup = useCallback(
    (group: TileGroup, position: number) =>
      move(moveGroup(newest.current, group, position), () =>
        client.tileGroups.update({ user_id: 'me', group_id: group.id, position }),
      ),
    [client, newest, move],
  );

  const placeInto = useCallback(
    (group: TileGroup, area: TileGroup) =>
      move(moveInto(newest.current, group, area), () =>
        client.tileGroups.update({ user_id: 'me', group_id: group.id, parent: area.id, position: LAST }),
      ),
    [client, newest, move],
  );

  const isLoading = state === 'loading';
  return { order, rows, placeTile, placeGroup, placeInto, problem, refresh, isLoading, error };
}

/** Returns the home's order with the moves that are not saved yet, and a function that moves and then saves. */
function useOptimisticOrder() {
  const { tiles, groups, refresh } = useHome();
  const [ahead, setAhead] = useState<HomeOrder>();
  const [problem, setProblem] = useState<unknown>();
  const saving = useRef({ last: Promise.resolve(), count: 0 });
  const order = useMemo(() => ahead ?? { tiles, groups }, [ahead, tiles, groups]);
  const newest = useRef(order);
  newest.current = order;

  const move = useCallback(
    (next: HomeOrder, save: () => Promise<unknown>) => {
      const queue = saving.current;
      newest.current = next;
      setAhead(next);
      setProblem(undefined);
      queue.count += 1;
      queue.last = queue.last
        .then(save)
        .catch(setProblem)
        .then(async () => {
          queue.count -= 1;
          if (queue.count > 0) return;
          await refresh().catch(() => {});
          if (queue.count === 0) setAhead(undefined);
        });
    },
    [refresh],
  );

  return { order, newest, problem, move };
}
