import type { Channel, Tile, TileGroup, ValueList } from '@azulejo/contract';
import type { Address, Client } from '@azulejo/sdk';

/** How a home is arranged. It is small compared to its channels, and enough to draw tiles without values. */
export type Arrangement = { readonly tiles: readonly Tile[]; readonly groups: readonly TileGroup[] };
export type Lists = Arrangement & { readonly channels: readonly Channel[] };

/** A value of a property, as its device reported it. */
export type Reported = Address & {
  readonly data: unknown;
  readonly timestamp: string;
  /** Since when the property has had this value; live messages leave it out. */
  readonly changed?: string;
};

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

/** How long tiles wait for their channels: to draw them twice takes a slow phone longer. */
const CHANNELS_WAIT_MS = 150;

/** Reads the lists. `onArrangement` is called with tiles and groups when the channels take longer. */
export async function readLists(
  client: Client,
  onArrangement: (arrangement: Arrangement) => void,
): Promise<Lists> {
  const reading = readChannels(client);
  const arrangement = readArrangement(client).then((read) => {
    const timer = setTimeout(() => onArrangement(read), CHANNELS_WAIT_MS);
    reading.finally(() => clearTimeout(timer)).catch(() => {});
    return read;
  });
  const [{ tiles, groups }, channels] = await Promise.all([arrangement, reading]);
  return { tiles, groups, channels };
}

/**
 * Reads the channels. Each kind of device has its properties once on the wire and in memory, because they are
 * most of the list.
 */
async function readChannels(client: Client): Promise<readonly Channel[]> {
  const { channels, sharedProperties = [] } = await client.channels.list(
    { ...ofDevices, properties: 'shared' },
    // The page translates stored labels itself, so its copy for offline use is good for every language.
    { language: '*' },
  );
  const propertiesOf = new Map(
    sharedProperties.flatMap((shared) => shared.channels.map((id) => [id, shared.properties] as const)),
  );
  return channels.map((channel) => ({
    ...channel,
    properties: propertiesOf.get(channel.id) ?? channel.properties,
  }));
}

/**
 * Reads every last value. `onCursor` is called with the feed's cursor before, and the values that are being read:
 * later changes are in the values or in the feed, and may be in both.
 */
export async function readValues(
  client: Client,
  onCursor: (cursor: string, reading: Promise<ValueList['elements']>) => void,
): Promise<readonly Reported[]> {
  const { cursor } = await client.events.list({ user_id: 'me' });
  const reading = client.values.list({ user_id: 'me' }).then(({ elements }) => elements);
  onCursor(cursor, reading);
  return reading;
}
