import { resources } from '@azulejo/contract';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { createAccounts } from './accounts.ts';
import { createCredentials } from './credentials.ts';
import { createRefresh } from './refresh.ts';
import { makerCredentialHandlers } from './routes.ts';

type Needs = Platform & { applications: Applications; audit: Audit };

/** Accounts of applications at makers, and what makers gave people who signed in there. */
export function linkedAccountsFeature(needs: Needs) {
  const { outbound } = needs;
  const accounts = createAccounts(needs);
  const credentials = createCredentials(needs);
  const refresh = createRefresh({ accounts, credentials, outbound });
  return {
    api: { makerAccounts: accounts, makerCredentials: credentials },
    routes({ serve }) {
      serve(resources.makerCredentials, makerCredentialHandlers({ credentials, refresh }));
    },
  } satisfies Feature;
}
