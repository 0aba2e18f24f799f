import type { Channel, Tile, TileGroup } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import type { Reported } from './values.ts';

/** How a home is arranged; it is small beside its channels, and enough to draw tiles without values. */
export type Arrangement = { readonly tiles: readonly Tile[]; readonly groups: readonly TileGroup[] };
export type Lists = Arrangement & { readonly channels: readonly Channel[] };

const ofDevices = { user_id: 'me', include: 'specs' } as const;

export async function readArrangement(client: Client): Promise<Arrangement> {
  const [{ tiles }, { tileGroups: groups }] = await Promise.all([
    client.tiles.list(ofDevices),
    client.tileGroups.list(ofDevices),
  ]);
  return { tiles, groups };
}

/** Returns a text that differs when anything about the arrangement does. */
export const marksOf = ({ tiles, groups }: Arrangement): string =>
  tiles.map(({ _rev }) => _rev).join() + JSON.stringify(groups);

/** `onArrangement` hears of tiles and groups before the channels are there. */
export async function readLists(
  client: Client,
  onArrangement: (arrangement: Arrangement) => void,
): Promise<Lists> {
  const arrangement = readArrangement(client).then((read) => {
    onArrangement(read);
    return read;
  });
  const [{ tiles, groups }, channels] = await Promise.all([arrangement, readChannels(client)]);
  return { tiles, groups, channels };
}

/** Each kind of device has its properties once on the wire and in memory: they are most of a list of channels. */
async function readChannels(client: Client): Promise<readonly Channel[]> {
  const { channels, sharedProperties = [] } = await client.channels.list({
    ...ofDevices,
    properties: 'shared',
  });
  const propertiesOf = new Map(
    sharedProperties.flatMap((shared) => shared.channels.map((id) => [id, shared.properties] as const)),
  );
  return channels.map((channel) => ({
    ...channel,
    properties: propertiesOf.get(channel.id) ?? channel.properties,
  }));
}

/** The list that was read now, with the objects known before where they are the same: what shows them stays as it is. */
export function keepSame<Item extends { readonly id: string; readonly _rev: string }>(
  before: Iterable<Item>,
  now: readonly Item[],
): readonly Item[] {
  const known = new Map([...before].map((item) => [item.id, item]));
  return now.map((item) => {
    const last = known.get(item.id);
    return last?._rev === item._rev ? last : item;
  });
}

/**
 * Reads every last value. `onCursor` gets where the feed stood before: what comes after it is either in the values or in
 * the feed, and may be in both.
 */
export async function readValues(
  client: Client,
  onCursor: (cursor: string) => void,
): Promise<readonly Reported[]> {
  const { cursor } = await client.events.list({ user_id: 'me' });
  onCursor(cursor);
  const { elements } = await client.values.list({ user_id: 'me' });
  return elements;
}
