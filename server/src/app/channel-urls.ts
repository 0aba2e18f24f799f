import type { Config } from '../config/config.ts';
import type { ChannelUrls } from '../devices/channels/index.ts';
import type { Features } from './features.ts';

/** Where what a channel's record points at is found. */
export const channelUrlsOf = (
  { picture, schemas, devicePages }: Features,
  { urls }: Config,
): ChannelUrls => ({
  base: urls.base,
  picture,
  schema: schemas.urlOf,
  pageEtag: devicePages.etagOf,
});
