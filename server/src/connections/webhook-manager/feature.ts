import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { webhookKeyText } from '../../platform/outbound/index.ts';
import type { Accounts, Credentials } from '../linked-accounts/index.ts';
import type { Maker, OpenSelections } from '../makers/index.ts';
import type { ManagerWebhooks } from '../managers/index.ts';
import { type CallWebhook, createCallWebhook, failure, jsonOf, signaturePurpose } from './call-webhook.ts';
import { readListedDevices } from './listed-devices.ts';
import { createSelect } from './selection.ts';
import { createSignIn } from './sign-in.ts';
import { createTestWebhook } from './test-webhook.ts';

/** Returns the key of the manager's webhooks, as Standard Webhooks writes it. */
export type WebhookKeyOf = (managerId: string) => Promise<string>;

type Needs = Platform & {
  makerAccounts: Accounts;
  makerCredentials: Credentials;
  managerWebhooks: ManagerWebhooks;
  openSelections: OpenSelections;
  templates: Templates;
  users: Users;
};

const INBOX = '/v3/third-party/credentials/inbox';

/** Makers whose managers are asked by webhooks. */
export function webhookManagerFeature(needs: Needs) {
  const { config, makerAccounts: accounts, makerCredentials: credentials, managerWebhooks } = needs;
  const callWebhook = createCallWebhook(needs);
  const redirectUri = `${config.urls.base}${INBOX}`;
  const signIn = createSignIn({ ...needs, accounts, credentials, callWebhook, redirectUri });
  const select = createSelect({ ...needs, callWebhook });
  const webhookKeyOf: WebhookKeyOf = async (managerId) => {
    const [newest] = await needs.keyring.derive(signaturePurpose(managerId));
    return newest === undefined ? '' : webhookKeyText(newest);
  };
  return {
    api: {
      testWebhook: createTestWebhook({ ...needs, callWebhook }),

      webhookKeyOf,

      /** Returns the maker behind a manager; undefined when the manager has set no webhooks. */
      async webhookMakerOf(managerId: string): Promise<Maker | undefined> {
        const { webhooks } = await managerWebhooks.get(managerId);
        if (Object.keys(webhooks).length === 0) return undefined;
        return createWebhookMaker(managerId, { ...needs, callWebhook, signIn, select });
      },
    },
  } satisfies Feature;
}

type Dependencies = {
  templates: Templates;
  callWebhook: CallWebhook;
  signIn: ReturnType<typeof createSignIn>;
  select: ReturnType<typeof createSelect>;
};

/** Creates the maker behind a manager with webhooks, which is asked for everything. */
const createWebhookMaker = (
  managerId: string,
  { templates, callWebhook, signIn, select }: Dependencies,
): Maker => ({
  managerId,
  grantsOnlyWhileAdding: true,
  begin: (request) => signIn.begin(managerId, request),

  async finish(request, remaining, returned) {
    await signIn.finish(managerId, request, remaining, returned);
    return undefined;
  },

  async list(request) {
    const reply = await callWebhook(managerId, 'devices_list', request, {});
    // The manager has no token of this person.
    if (reply.status === 404) return undefined;
    const list = jsonOf(reply);
    if (!Array.isArray(list)) throw failure(`its manager answered with ${reply.status}`);
    const { name } = await templates.getLatest(request.templateId);
    return readListedDevices(list, name);
  },

  add: (request, chosen) => select(managerId, request, chosen),
});
