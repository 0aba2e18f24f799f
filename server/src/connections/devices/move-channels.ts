import type { Transaction } from '../../database/index.ts';
import { setTemplate } from '../../devices/channels/index.ts';
import { matchTiles, type Tiles } from '../../home/tiles/index.ts';
import { raiseHomeRevision } from '../../identity/homes/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { endAlarms, moveAlarms } from '../../telemetry/alarms/index.ts';
import { moveSeries } from '../../telemetry/history/index.ts';
import { forgetValues, moveValues } from '../../telemetry/values/index.ts';
import { findHolders } from './read-models/device-channels.ts';
import { changesOfPlaces, type TemplateChange } from './value-places.ts';

type Dependencies = { clock: Clock; tiles: Tiles };
type Moved = { readonly id: string; readonly name: string };

/**
 * Returns a function that gives channels another template or version. Users keep their tiles where the new one
 * has similar ones, and get tiles for what is new. Values, history and active alarms stay with their property,
 * also when it goes to another component.
 */
export const createMoveChannels =
  ({ clock, tiles }: Dependencies) =>
  async (tx: Transaction, channels: readonly Moved[], { earlier, newest }: TemplateChange): Promise<void> => {
    const ids = channels.map(({ id }) => id);
    const holders = await findHolders(tx, ids);
    for (const userId of new Set(holders.map((holder) => holder.userId))) await raiseHomeRevision(tx, userId);
    const matches = matchTiles(earlier.tiles, newest.tiles);
    await tiles.migrateTiles(tx, ids, matches);
    await setTemplate(tx, ids, newest, clock.now());
    await moveState(tx, ids, { earlier, newest }, clock.now());
    const added = new Set(newest.tiles.keys().filter((index) => !matches.includes(index)));
    if (added.size === 0) return;
    const byId = new Map(channels.map((channel) => [channel.id, channel]));
    for (const { userId, channelId } of holders) {
      const channel = byId.get(channelId);
      if (channel) await tiles.addForChannel(tx, { userId }, channel, newest, added);
    }
  };

/**
 * Lets values and alarms follow their properties. Deletes last values that nothing shows any more; the history
 * still has them. Ends alarms that no value will end.
 */
async function moveState(
  tx: Transaction,
  channelIds: readonly string[],
  change: TemplateChange,
  now: number,
): Promise<void> {
  const { lost, moved, silenced } = changesOfPlaces(change);
  for (const place of lost) await forgetValues(tx, channelIds, place);
  for (const place of silenced) await endAlarms(tx, channelIds, place, now);
  for (const each of moved) {
    await moveValues(tx, channelIds, each);
    await moveSeries(tx, channelIds, each);
    await moveAlarms(tx, channelIds, each);
  }
}
