import { type Static, Type } from 'typebox';
import { MAX_EMAIL_LENGTH, MAX_NAME_LENGTH } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import { LinkToken } from './link-token.ts';
import { examplePortalSession, PortalRole, PortalSession } from './session.ts';

/** An invitation to create one account with a link. */
export const PortalInvitation = Type.Object(
  {
    id: Type.String({ description: 'Id of the invitation.' }),
    email: Type.Union([Type.String(), Type.Null()], {
      description: 'Null: anyone with the link can accept.',
    }),
    role: PortalRole,
    invited_by: Type.Union([Type.String(), Type.Null()], {
      description: 'A name; null if the operator created it on the command line.',
    }),
    created: Timestamp,
    expires: Timestamp,
  },
  { title: 'PortalInvitation', description: 'The invitation.' },
);
export type PortalInvitation = Static<typeof PortalInvitation>;

const exampleInvitation: PortalInvitation = {
  id: '2f0b8c1e-1a2b-4c3d-8e4f-5a6b7c8d9e0f',
  email: 'rui@example.org',
  role: 'developer',
  invited_by: 'Inês Duarte',
  created: '2026-01-02T03:04:05.678+0000',
  expires: '2026-01-09T03:04:05.678+0000',
};

export const portalInvitations = {
  list: operation({
    id: 'portal.invitations.list',
    summary: 'List open invitations',
    description: 'Newest first, without expired ones.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'GET', path: '/portal/api/invitations', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({ invitations: Type.Array(PortalInvitation, { description: 'The invitations.' }) }),
    list: { items: 'invitations' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { invitations: [exampleInvitation] } },
  }),
  create: operation({
    id: 'portal.invitations.create',
    summary: 'Invite someone',
    description: 'The link works once and for seven days. It is shown only once.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'POST', path: '/portal/api/invitations', input: 'json' }],
    params: Empty,
    input: Type.Object({
      email: Type.Optional(Text({ maxLength: MAX_EMAIL_LENGTH, description: 'E-mail of the new account.' })),
      role: PortalRole,
    }),
    reply: Type.Object({
      invitation: PortalInvitation,
      link: Type.String({ description: 'URL of the page that creates the account. Shown only once.' }),
    }),
    status: 201,
    errors: ['user_exists', 'quota_exceeded'],
    example: {
      input: { email: 'rui@example.org', role: 'developer' },
      reply: { invitation: exampleInvitation, link: 'https://azulejo.example/portal/invitation#azi_…' },
    },
  }),
  revoke: operation({
    id: 'portal.invitations.revoke',
    summary: 'Revoke an invitation',
    description: 'Its link stops working.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'DELETE', path: '/portal/api/invitations/{invitation_id}', input: 'query' }],
    params: Type.Object({ invitation_id: Id('Invitation id.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { invitation_id: '2f0b8c1e-1a2b-4c3d-8e4f-5a6b7c8d9e0f' }, reply: {} },
  }),
  read: operation({
    id: 'portal.invitations.read',
    summary: 'Read an invitation by its link',
    description: 'Returns `not_found` if the link is invalid or expired.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/invitations/read', input: 'json' }],
    params: Empty,
    input: Type.Object({ token: LinkToken }),
    reply: PortalInvitation,
    status: 200,
    errors: ['not_found', 'forged_request'],
    example: { input: { token: 'azi_…' }, reply: exampleInvitation },
  }),
  accept: operation({
    id: 'portal.invitations.accept',
    summary: 'Create an account with an invitation',
    description: 'Signs in. The link stops working.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/invitations/accept', input: 'json' }],
    params: Empty,
    input: Type.Object({
      token: LinkToken,
      name: Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'Display name of the account.' }),
      email: Text({
        maxLength: MAX_EMAIL_LENGTH,
        description: 'Must be the invitation’s e-mail, if it has one.',
      }),
      password: Text({ maxLength: 1000, description: 'At least 12 characters.' }),
    }),
    reply: PortalSession,
    status: 201,
    errors: ['weak_password', 'not_found', 'user_exists', 'forged_request'],
    example: {
      input: {
        token: 'azi_…',
        name: 'Rui Costa',
        email: 'rui@example.org',
        password: 'a long pass phrase',
      },
      reply: examplePortalSession,
    },
  }),
};
