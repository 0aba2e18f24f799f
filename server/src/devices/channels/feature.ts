import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../templates/index.ts';
import type { ChannelUrls } from './channel.ts';
import { createChannels } from './channels.ts';
import { channelHandlers } from './channels-routes.ts';
import { createLocalTemplates } from './local-templates.ts';

type Needs = Platform & { templates: Templates; channelUrls: ChannelUrls };

/** Manages channels, which are the instances of devices, and the grants on them (spec 5). */
export function channelsFeature({
  db,
  clock,
  config,
  listCache: cache,
  templates,
  channelUrls: urls,
}: Needs) {
  const channels = createChannels({
    db,
    clock,
    templates,
    maxUsersPerChannel: config.maxUsersPerChannel,
  });
  const localTemplates = createLocalTemplates();
  return {
    api: { channels, localTemplates },
    routes: ({ serve }) =>
      serve(resources.channels, channelHandlers({ channels, localTemplates, cache, clock, urls })),
  } satisfies Feature;
}
