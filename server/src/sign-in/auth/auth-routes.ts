import type { resources, TokenRecord } from '@azulejo/contract';
import type { Handlers } from '../../core/access/index.ts';
import { toUserRecord, type Users } from '../../identity/users/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import { userAgentOf } from '../../platform/http/headers.ts';
import type { JsonReply, RedirectReply } from '../../platform/http/replies.ts';
import type { Grant } from './grants/grant.ts';
import type { Grants } from './grants/grants.ts';
import { requireRegistered } from './grants/redirects.ts';
import type { TokenEndpoint, TokenRequest } from './token-endpoint.ts';

type Dependencies = { users: Users; grants: Grants; endpoint: TokenEndpoint };
type TokenReply = JsonReply<TokenRecord> | RedirectReply;

/** Chooses the grant of a request by its path and parameters. */
export function authHandlers({ users, grants, endpoint }: Dependencies): Handlers<typeof resources.auth> {
  const { clients, password, clientCredentials, refresh, code } = grants;

  /** Signs in by the flow of `response_type` (spec 4.2, 4.3). */
  async function signIn(flow: string, request: TokenRequest): Promise<TokenReply> {
    const { client_id: clientId, redirect_uri: redirectUri } = request.input;
    if (redirectUri !== undefined)
      requireRegistered(await clients.requireEnabled(clientId, request.from.address), redirectUri);
    const respond = <Parameters, Client, Checked>(grant: Grant<Parameters, Client, Checked>) =>
      redirectUri === undefined
        ? endpoint.replyWithTokens(grant, request)
        : endpoint.replyWithRedirect(grant, request, redirectUri);
    if (flow === 'password') return respond(password);
    if (flow === 'client_credentials') return respond(clientCredentials);
    throw new ApiError('unsupported_response_type', {
      fields: [{ field: 'response_type', reason: 'must be password or client_credentials' }],
    });
  }

  async function refreshTokens(request: TokenRequest): Promise<TokenReply> {
    const { redirect_uri: redirectUri } = request.input;
    return redirectUri === undefined
      ? endpoint.replyWithTokens(refresh.rotating, request)
      : endpoint.replyWithRedirect(refresh.forRedirect, request, redirectUri);
  }

  /** Adds the members of the user record that do not collide to a refreshed token record (spec 4.5). */
  async function withUser(reply: TokenReply) {
    if ('redirect' in reply) return reply;
    const user = await users.find(reply.body.owner_id);
    if (!user) return reply;
    const { _rev, active_ts, email, inactive_ts, name, namespace, target_id, type } = toUserRecord(user, {
      withSecrets: false,
    });
    const members = { _rev, active_ts, email, inactive_ts, name, namespace, target_id, type };
    return { ...reply, body: { ...reply.body, ...members } };
  }

  return {
    async authorize({ input, context: { address }, request }) {
      const from = { address, userAgent: userAgentOf(request) };
      const { response_type: flow, refresh_token: refreshToken, grant_type: grantType } = input;
      if (flow !== undefined) return signIn(flow, { input, from });
      if (refreshToken === undefined)
        throw invalidField('response_type', 'is required: password or client_credentials');
      if (grantType === undefined) throw invalidField('grant_type', 'is required');
      return withUser(await refreshTokens({ input, from }));
    },

    async exchange({ input, context: { address }, request }) {
      const from = { address, userAgent: userAgentOf(request) };
      if (input.refresh_token !== undefined) return refreshTokens({ input, from });
      return endpoint.replyWithTokens(code, { input, from });
    },
  };
}
