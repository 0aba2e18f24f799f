import type {
  Channel,
  ChannelTemplate,
  Property,
  TemplateProperty,
  TemplateTile,
  Tile,
} from '@azulejo/contract';
import { componentsWith } from './bindings.ts';

type Template = Omit<ChannelTemplate, 'source'>;

/** Returns the URL of a picture or schema that a template refers to by its name. */
export type UrlOf = (name: string) => string;

/** The members of a channel's record in addition to those of its template. */
export type ChannelDetails = {
  readonly id: string;
  /** The user who sees the channel. */
  readonly user: string;
  /** The page that opens when a tile is tapped. */
  readonly page: Pick<Channel['interface'], 'etag' | 'src' | 'url'>;
  readonly picture: UrlOf;
  readonly schema: UrlOf;
};

/** The members of a tile's record in addition to those of its template. */
export type TileDetails = Pick<Tile, 'id' | 'channel' | 'user' | 'kind' | 'label'> & {
  readonly groups: readonly string[];
  /** The user's own picture for the tile; null means the template's. */
  readonly photo: string | null;
  readonly picture: UrlOf;
};

/** The background picture of every tile's page. */
const BACKGROUND = 'background.png';

/**
 * Returns a channel's record (spec 2.4) without its revision, which depends on the other members. Their order
 * is part of the record.
 */
export function channelRecord(template: Template, details: ChannelDetails): Omit<Channel, '_rev'> {
  const { uuid, native } = template.interface;
  const { etag, src, url } = details.page;
  const has = (flag: 'isActionable' | 'isStateful' | 'isTriggerable') =>
    template.properties.some((property) => property[flag]);
  return {
    categories: template.categories,
    components: template.components,
    content: template.content,
    id: details.id,
    interface: { etag, native, src, url, uuid },
    isActionable: has('isActionable'),
    isStateful: has('isStateful'),
    isTriggerable: has('isTriggerable'),
    photoUrl: details.picture(template.picture),
    profileId: template.id,
    properties: template.properties.map((property) => toProperty(property, template, details.schema)),
    // Known apps match events by it; they must not see the maker's own id (ios-app 4.6).
    remoteId: details.id,
    tilePhotoUrl: details.picture(template.tilePicture),
    user: details.user,
  };
}

function toProperty(property: TemplateProperty, { components }: Template, schema: UrlOf): Property {
  const ids = componentsWith(components, property).map(({ id }) => id);
  return {
    ...property,
    // The specification requires ids, but the phone apps match types: both are sent where they differ
    // (android-app 9.19).
    components: [...new Set([...ids, ...property.components])],
    schema: schema(property.schema),
    unitsOptions: { ...property.unitsOptions, muzzleyUnit: property.unitsOptions.vendorUnit },
  };
}

/** Returns the record of one of the template's tiles (spec 2.5) without its revision. */
export function tileRecord(
  template: Template,
  drawing: TemplateTile,
  { id, channel, user, kind, label, groups, photo, picture }: TileDetails,
): Omit<Tile, '_rev'> {
  const path = `/v3/legacy/tiles/${id}`;
  return {
    _id: path,
    actions: drawing.actions,
    channel,
    channelInfo: {
      backgroundPhotoUrl: picture(BACKGROUND),
      id: channel,
      photoUrl: picture(template.picture),
      profileId: template.id,
      remoteId: channel,
    },
    components: template.components
      .filter((component) => drawing.components.includes(component.id))
      .map((component) => ({ id: component.id, type: component.type })),
    groups: [...groups],
    href: path,
    id,
    information: drawing.information,
    isGroupable: drawing.isGroupable,
    kind,
    label,
    overlayUrl: '',
    photoUrl: photo ?? picture(template.tilePicture),
    photoUrlAlt: picture(template.picture),
    profile: template.id,
    user,
  };
}

/** Returns `Kitchen plug`, or `Kitchen plug · Left socket` where a device has several tiles. */
export const tileLabel = (channelName: string, { label }: Pick<TemplateTile, 'label'>): string =>
  label === undefined ? channelName : `${channelName} · ${label}`;
