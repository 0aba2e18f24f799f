import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Makers } from '../makers/index.ts';
import { createAbsences } from './absences.ts';
import { createApplicationDocuments } from './application-documents.ts';
import { applicationHandlers } from './applications-routes.ts';
import { createManagerWebhooks } from './manager-webhooks.ts';
import { managerHandlers } from './managers-routes.ts';
import { createListChannels } from './read-models/managers-channels.ts';
import { createRefusedTemplates } from './refused-templates.ts';
import { createStoreTemplates } from './store-templates.ts';

type Needs = Platform & {
  applications: Applications;
  audit: Audit;
  channels: Channels;
  makers: Makers;
  templates: Templates;
  writePath: WritePath;
};

/** How often changed connections of managers and devices are looked at. */
const ABSENCE_CHECK_MS = 2_000;

/**
 * Managers, which connect the devices of a maker: their webhooks and their channels. Application managers have
 * their own document.
 */
export function managersFeature(needs: Needs) {
  const managerWebhooks = createManagerWebhooks(needs);
  const refusedTemplates = createRefusedTemplates();
  const absences = createAbsences(needs);
  return {
    api: { managerWebhooks, refusedTemplates, absences },
    jobs: [
      {
        name: 'notice managers and devices that are gone',
        everyMs: ABSENCE_CHECK_MS,
        run: absences.check,
        interrupt: absences.stop,
      },
    ],
    routes({ serve }) {
      const listChannels = createListChannels(needs.db, needs.templates);
      const storeTemplates = createStoreTemplates({ ...needs, refusedTemplates });
      serve(resources.applications, applicationHandlers(createApplicationDocuments(needs)));
      serve(resources.managers, managerHandlers({ managerWebhooks, storeTemplates, listChannels }));
    },
  } satisfies Feature;
}
