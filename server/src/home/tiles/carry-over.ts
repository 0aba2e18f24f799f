import { sql } from 'kysely';
import type { Transaction } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';

type Drawing = VersionedTemplate['tiles'][number];

/** Which tile of the newer version each tile of the earlier one goes on as; undefined for one that is gone. */
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

/** People's tiles of channels whose template's version changes: they keep name, place and groups, or go. */
export function createCarryOver(clock: Clock) {
  return {
    async carryOver(
      tx: Transaction,
      channelIds: readonly string[],
      matches: readonly (number | undefined)[],
    ): Promise<void> {
      const gone = matches.flatMap((match, index) => (match === undefined ? [index] : []));
      if (gone.length > 0) await removeTiles(tx, channelIds, gone);
      const updated = clock.now();
      for (const [from, to] of matches.entries()) {
        if (to === undefined || to === from) continue;
        // No number is there twice meanwhile: those that are taken anew lie below zero until all have theirs.
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
