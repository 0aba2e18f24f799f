import type { Config } from '../config/config.ts';
import type { ChannelUrls } from '../devices/channels/index.ts';
import type { Features } from './features.ts';

/** Returns the URLs of what a channel's record links to. */
export const channelUrlsOf = (
  { picture, schemas, devicePages }: Features,
  { urls }: Config,
): ChannelUrls => ({
  base: urls.base,
  picture,
  schema: schemas.urlOf,
  pageEtag: devicePages.etagOf,
});
