import {
  type PortalAccount,
  type PortalInvitation,
  type PortalToken,
  type portalResources,
  toTimestamp,
} from '@azulejo/contract';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { PageSessions } from '../../sign-in/auth/index.ts';
import type { Account } from './account.ts';
import type { Accounts } from './accounts.ts';
import { accountOf, actorOf, type PortalHandlers } from './authorize.ts';
import type { SessionCookie } from './cookie.ts';
import type { Invitation } from './invitation.ts';
import type { Invitations } from './invitations.ts';
import type { PasswordLinks } from './password-links.ts';
import { handOver } from './session-routes.ts';
import type { Token } from './token.ts';
import type { Tokens } from './tokens.ts';

type AccountDependencies = { accounts: Accounts; passwordLinks: PasswordLinks };

export function accountHandlers({
  accounts,
  passwordLinks,
}: AccountDependencies): PortalHandlers<typeof portalResources.accounts> {
  return {
    list: async () => ({ body: { accounts: (await accounts.list()).map(accountToWire) } }),
    update: async ({ input: { account_id, name, role, state }, context }) => {
      const change = {
        ...(name === undefined ? {} : { name }),
        ...(role === undefined ? {} : { role }),
        ...(state === undefined ? {} : { state }),
      };
      return { body: accountToWire(await accounts.update(account_id, change, actorOf(context))) };
    },
    remove: async ({ input, context }) => {
      await accounts.remove(input.account_id, actorOf(context));
      return { body: {} };
    },
    resetSecondFactor: async ({ input, context }) => ({
      body: accountToWire(await accounts.resetSecondFactor(input.account_id, actorOf(context))),
    }),
    resetLink: async ({
      input: { account_id, resets_second_factor: resetsSecondFactor = false },
      context,
    }) => {
      const { link, expires } = await passwordLinks.make(account_id, actorOf(context), {
        resetsSecondFactor,
      });
      return { body: { link, expires: toTimestamp(expires) } };
    },
  };
}

const accountToWire = (account: Account): PortalAccount => ({
  id: account.id,
  email: account.email,
  name: account.name,
  role: account.role,
  state: account.state,
  second_factor: account.secondFactorSince !== undefined,
  created: toTimestamp(account.created),
  last_used: account.lastUsed === undefined ? null : toTimestamp(account.lastUsed),
});

type InvitationDependencies = { invitations: Invitations; sessions: PageSessions; cookie: SessionCookie };

export function invitationHandlers({
  invitations,
  sessions,
  cookie,
}: InvitationDependencies): PortalHandlers<typeof portalResources.invitations> {
  return {
    list: async () => ({ body: { invitations: (await invitations.list()).map(invitationToWire) } }),
    create: async ({ input, context }) => {
      const { invitation, link } = await invitations.create(input, actorOf(context));
      const invitedBy = context.kind === 'operator' ? undefined : context.account.name;
      return { body: { invitation: invitationToWire({ ...invitation, invitedBy }), link } };
    },
    revoke: async ({ input, context }) => {
      await invitations.revoke(input.invitation_id, actorOf(context));
      return { body: {} };
    },
    read: async ({ input, context }) => ({
      body: invitationToWire(await invitations.find(input.token, context.address)),
    }),
    accept: async ({ input: { token, ...invitee }, context }) =>
      handOver(await invitations.accept(token, invitee, context), { sessions, cookie }),
  };
}

export function passwordLinkHandlers(
  passwordLinks: PasswordLinks,
): PortalHandlers<typeof portalResources.passwordLinks> {
  return {
    read: async ({ input, context }) => {
      const { user } = await passwordLinks.find(input.token, context.address);
      return { body: { email: user.email, name: user.name } };
    },
    use: async ({ input: { token, password }, context }) => {
      await passwordLinks.use(token, password, context.address);
      return { body: {} };
    },
  };
}

const invitationToWire = ({
  id,
  email,
  role,
  invitedBy,
  created,
  expires,
}: Invitation): PortalInvitation => ({
  id,
  email: email ?? null,
  role,
  invited_by: invitedBy ?? null,
  created: toTimestamp(created),
  expires: toTimestamp(expires),
});

/** Handlers of an account's own access tokens. */
export function tokenHandlers({ tokens }: { tokens: Tokens }): PortalHandlers<typeof portalResources.tokens> {
  return {
    list: async ({ context }) => ({
      body: { tokens: (await tokens.list(accountOf(context).id)).map(tokenToWire) },
      cacheControl: NO_STORE,
    }),
    create: async ({ input: { name, scopes, days }, context }) => {
      const { id } = accountOf(context);
      const { token, record } = await tokens.create(id, { name, scopes, days }, actorOf(context));
      return { body: { record: tokenToWire(record), token }, cacheControl: NO_STORE };
    },
    revoke: async ({ input, context }) => {
      await tokens.revoke(accountOf(context).id, input.token_id, actorOf(context));
      return { body: {} };
    },
    current: async ({ context }) => {
      const { name, email, role } = accountOf(context);
      const token = context.kind === 'program' && context.token;
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

const tokenToWire = ({ lastUsed, created, expires, ...token }: Token): PortalToken => ({
  ...token,
  created: toTimestamp(created),
  expires: toTimestamp(expires),
  last_used: lastUsed === undefined ? null : toTimestamp(lastUsed),
});
