import type { InputOf, resources, Tile } from '@azulejo/contract';
import type { ByteCache } from '../../platform/byte-cache.ts';
import type { Clock } from '../../platform/clock.ts';
import { PRIVATE } from '../../platform/http/replies.ts';
import { revisionOf } from '../../platform/revision.ts';
import { type Handlers, subjectOf } from '../access/index.ts';
import { type Channels, hasFlag } from '../channels/index.ts';
import { propertiesOf, toWireTile } from './tile.ts';
import type { Tiles } from './tiles.ts';

type Resource = typeof resources.tiles;
type Dependencies = {
  channels: Channels;
  tiles: Tiles;
  cache: ByteCache;
  clock: Clock;
  picture: (name: string) => string;
};

export function tileHandlers({ channels, tiles, cache, clock, picture }: Dependencies): Handlers<Resource> {
  async function shownTo(userId: string, input: InputOf<Resource['list']>) {
    const { channels: granted, validUntil } = await channels.grantedTo(userId);
    const templates = new Map(granted.map(({ channel, template }) => [channel.id, template]));
    const excluded = new Set(input.exclude?.split(',').map((id) => id.trim()));
    const stored = await tiles.ofUser(userId);
    const shown = stored.flatMap((tile): Tile[] => {
      // Apps drop a tile whose channel is not in the channel list (android-app 2.4); so it is not sent.
      const template = templates.get(tile.channelId);
      const wire =
        template && !excluded.has(tile.id) ? toWireTile(tile, template, userId, picture) : undefined;
      if (!wire || !template) return [];
      const { type } = input;
      return type === undefined || propertiesOf(wire, template).some((property) => hasFlag(property, type))
        ? [wire]
        : [];
    });
    return { shown, validUntil };
  }

  return {
    list: async ({ input, context }) => {
      const { id: userId, homeRevision } = subjectOf(context);
      const make = async () => {
        const { shown, validUntil } = await shownTo(userId, input);
        const text = JSON.stringify({ tiles: shown });
        return { bytes: Buffer.from(text), revision: revisionOf(homeRevision, text), validUntil };
      };
      // A list without some tile is asked for once, by a picker: keeping it would only push others out.
      const key = `tiles|${userId}|${homeRevision}|${input.type ?? ''}`;
      const { bytes, revision } = input.exclude ? await make() : await cache.get(key, clock.now(), make);
      return { bytes, revision, cacheControl: PRIVATE };
    },
  };
}
