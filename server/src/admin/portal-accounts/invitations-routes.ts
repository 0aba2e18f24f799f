import { type PortalInvitation, type portalResources, toTimestamp } from '@azulejo/contract';
import { type PortalHandlers, sessionOf } from './authorize.ts';
import type { SessionCookie } from './cookie.ts';
import type { Invitation } from './invitation.ts';
import type { Invitations } from './invitations.ts';
import type { PasswordLinks } from './password-links.ts';
import { handOver } from './session-routes.ts';
import type { Sessions } from './sessions.ts';

type Dependencies = { invitations: Invitations; sessions: Sessions; cookie: SessionCookie };

export function invitationHandlers({
  invitations,
  sessions,
  cookie,
}: Dependencies): PortalHandlers<typeof portalResources.invitations> {
  return {
    list: async () => ({ body: { invitations: (await invitations.list()).map(toWire) } }),
    create: async ({ input, context }) => {
      const { account } = sessionOf(context);
      const by = { actorId: account.id, address: context.address };
      const { invitation, link } = await invitations.create(input, by);
      return { body: { invitation: toWire({ ...invitation, invitedBy: account.name }), link } };
    },
    revoke: async ({ input, context }) => {
      const by = { actorId: sessionOf(context).account.id, address: context.address };
      await invitations.revoke(input.invitation_id, by);
      return { body: {} };
    },
    read: async ({ input, context }) => ({
      body: toWire(await invitations.find(input.token, context.address)),
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
      const { email, name } = await passwordLinks.find(input.token, context.address);
      return { body: { email, name } };
    },
    use: async ({ input: { token, password }, context }) => {
      await passwordLinks.use(token, password, context.address);
      return { body: {} };
    },
  };
}

const toWire = ({ id, email, role, invitedBy, created, expires }: Invitation): PortalInvitation => ({
  id,
  email: email ?? null,
  role,
  invited_by: invitedBy ?? null,
  created: toTimestamp(created),
  expires: toTimestamp(expires),
});
