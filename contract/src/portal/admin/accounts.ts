import { type Static, Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import { PortalRole } from './session.ts';

const PortalAccountState = Type.Union([Type.Literal('enabled'), Type.Literal('disabled')], {
  description: 'A disabled account is signed out and cannot sign in.',
});

/** An account that can sign in to the portal. */
export const PortalAccount = Type.Object(
  {
    id: Type.String({ description: 'Id of the account.' }),
    email: Type.String({ description: 'The e-mail with which it signs in.' }),
    name: Type.String({ description: 'Display name.' }),
    role: PortalRole,
    state: PortalAccountState,
    second_factor: Type.Boolean({ description: 'Whether signing in requires a code from an authenticator.' }),
    created: Timestamp,
    last_used: Type.Union([Timestamp, Type.Null()], {
      description: 'When one of its sessions was last used; null if it has none.',
    }),
  },
  { title: 'PortalAccount' },
);
export type PortalAccount = Static<typeof PortalAccount>;

const exampleAccount: PortalAccount = {
  id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10',
  email: 'rui@example.org',
  name: 'Rui Costa',
  role: 'developer',
  state: 'enabled',
  second_factor: true,
  created: '2026-01-02T03:04:05.678+0000',
  last_used: '2026-02-03T04:05:06.789+0000',
};

const ofAccount = Type.Object({ account_id: Id('Portal account id.') });

export const portalAccounts = {
  list: operation({
    id: 'portal.accounts.list',
    summary: 'List portal accounts',
    description: 'All accounts, sorted by name.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/accounts', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({ accounts: Type.Array(PortalAccount, { description: 'The accounts.' }) }),
    list: { items: 'accounts' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { accounts: [exampleAccount] } },
  }),
  update: operation({
    id: 'portal.accounts.update',
    summary: 'Change an account’s name, role or state',
    description:
      'Takes effect at the account’s next request. The last owner who can sign in cannot be demoted or disabled.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'PATCH', path: '/portal/api/accounts/{account_id}', input: 'json' }],
    params: ofAccount,
    input: Type.Object({
      name: Type.Optional(
        Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'New display name.' }),
      ),
      role: Type.Optional(PortalRole),
      state: Type.Optional(PortalAccountState),
    }),
    reply: PortalAccount,
    status: 200,
    errors: ['not_found', 'last_owner'],
    example: {
      input: { account_id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10', role: 'developer' },
      reply: exampleAccount,
    },
  }),
  remove: operation({
    id: 'portal.accounts.remove',
    summary: 'Remove an account',
    description: 'Ends its sessions. Its entries in the audit log stay. The last owner cannot be removed.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'DELETE', path: '/portal/api/accounts/{account_id}', input: 'query' }],
    params: ofAccount,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'last_owner'],
    example: { input: { account_id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10' }, reply: {} },
  }),
  resetSecondFactor: operation({
    id: 'portal.accounts.resetSecondFactor',
    summary: 'Remove the second factor of an account',
    description:
      'For people who lost their authenticator and recovery codes. Removes the passkeys too, and ends the sessions of the account.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'DELETE', path: '/portal/api/accounts/{account_id}/second-factor', input: 'query' }],
    params: ofAccount,
    input: Empty,
    reply: PortalAccount,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { account_id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10' },
      reply: { ...exampleAccount, second_factor: false },
    },
  }),
  resetLink: operation({
    id: 'portal.accounts.resetLink',
    summary: 'Create a password reset link for an account',
    description: 'The link works once and for one day, and replaces an earlier one. It is shown only once.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'POST', path: '/portal/api/accounts/{account_id}/reset-link', input: 'json' }],
    params: ofAccount,
    input: Type.Object({
      resets_second_factor: Type.Optional(
        Type.Boolean({
          description:
            'Whether its use also removes the second factor and the passkeys, for people who lost those too.',
        }),
      ),
    }),
    reply: Type.Object({
      link: Type.String({ description: 'URL of the page for a new password. Shown only once.' }),
      expires: Timestamp,
    }),
    status: 201,
    errors: ['not_found'],
    example: {
      input: { account_id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10' },
      reply: {
        link: 'https://azulejo.example/portal/new-password#azp_…',
        expires: '2026-01-03T03:04:05.678+0000',
      },
    },
  }),
};
