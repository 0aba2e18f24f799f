import { resources } from '@azulejo/contract';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import type { Makers } from '../makers/index.ts';
import { createAbsences } from './absences.ts';
import { type ApplicationDocuments, createApplicationDocuments } from './application-documents.ts';
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
        runs: 'by part',
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

/** Handles the operations with which an application manager starts (managers 1.7). */
const applicationHandlers = (documents: ApplicationDocuments): Handlers<typeof resources.applications> => ({
  get: async ({ input, context }) => {
    const { client, quoteActions } = await documents.get(ownId(context, input.application_id));
    const { id, name, confirmationHash: confirmation_hash } = client;
    const body = { id, href: hrefOf(id), name, confirmation_hash };
    const isEmpty = Object.keys(quoteActions).length === 0;
    return {
      body: { ...body, ...(isEmpty ? {} : { quote_actions: { ...quoteActions } }) },
      cacheControl: NO_STORE,
    };
  },

  update: async ({ input, context }) => {
    const id = ownId(context, input.application_id);
    const wanted = input.quote_actions === null ? {} : input.quote_actions;
    const confirmation_hash = await documents.update(id, wanted, { actorId: id, address: context.address });
    return { body: { n_updated: 1, confirmation_hash, href: hrefOf(id) }, cacheControl: NO_STORE };
  },
});

const hrefOf = (id: string): string => `/v3/applications/${id}`;

/** Throws `not_found` for any other application than the caller. */
function ownId(context: SignedIn, applicationId: string): string {
  const { id } = context.principal;
  if (applicationId !== id) throw new ApiError('not_found');
  return id;
}
