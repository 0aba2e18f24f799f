import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Makers } from '../makers/index.ts';
import { createBringTemplates } from './bring-templates.ts';
import { createManagerWebhooks } from './manager-webhooks.ts';
import { managerHandlers } from './managers-routes.ts';
import { createListChannels } from './read-models/managers-channels.ts';

type Needs = Platform & { applications: Applications; audit: Audit; makers: Makers };

/** Managers, which connect the devices of a maker: their webhooks and their channels. */
export function managersFeature(needs: Needs) {
  const managerWebhooks = createManagerWebhooks(needs);
  return {
    api: { managerWebhooks },
    routes({ serve }) {
      const listChannels = createListChannels(needs.db);
      const bringTemplates = createBringTemplates(needs);
      serve(resources.managers, managerHandlers({ managerWebhooks, bringTemplates, listChannels }));
    },
  } satisfies Feature;
}
