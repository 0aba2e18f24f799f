import type { Feature, Platform } from '../../core/feature.ts';
import type { ChannelUrls } from '../channels/index.ts';
import type { Templates, ValueSchemas } from '../templates/index.ts';
import { createDevicePages } from './device-pages.ts';
import { registerDevicePages } from './device-pages-routes.ts';

type Needs = Platform & { templates: Templates; schemas: ValueSchemas; picture: ChannelUrls['picture'] };

/** Serves the pages that phone apps load to show one device. */
export async function devicePagesFeature({ config, templates, schemas, picture }: Needs) {
  const devicePages = await createDevicePages();
  const channelUrls: ChannelUrls = {
    base: config.urls.base,
    picture,
    schema: schemas.urlOf,
    pageEtag: devicePages.etagOf,
  };
  return {
    api: { devicePages, channelUrls },
    routes: ({ app }) => registerDevicePages(app, devicePages, templates),
  } satisfies Feature;
}
