import type { Tile } from '@azulejo/contract';
import { componentsWith, tileRecord } from '@azulejo/model';
import type { ChannelWithTemplate } from '../../devices/channels/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import { revisionOf } from '../../platform/revision.ts';

/** A user's stored tile. */
export type StoredTile = {
  id: string;
  channelId: string;
  /** Index into the template's tiles. */
  templateTile: number;
  label: string;
  /** The user's own picture for the tile; null means the template's. */
  photo: string | null;
  revision: number;
  groups: readonly string[];
};

/** Builds the tile's record (spec 2.5). Returns undefined when the template's version has no such tile. */
export function toWireTile(
  tile: StoredTile,
  { channel, template }: ChannelWithTemplate,
  user: string,
  picture: (name: string) => string,
): Tile | undefined {
  const drawing = template.tiles[tile.templateTile];
  if (!drawing) return undefined;
  const { id, channelId, label, groups, photo } = tile;
  const kind = channel.isContext ? 'context' : 'device';
  const record = tileRecord(template, drawing, {
    id,
    channel: channelId,
    user,
    kind,
    label,
    groups,
    photo,
    picture,
  });
  return { ...record, _rev: revisionOf(tile.revision, record) };
}

/** Returns the properties of the tile's components, which `type` filters by (android-app 3). */
export function propertiesOf(tile: Tile, template: VersionedTemplate): VersionedTemplate['properties'] {
  return template.properties.filter((property) => componentsWith(tile.components, property).length > 0);
}
