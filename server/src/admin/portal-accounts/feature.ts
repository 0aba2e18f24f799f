import { portalResources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Operators } from '../../identity/users/index.ts';
import type { AccountAuth } from '../../sign-in/auth/index.ts';
import type { Passkeys } from '../../sign-in/passkeys/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import { createPortalAccounts } from './portal-accounts.ts';

type Needs = Platform & {
  audit: Audit;
  operatorAuth: AccountAuth;
  operatorPasskeys: Passkeys;
  operatorSecondFactor: SecondFactor;
  operators: Operators;
};

/** Accounts of the portal, and their sign-in. */
export function portalAccountsFeature({ config, ...needs }: Needs) {
  const portalAccounts = createPortalAccounts({ ...needs, url: config.urls.base });
  const { serve, handlers } = portalAccounts;
  return {
    api: { portalAccounts },
    portal(http) {
      serve(http, portalResources.session, handlers.session);
      serve(http, portalResources.security, handlers.security);
      serve(http, portalResources.tokens, handlers.tokens);
      serve(http, portalResources.accounts, handlers.accounts);
      serve(http, portalResources.invitations, handlers.invitations);
      serve(http, portalResources.passwordLinks, handlers.passwordLinks);
    },
    jobs: [cleanup('portal tokens and invitations', portalAccounts.prune)],
    stop: () => portalAccounts.flush(),
  } satisfies Feature;
}
