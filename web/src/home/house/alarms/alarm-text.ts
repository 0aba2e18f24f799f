import type { Alarm, Tile, TileGroup } from '@azulejo/contract';
import { placedText } from '@azulejo/model';
import type { Condition } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { activeDictionary } from '../../../languages/dictionary.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import type { Reading } from '../../kit/formats/reading.ts';

/** Returns `Smoke in the kitchen`, or `Smoke: Smoke alarm` for a device without a room. */
export function alarmText({ text }: Condition, tile: Tile, groups: readonly TileGroup[]): string {
  const own = groups.find(({ id }) => tile.groups.includes(id));
  const area = groups.find(({ id }) => id === own?.parent) ?? own;
  const place = area?.isDefault ? undefined : area?.label;
  return placedText(text, { device: tile.label, area: place }, activeDictionary());
}

/** Returns who saw an alarm first, and when. */
export function seenText(
  { by, timestamp }: NonNullable<Alarm['seen']>,
  me: string | undefined,
  reading: Reading,
): string {
  const time = formatSince(timestamp, reading);
  if (by.id === me) return t`Seen by you, ${time}`;
  const who = by.name;
  return who ? t`Seen by ${who}, ${time}` : t`Seen by someone, ${time}`;
}
