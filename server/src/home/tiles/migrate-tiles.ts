import { sql } from 'kysely';
import type { Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';

type Drawing = VersionedTemplate['tiles'][number];

/** Maps each tile of the earlier version to one of the newer version; undefined for a tile that is gone. */
export function matchTiles(earlier: readonly Drawing[], newer: readonly Drawing[]): (number | undefined)[] {
  const taken = new Set<number>();
  const matches: (number | undefined)[] = earlier.map(() => undefined);
  const components = (tile: Drawing) => JSON.stringify(tile.components.toSorted());
  const alike: ((one: Drawing, other: Drawing) => boolean)[] = [
    (one, other) => components(one) === components(other) && one.label === other.label,
    (one, other) => components(one) === components(other),
    (one, other) => one.label !== undefined && one.label === other.label,
    () => earlier.length === 1 && newer.length === 1,
  ];
  for (const isAlike of alike) {
    for (const [index, tile] of earlier.entries()) {
      if (matches[index] !== undefined) continue;
      const match = newer.findIndex((other, at) => !taken.has(at) && isAlike(tile, other));
      if (match < 0) continue;
      matches[index] = match;
      taken.add(match);
    }
  }
  return matches;
}

/**
 * Updates users' tiles when the template version of their channels changes: tiles keep name, position and
 * groups, or are removed.
 */
export function createMigrateTiles(clock: Clock) {
  return {
    async migrateTiles(
      tx: Transaction,
      channelIds: readonly string[],
      matches: readonly (number | undefined)[],
    ): Promise<void> {
      const gone = matches.flatMap((match, index) => (match === undefined ? [index] : []));
      if (gone.length > 0) await removeTiles(tx, channelIds, gone);
      const updated = clock.now();
      for (const [from, to] of matches.entries()) {
        if (to === undefined || to === from) continue;
        // New numbers are stored as negatives until all tiles have theirs, so that no number occurs twice in
        // between.
        await tx
          .updateTable('tiles')
          .set((eb) => ({ template_tile: -1 - to, updated, revision: eb('revision', '+', 1) }))
          .where('channel_id', 'in', channelIds)
          .where('template_tile', '=', from)
          .execute();
      }
      await tx
        .updateTable('tiles')
        .set({ template_tile: sql<number>`-1 - template_tile` })
        .where('channel_id', 'in', channelIds)
        .where('template_tile', '<', 0)
        .execute();
    },
  };
}

async function removeTiles(
  tx: Transaction,
  channelIds: readonly string[],
  gone: readonly number[],
): Promise<void> {
  const tiles = await tx
    .deleteFrom('tiles')
    .where('channel_id', 'in', channelIds)
    .where('template_tile', 'in', gone)
    .returning(['user_id', 'id'])
    .execute();
  for (const { user_id, id } of tiles)
    await tx
      .deleteFrom('tile_group_members')
      .where('user_id', '=', user_id)
      .where('tile_id', '=', id)
      .execute();
}
