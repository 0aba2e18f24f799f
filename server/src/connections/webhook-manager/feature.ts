import type { Feature, Platform } from '../../core/feature.ts';
import type { Templates } from '../../devices/templates/index.ts';
import type { Users } from '../../identity/users/index.ts';
import { webhookKeyText } from '../../platform/outbound/index.ts';
import type { Accounts, Credentials } from '../linked-accounts/index.ts';
import type { Maker, OpenSelections } from '../makers/index.ts';
import type { ManagerWebhooks } from '../managers/index.ts';
import { createCallWebhook, signaturePurpose } from './call-webhook.ts';
import { createSelect } from './selection.ts';
import { createSignIn } from './sign-in.ts';
import { createTestWebhook } from './test-webhook.ts';
import { createWebhookMaker } from './webhook-maker.ts';

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
