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
  const [{ tiles, groups }, { channels }] = await Promise.all([arrangement, client.channels.list(ofDevices)]);
  return { tiles, groups, channels };
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

/** Channels with one object for what many have in common, so that a copy of them holds it once. */
export function shareProperties(channels: readonly Channel[]): readonly Channel[] {
  const shared = new Map<string, Channel['properties']>();
  return channels.map((channel) => {
    const text = JSON.stringify(channel.properties);
    const properties = shared.get(text) ?? channel.properties;
    shared.set(text, properties);
    return { ...channel, properties };
  });
}

/** Every last value, and where the feed stood before them: what comes after it is missed by nobody. */
export async function readValues(client: Client): Promise<{ values: readonly Reported[]; cursor: string }> {
  const { cursor } = await client.events.list({ user_id: 'me' });
  const { elements } = await client.values.list({ user_id: 'me' });
  return { values: elements, cursor };
}
