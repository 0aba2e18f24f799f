import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { PortalRole } from './session.ts';

const PortalAccountState = Type.Union([Type.Literal('enabled'), Type.Literal('disabled')], {
  description: 'A disabled account is signed out, and cannot sign in.',
});

/** Somebody who may enter the portal. */
export const PortalAccount = Type.Object(
  {
    id: Type.String(),
    email: Type.String(),
    name: Type.String(),
    role: PortalRole,
    state: PortalAccountState,
    second_factor: Type.Boolean(),
    created: Timestamp,
    last_used: Type.Union([Timestamp, Type.Null()], {
      description: 'When a session of it was last used; null where it has none.',
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

const ofAccount = Type.Object({ account_id: Id('Of an account of the portal.') });

export const portalAccounts = {
  list: operation({
    id: 'portal.accounts.list',
    summary: 'List who may enter the portal',
    description: 'All accounts, by name.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/accounts', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({ accounts: Type.Array(PortalAccount) }),
    status: 200,
    errors: [],
    example: { input: {}, reply: { accounts: [exampleAccount] } },
  }),
  update: operation({
    id: 'portal.accounts.update',
    summary: 'Change what an account may do',
    description:
      'Acts at the account’s next request. The last owner who may sign in can be neither demoted nor disabled.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'PATCH', path: '/portal/api/accounts/{account_id}', input: 'json' }],
    params: ofAccount,
    input: Type.Object({
      name: Type.Optional(Text({ minLength: 1, maxLength: 200 })),
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
    description: 'Ends its sessions. What it did stays in the audit log. The last owner cannot be removed.',
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
    summary: 'Take the second factor off an account',
    description: 'For who lost the authenticator and the recovery codes. Ends the sessions of the account.',
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
    summary: 'Make a link by which somebody sets a new password',
    description: 'Works once, for a day, and ends an earlier one. It is shown only now.',
    origin: 'base',
    access: 'portal-owner',
    bindings: [{ method: 'POST', path: '/portal/api/accounts/{account_id}/reset-link', input: 'json' }],
    params: ofAccount,
    input: Empty,
    reply: Type.Object({ link: Type.String(), expires: Timestamp }),
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
