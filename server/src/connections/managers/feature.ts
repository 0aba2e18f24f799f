import { resources } from '@azulejo/contract';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Applications } from '../../people/applications/index.ts';
import { createManagerWebhooks } from './manager-webhooks.ts';
import { managerHandlers } from './managers-routes.ts';
import { createListChannels } from './read-models/managers-channels.ts';

type Needs = Platform & { applications: Applications };

/** Managers, which connect the devices of a maker: their webhooks and their channels. */
export function managersFeature(needs: Needs) {
  const managerWebhooks = createManagerWebhooks(needs);
  return {
    api: { managerWebhooks },
    routes({ serve }) {
      const listChannels = createListChannels(needs.db);
      serve(resources.managers, managerHandlers({ managerWebhooks, listChannels }));
    },
  } satisfies Feature;
}
