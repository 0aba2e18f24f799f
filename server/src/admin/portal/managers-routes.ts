import { type PortalWebhookCall, type portalResources, toTimestamp } from '@azulejo/contract';
import type { Accounts } from '../../connections/maker-accounts/index.ts';
import type { Makers } from '../../connections/makers/index.ts';
import type { ManagerWebhooks } from '../../connections/managers/index.ts';
import type { TestWebhook } from '../../connections/webhook-maker/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { LoggedCall, Outbound } from '../../platform/outbound/index.ts';
import { Problem } from '../../platform/problem.ts';
import type { PortalHandlers } from '../portal-accounts/index.ts';

type Dependencies = {
  applications: Applications;
  makers: Makers;
  makerAccounts: Accounts;
  managerWebhooks: ManagerWebhooks;
  outbound: Outbound;
  testWebhook: TestWebhook;
};

/** Handles what the portal shows about the webhooks of managers. */
export function managerHandlers({
  applications,
  makers,
  makerAccounts,
  managerWebhooks,
  outbound,
  testWebhook,
}: Dependencies): PortalHandlers<typeof portalResources.managers> {
  /** Throws `not_found` for a client that is not a manager. */
  const idOf = async (managerId: string): Promise<string> => (await managerWebhooks.get(managerId)).client.id;

  return {
    calls: async ({ input }) => ({
      body: { calls: outbound.calls(await idOf(input.manager_id)).map(toWire) },
    }),

    accounts: async ({ input }) => {
      const accounts = await makerAccounts.list(await idOf(input.manager_id));
      const shown = accounts.map(async ({ applicationId: id, clientId, hasSecret, origins, updated }) => ({
        application: { id, name: (await applications.findById(id))?.name ?? id },
        client_id: clientId,
        has_secret: hasSecret,
        origins: [...origins],
        updated: toTimestamp(updated),
      }));
      return { body: { accounts: await Promise.all(shown) } };
    },

    callAgain: async ({ input }) => {
      const { application_id: applicationId, template_id: templateId } = input;
      const managerId = await idOf(input.manager_id);
      if ((await makers.of(templateId)) !== managerId)
        throw new Problem('not_found', { detail: 'The manager does not make devices of this template.' });
      const { id } = await applications.get(applicationId);
      const call = await testWebhook(managerId, { applicationId: id, templateId });
      if (!call) throw new Problem('not_found', { detail: 'The manager has set no webhook "authorize".' });
      return { body: toWire(call) };
    },
  };
}

const toWire = ({ time, purpose, origin, durationMs, status, failure }: LoggedCall): PortalWebhookCall => ({
  time: toTimestamp(time),
  purpose,
  origin,
  duration_ms: durationMs,
  status: status ?? null,
  failure: failure ?? null,
});
