import { portalResources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import { registerOperations } from '../../platform/http/operations.ts';
import { createPortalAccounts } from './portal-accounts.ts';

type Needs = Platform & { audit: Audit };

/** Accounts of the portal, and their sign-in. */
export function portalAccountsFeature({ config, ...needs }: Needs) {
  const portalAccounts = createPortalAccounts({ ...needs, url: config.urls.base, limits: config.rateLimits });
  const { authorize, handlers } = portalAccounts;
  return {
    api: { portalAccounts },
    routes({ app }) {
      registerOperations(app, portalResources.session, handlers.session, authorize);
      registerOperations(app, portalResources.security, handlers.security, authorize);
      registerOperations(app, portalResources.tokens, handlers.tokens, authorize);
      registerOperations(app, portalResources.accounts, handlers.accounts, authorize);
      registerOperations(app, portalResources.invitations, handlers.invitations, authorize);
      registerOperations(app, portalResources.passwordLinks, handlers.passwordLinks, authorize);
    },
    jobs: [cleanup('portal sessions', portalAccounts.prune)],
    stop: () => portalAccounts.flush(),
  } satisfies Feature;
}
