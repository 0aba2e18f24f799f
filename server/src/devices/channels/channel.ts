import type { Channel } from '@azulejo/contract';
import { channelRecord } from '@azulejo/model';
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

export type ChannelWithTemplate = { channel: GrantedChannel; template: VersionedTemplate };

/** URLs of the parts of a channel's record. */
export type ChannelUrls = {
  base: string;
  picture: (name: string) => string;
  schema: (name: string) => string;
  /** Returns the entity tag of the device page with this id. */
  pageEtag: (uuid: string) => string;
};

/** Builds the channel's record (spec 2.4). Only `isVirtual` adds a member that known apps do not have. */
export function toWireChannel(
  { id, revision }: GrantedChannel,
  template: VersionedTemplate,
  user: string,
  { base, pageEtag, picture, schema }: ChannelUrls,
  { isVirtual = false } = {},
): Channel {
  const { uuid } = template.interface;
  const src = `/widgets/${uuid}/archive`;
  // Known apps reload the page when this differs from the page's ETag header (android-app 2.10).
  const page = { etag: pageEtag(uuid), src, url: `${base}${src}` };
  const record = {
    ...channelRecord(template, { id, user, page, picture, schema }),
    ...(isVirtual && { virtual: true as const }),
  };
  return { _rev: revisionOf(revision, record), ...record };
}
