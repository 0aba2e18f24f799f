import { resources } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { Feature, Platform } from '../../core/feature.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import { createAccounts } from './accounts.ts';
import { type Credentials, createCredentials } from './credentials.ts';
import { createRefresh } from './refresh.ts';
import { readSteps } from './steps/step.ts';

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

type Dependencies = { credentials: Credentials; refresh: ReturnType<typeof createRefresh> };

const MAX_HEADER_LENGTH = 8_000;

function makerCredentialHandlers({
  credentials,
  refresh,
}: Dependencies): Handlers<typeof resources.makerCredentials> {
  return {
    swap: async ({ input, context }) => {
      const managerId = ownId(context, input.manager_id);
      const { client_id: applicationId, owner_id: userId, credentials: given } = input;
      const account = await credentials.accountOf({ managerId, applicationId, userId }, given.access_token);
      if (account === undefined)
        throw new ApiError('not_found', { detail: 'No such token is stored for this person.' });
      return { body: { client_id: account }, cacheControl: NO_STORE };
    },

    store: async ({ input, context }) => {
      const { client_id: applicationId, owner_id: userId, channeltemplate_id: templateId } = input;
      const key = { managerId: ownId(context, input.manager_id), applicationId, userId, templateId };
      if (!isJsonObject(input.credentials)) throw invalidField('credentials', 'must be an object');
      return { body: { n_updated: await credentials.replace(key, input.credentials) } };
    },

    refresh: async ({ input, context, request }) => {
      const managerId = ownId(context, input.manager_id);
      const header = (name: string) => textOf(name, request.headers[name.toLowerCase()]);
      const owner = { managerId, applicationId: header('X-Client-ID'), userId: header('X-Owner-ID') };
      const answer = await refresh(owner, header('X-Refresh-Token'), readSteps(input.location));
      return { body: answer as { access_token: string }, cacheControl: NO_STORE };
    },
  };
}

/** Returns the manager in the path. Throws `not_found` when it is not the caller. */
function ownId(context: SignedIn, managerId: string): string {
  if (context.principal.clientId === managerId) return managerId;
  throw new ApiError('not_found', { detail: 'There is no such manager.' });
}

function textOf(name: string, value: string | string[] | undefined): string {
  const [text = '', ...others] = [value].flat();
  if (text === '' || others.length > 0 || text.length > MAX_HEADER_LENGTH)
    throw invalidField(name, 'must be a header of the request, given once');
  return text;
}
