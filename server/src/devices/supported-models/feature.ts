import { join } from 'node:path';
import { resources } from '@azulejo/contract';
import { installation } from '../../config/installation.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import { createNetworkLimit } from '../../platform/rate-limits.ts';
import { thumbnailUrls } from '../templates/index.ts';
import { createModelSearch } from './model-search.ts';
import { registerModelPages } from './page-routes.ts';
import { supportedModelHandlers } from './supported-models-routes.ts';

type Needs = Platform & { picture: (name: string) => string };

/** Pages and searches a minute from one network: people type a few words, programs read the list of a brand. */
const REQUESTS_PER_MINUTE = 300;

/** Lists the models of devices that the platform knows, for everyone who asks whether a device is supported. */
export function supportedModelsFeature({ config, clock, listCache, picture }: Needs) {
  const limit = createNetworkLimit('supported_models', REQUESTS_PER_MINUTE);
  const search = createModelSearch({ picture, thumbnail: thumbnailUrls(config.urls.cdn) });
  const images = [new URL(config.urls.cdn).origin];
  return {
    api: {},
    routes({ app, serve }) {
      serve(resources.supportedModels, supportedModelHandlers({ search, limit, cache: listCache, clock }));
      registerModelPages(app, {
        search,
        limit,
        images,
        scriptsFile: join(installation.webFolder, 'model.html'),
      });
    },
  } satisfies Feature;
}
