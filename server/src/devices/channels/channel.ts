import type { Channel, Property } from '@azulejo/contract';
import { revisionOf } from '../../platform/revision.ts';
import type { VersionedTemplate } from '../templates/index.ts';

/** A channel as the grant of one user shows it. */
export type GrantedChannel = {
  id: string;
  templateId: string;
  templateVersion: number;
  name: string;
  revision: number;
  /** Whether this is the channel of the user's own phone instead of a device. */
  isContext: boolean;
};

/** URLs of the parts of a channel's record. */
export type ChannelUrls = {
  base: string;
  picture: (name: string) => string;
  schema: (name: string) => string;
  /** Returns the entity tag of the device page with this id. */
  pageEtag: (uuid: string) => string;
};

/** Builds the channel's record (spec 2.4). */
export function toWireChannel(
  channel: GrantedChannel,
  template: VersionedTemplate,
  userId: string,
  urls: ChannelUrls,
): Channel {
  const { uuid, native } = template.interface;
  const src = `/widgets/${uuid}/archive`;
  const has = (flag: 'isActionable' | 'isStateful' | 'isTriggerable') =>
    template.properties.some((property) => property[flag]);
  const document = {
    categories: template.categories,
    components: template.components,
    content: template.content,
    id: channel.id,
    // Known apps reload the page when this differs from the page's ETag header (android-app 2.10).
    interface: { etag: urls.pageEtag(uuid), native, src, url: `${urls.base}${src}`, uuid },
    isActionable: has('isActionable'),
    isStateful: has('isStateful'),
    isTriggerable: has('isTriggerable'),
    photoUrl: urls.picture(template.picture),
    profileId: template.id,
    properties: template.properties.map((property) => toWireProperty(property, template, urls)),
    // Known apps match events by it; they must not see the maker's own id (ios-app 4.6).
    remoteId: channel.id,
    tilePhotoUrl: urls.picture(template.tilePicture),
    user: userId,
  };
  return { _rev: revisionOf(channel.revision, document), ...document };
}

function toWireProperty(
  property: VersionedTemplate['properties'][number],
  template: VersionedTemplate,
  urls: ChannelUrls,
): Property {
  const ids = template.components
    .filter((component) => property.components.includes(component.type))
    .map(({ id }) => id);
  return {
    ...property,
    // The specification requires ids, but the phone apps match types: both are sent where they differ
    // (android-app 9.19).
    components: [...new Set([...ids, ...property.components])],
    schema: urls.schema(property.schema),
    unitsOptions: { ...property.unitsOptions, muzzleyUnit: property.unitsOptions.vendorUnit },
  };
}
