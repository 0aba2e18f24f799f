import { type PortalToken, type portalResources, toTimestamp } from '@azulejo/contract';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { PortalContext, PortalHandlers } from './authorize.ts';
import type { Token } from './token.ts';
import type { Tokens } from './tokens.ts';

/** Handlers of an account's own access tokens. */
export function tokenHandlers({ tokens }: { tokens: Tokens }): PortalHandlers<typeof portalResources.tokens> {
  return {
    list: async ({ context }) => ({
      body: { tokens: (await tokens.list(context.account.id)).map(toWire) },
      cacheControl: NO_STORE,
    }),
    create: async ({ input: { name, scopes, days }, context }) => {
      const { id } = context.account;
      const { token, record } = await tokens.create(id, { name, scopes, days }, actorOf(context));
      return { body: { record: toWire(record), token }, cacheControl: NO_STORE };
    },
    revoke: async ({ input, context }) => {
      await tokens.revoke(context.account.id, input.token_id, actorOf(context));
      return { body: {} };
    },
    current: async ({ context }) => {
      const { name, email, role } = context.account;
      const { token } = context;
      return {
        body: {
          account: { name, email, role },
          token: token
            ? { name: token.name, scopes: token.scopes, expires: toTimestamp(token.expires) }
            : null,
        },
        cacheControl: NO_STORE,
      };
    },
  };
}

const actorOf = (context: PortalContext) => ({ actorId: context.account.id, address: context.address });

const toWire = ({ lastUsed, created, expires, ...token }: Token): PortalToken => ({
  ...token,
  created: toTimestamp(created),
  expires: toTimestamp(expires),
  last_used: lastUsed === undefined ? null : toTimestamp(lastUsed),
});
