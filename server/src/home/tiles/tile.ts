import type { Tile } from '@azulejo/contract';
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
  /** The user's own picture for the tile; null stands for the template's. */
  photo: string | null;
  revision: number;
  groups: readonly string[];
};

/** The background picture of every tile's page. */
const BACKGROUND = 'background.png';

/** Builds the tile's record (spec 2.5). Returns undefined when the template's version has no such tile. */
export function toWireTile(
  tile: StoredTile,
  { channel, template }: ChannelWithTemplate,
  userId: string,
  picture: (name: string) => string,
): Tile | undefined {
  const drawing = template.tiles[tile.templateTile];
  if (!drawing) return undefined;
  const path = `/v3/legacy/tiles/${tile.id}`;
  const photoUrl = tile.photo ?? picture(template.tilePicture);
  const document = {
    _id: path,
    actions: drawing.actions,
    channel: tile.channelId,
    channelInfo: {
      backgroundPhotoUrl: picture(BACKGROUND),
      id: tile.channelId,
      photoUrl: picture(template.picture),
      profileId: template.id,
      remoteId: tile.channelId,
    },
    components: template.components
      .filter(({ id }) => drawing.components.includes(id))
      .map(({ id, type }) => ({ id, type })),
    groups: [...tile.groups],
    href: path,
    id: tile.id,
    information: drawing.information,
    isGroupable: drawing.isGroupable,
    kind: channel.isContext ? ('context' as const) : ('device' as const),
    label: tile.label,
    overlayUrl: '',
    photoUrl,
    photoUrlAlt: picture(template.picture),
    profile: template.id,
    user: userId,
  };
  return { ...document, _rev: revisionOf(tile.revision, document) };
}

/** Returns the properties of the tile's components, which `type` filters by (android-app 3). */
export function propertiesOf(tile: Tile, template: VersionedTemplate): VersionedTemplate['properties'] {
  const types = new Set(tile.components.map(({ type }) => type));
  return template.properties.filter((property) => property.components.some((type) => types.has(type)));
}

/** Returns `Kitchen plug`, or `Kitchen plug · Left socket` where a device has several tiles. */
export function tileLabel(channelName: string, drawing: VersionedTemplate['tiles'][number]): string {
  return drawing.label === undefined ? channelName : `${channelName} · ${drawing.label}`;
}
