import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { Empty, Text } from '../../text.ts';
import { LinkToken } from './link-token.ts';

/** Operations for people with a password reset link, which an owner or the operator created. */
export const portalPasswordLinks = {
  read: operation({
    id: 'portal.passwordLinks.read',
    summary: 'Read the account of a password reset link',
    description: 'Returns `not_found` if the link is invalid or expired.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/password-link/read', input: 'json' }],
    params: Empty,
    input: Type.Object({ token: LinkToken }),
    reply: Type.Object({
      email: Type.String({ description: 'The account’s e-mail.' }),
      name: Type.String({ description: 'The account’s name.' }),
    }),
    status: 200,
    errors: ['not_found', 'forged_request'],
    example: { input: { token: 'azp_…' }, reply: { email: 'rui@example.org', name: 'Rui Costa' } },
  }),
  use: operation({
    id: 'portal.passwordLinks.use',
    summary: 'Set a new password with a link',
    description: 'Signs the account out everywhere. The link stops working.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/password-link', input: 'json' }],
    params: Empty,
    input: Type.Object({
      token: LinkToken,
      password: Text({ maxLength: 1000, description: 'At least 12 characters.' }),
    }),
    reply: Empty,
    status: 200,
    errors: ['weak_password', 'not_found', 'forged_request'],
    example: { input: { token: 'azp_…', password: 'a long pass phrase' }, reply: {} },
  }),
};
