import { propertiesOfType } from '@azulejo/model';
import type { Transaction } from '../../database/index.ts';
import { setTemplate } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { matchTiles, raiseHomeRevision, type Tiles } from '../../home/tiles/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { forgetValues } from '../../state/values/index.ts';
import { findHolders } from './read-models/channel-holders.ts';

type Dependencies = { clock: Clock; tiles: Tiles };
type Moved = { readonly id: string; readonly name: string };

/** What channels have now, and what they get: another version, or another template. */
export type TemplateChange = { readonly earlier: VersionedTemplate; readonly newest: VersionedTemplate };

/**
 * Returns a function that gives channels another template or version. Users keep their tiles where the new one
 * has similar ones, and get tiles for what is new. Values stay where the component and the property do.
 */
export const createMoveChannels =
  ({ clock, tiles }: Dependencies) =>
  async (tx: Transaction, channels: readonly Moved[], { earlier, newest }: TemplateChange): Promise<void> => {
    const ids = channels.map(({ id }) => id);
    const holders = await findHolders(tx, ids);
    for (const userId of new Set(holders.map((holder) => holder.userId))) await raiseHomeRevision(tx, userId);
    const matches = matchTiles(earlier.tiles, newest.tiles);
    await tiles.carryOver(tx, ids, matches);
    await setTemplate(tx, ids, newest, clock.now());
    await forgetLost(tx, ids, { earlier, newest });
    const added = new Set(newest.tiles.keys().filter((index) => !matches.includes(index)));
    if (added.size === 0) return;
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    for (const { userId, channelId } of holders) {
      const channel = byId.get(channelId);
      if (channel) await tiles.addForChannel(tx, { userId }, channel, newest, added);
    }
  };

/** Deletes last values that nothing shows any more; the history still has them. */
async function forgetLost(
  tx: Transaction,
  channelIds: readonly string[],
  { earlier, newest }: TemplateChange,
): Promise<void> {
  const kept = valuePlacesOf(newest);
  for (const [name, { component, property }] of valuePlacesOf(earlier))
    if (!kept.has(name)) await forgetValues(tx, channelIds, { component, property });
}

type ValuePlace = { component: string; property: string; values: string };

/** Returns every property of every component, with the values that it takes. */
export function valuePlacesOf({ components, properties }: VersionedTemplate): Map<string, ValuePlace> {
  return new Map(
    components.flatMap(({ id, type }) =>
      propertiesOfType(properties, type).map((property): [string, ValuePlace] => {
        const values = JSON.stringify([property.schema, property.schemaExtension]);
        return [`${id}/${property.id}`, { component: id, property: property.id, values }];
      }),
    ),
  );
}
