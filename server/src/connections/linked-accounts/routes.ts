import type { resources } from '@azulejo/contract';
import { isJsonObject } from '@azulejo/model';
import type { Handlers, SignedIn } from '../../core/access/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Credentials } from './credentials.ts';
import type { createRefresh } from './refresh.ts';
import { readSteps } from './steps/step.ts';

type Dependencies = { credentials: Credentials; refresh: ReturnType<typeof createRefresh> };

const MAX_HEADER_LENGTH = 8_000;

export function makerCredentialHandlers({
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
