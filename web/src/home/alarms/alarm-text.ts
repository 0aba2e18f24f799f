import type { Tile, TileGroup } from '@azulejo/contract';
import { placedText } from '@azulejo/model';
import type { Condition } from '@azulejo/sdk';

/** Returns `Smoke in the kitchen`, or `Smoke: Smoke alarm` for a device without a room. */
export function alarmText({ text }: Condition, tile: Tile, groups: readonly TileGroup[]): string {
  const own = groups.find(({ id }) => tile.groups.includes(id));
  const area = groups.find(({ id }) => id === own?.parent) ?? own;
  return placedText(text, { device: tile.label, area: area?.isDefault ? undefined : area?.label });
}
