import type { Channel, Tile, TileGroup } from '@azulejo/contract';
import type { Client } from '@azulejo/sdk';
import type { Reported } from './values.ts';

/** What a home is made of, and how it is arranged. */
export type Lists = {
  readonly tiles: readonly Tile[];
  readonly groups: readonly TileGroup[];
  readonly channels: readonly Channel[];
};

const ofDevices = { user_id: 'me', include: 'specs' } as const;

export async function readLists(client: Client): Promise<Lists> {
  const [{ tiles }, { tileGroups: groups }, { channels }] = await Promise.all([
    client.tiles.list(ofDevices),
    client.tileGroups.list(ofDevices),
    client.channels.list(ofDevices),
  ]);
  return { tiles, groups, channels };
}

/** Every last value, and where the feed stood before them: what comes after it is missed by nobody. */
export async function readValues(client: Client): Promise<{ values: readonly Reported[]; cursor: string }> {
  const { cursor } = await client.events.list({ user_id: 'me' });
  const { elements } = await client.values.list({ user_id: 'me' });
  return { values: elements, cursor };
}
