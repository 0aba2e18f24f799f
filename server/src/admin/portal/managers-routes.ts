import { type PortalMakerAccount, type portalResources, toTimestamp } from '@azulejo/contract';
import type { Bridges } from '../../connections/bridges/index.ts';
import type { Accounts } from '../../connections/linked-accounts/index.ts';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks, RefusedTemplates } from '../../connections/managers/index.ts';
import type { TestWebhook, WebhookKeyOf } from '../../connections/webhook-manager/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { ConnectedClients } from '../../platform/connected-clients.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Outbound } from '../../platform/outbound/index.ts';
import { actorOf, type PortalHandlers } from '../portal-accounts/index.ts';
import { managerPageHandlers } from './manager-pages.ts';
import { toWireCall } from './manager-wire.ts';
import { createManagerNumbers } from './read-models/manager-numbers.ts';

type Dependencies = {
  db: Db;
  audit: Audit;
  applications: Applications;
  bridges: Bridges;
  makers: Makers;
  makerAccounts: Accounts;
  managerWebhooks: ManagerWebhooks;
  outbound: Outbound;
  connectedClients: ConnectedClients;
  refusedTemplates: RefusedTemplates;
  templates: Templates;
  testWebhook: TestWebhook;
  webhookKeyOf: WebhookKeyOf;
};

type Operations = PortalHandlers<typeof portalResources.managers>;

/** Handles what the portal shows and changes about managers. */
export function managerHandlers(dependencies: Dependencies): Operations {
  const { db, audit, managerWebhooks, outbound, webhookKeyOf } = dependencies;
  const idOf = createIdOf(managerWebhooks);
  return {
    ...managerPageHandlers({ ...dependencies, numbers: createManagerNumbers(db) }),
    ...accountHandlers(dependencies),

    calls: async ({ input }) => ({
      body: { calls: outbound.calls(await idOf(input.manager_id)).map(toWireCall) },
    }),

    callAgain: callAgainHandler(dependencies),

    signingKey: async ({ input, context }) => {
      const id = await idOf(input.manager_id);
      const entry = { ...actorOf(context), action: 'manager.signing-key', targetId: id } as const;
      await db.write((tx) => audit.record(tx, entry));
      return { body: { signing_key: await webhookKeyOf(id) }, cacheControl: NO_STORE };
    },

    renewHash: async ({ input, context }) => {
      await managerWebhooks.renewHash(await idOf(input.manager_id), actorOf(context));
      return { body: {} };
    },
  };
}

/** Returns a function that throws `not_found` for a client that is not a manager. */
const createIdOf =
  (managerWebhooks: ManagerWebhooks) =>
  async (managerId: string): Promise<string> =>
    (await managerWebhooks.get(managerId)).client.id;

function accountHandlers({
  applications,
  makerAccounts,
  managerWebhooks,
}: Dependencies): Pick<Operations, 'accounts' | 'setAccount' | 'removeAccount'> {
  const idOf = createIdOf(managerWebhooks);

  async function accountsOf(managerId: string): Promise<{ body: { accounts: PortalMakerAccount[] } }> {
    const accounts = await makerAccounts.list(managerId);
    const shown = accounts.map(async ({ applicationId: id, clientId, hasSecret, origins, updated }) => ({
      application: { id, name: (await applications.findById(id))?.name ?? id },
      client_id: clientId,
      has_secret: hasSecret,
      origins: [...origins],
      updated: toTimestamp(updated),
    }));
    return { body: { accounts: await Promise.all(shown) } };
  }

  /** Finds by `client_id` only: URLs do not contain namespaces. */
  async function applicationIdOf(id: string): Promise<string> {
    const application = await applications.findById(id);
    if (application?.kind === 'application') return id;
    throw new ApiError('not_found', { detail: 'This application does not exist.' });
  }

  return {
    accounts: async ({ input }) => accountsOf(await idOf(input.manager_id)),

    setAccount: async ({ input, context }) => {
      const { client_id: clientId, client_secret: given, origins } = input;
      const managerId = await idOf(input.manager_id);
      const application = await applicationIdOf(input.application_id);
      const secret = { clientSecret: given ?? undefined, keepsSecret: given === undefined };
      const account = { application, clientId, origins, ...secret };
      await makerAccounts.set(managerId, account, actorOf(context));
      return accountsOf(managerId);
    },

    removeAccount: async ({ input, context }) => {
      const managerId = await idOf(input.manager_id);
      const applicationId = await applicationIdOf(input.application_id);
      await makerAccounts.remove(managerId, applicationId, actorOf(context));
      return accountsOf(managerId);
    },
  };
}

function callAgainHandler({
  applications,
  makers,
  managerWebhooks,
  testWebhook,
}: Dependencies): Operations['callAgain'] {
  const idOf = createIdOf(managerWebhooks);
  return async ({ input }) => {
    const { application_id: applicationId, template_id: templateId } = input;
    const managerId = await idOf(input.manager_id);
    if ((await makers.of(templateId)) !== managerId)
      throw new ApiError('not_found', { detail: 'The manager does not make devices of this template.' });
    const { id } = await applications.get(applicationId);
    const { webhook, user_id: userId } = input;
    const call = await testWebhook(managerId, { applicationId: id, templateId }, { webhook, userId });
    return { body: toWireCall(call) };
  };
}
