import { type Static, Type } from 'typebox';
import { MAX_TOKEN_DAYS, MAX_TOKEN_NAME } from '../../limits.ts';
import { operation } from '../../operation.ts';
import { Empty, Id, Text } from '../../text.ts';
import { Timestamp } from '../../timestamp.ts';
import { PortalRole } from './session.ts';
import { PortalScope } from './token-scopes.ts';

/** Days until an access token expires, unless it says otherwise. */
export const DEFAULT_TOKEN_DAYS = 90;

const scopes = Type.Array(PortalScope, {
  minItems: 1,
  uniqueItems: true,
  maxItems: 9,
  description:
    'What the token may do, within the role of its account. `users:write` is enough to take over the account of any person: it creates links for a new password.',
});

/** An access token of an account. The token itself is not stored. */
export const PortalToken = Type.Object(
  {
    id: Type.String({ description: 'Id of the access token.' }),
    name: Type.String({ description: 'What it is for.' }),
    hint: Type.String({ description: 'How the token begins, to recognize it.' }),
    scopes,
    created: Timestamp,
    expires: Timestamp,
    last_used: Type.Union([Timestamp, Type.Null()], {
      description: 'Accurate to about 15 minutes; null if it was never used.',
    }),
  },
  { title: 'PortalToken', description: 'The access token, without its secret.' },
);
export type PortalToken = Static<typeof PortalToken>;

/** Says whose credentials a request had. */
export const PortalCaller = Type.Object(
  {
    account: Type.Object(
      {
        name: Type.String({ description: 'Display name.' }),
        email: Type.String({ description: 'The e-mail with which it signs in.' }),
        role: PortalRole,
      },
      { description: 'The account that acts.' },
    ),
    token: Type.Union(
      [
        Type.Object({
          name: Type.String({ description: 'What the token is for.' }),
          scopes,
          expires: Timestamp,
        }),
        Type.Null(),
      ],
      { description: 'Null for a session.' },
    ),
  },
  { title: 'PortalCaller' },
);
export type PortalCaller = Static<typeof PortalCaller>;

const exampleToken: PortalToken = {
  id: '8a5c0e7f-2b3d-4c1e-9f60-7d8e9fa0b1c2',
  name: 'Deploy script',
  hint: 'azk_k3J9',
  scopes: ['applications:read', 'templates:write'],
  created: '2026-01-02T03:04:05.678+0000',
  expires: '2026-04-02T03:04:05.678+0000',
  last_used: null,
};

/** Access tokens of the signed-in account, with which programs call the portal's API. */
export const portalTokens = {
  list: operation({
    id: 'portal.tokens.list',
    summary: 'List your access tokens',
    description: 'Newest first, with those that expired in the last 30 days; at most 20.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/account/tokens', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Object({
      tokens: Type.Array(PortalToken, { description: 'The access tokens, newest first.' }),
    }),
    list: { items: 'tokens' },
    status: 200,
    errors: [],
    example: { input: {}, reply: { tokens: [exampleToken] } },
  }),
  create: operation({
    id: 'portal.tokens.create',
    summary: 'Create an access token',
    description:
      'The token is shown only once. It can never do more than your role, and ends when your password changes or you lose your role.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'POST', path: '/portal/api/account/tokens', input: 'json' }],
    params: Empty,
    input: Type.Object({
      name: Text({ minLength: 1, maxLength: MAX_TOKEN_NAME, description: 'What it is for.' }),
      scopes,
      days: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: MAX_TOKEN_DAYS,
          description: `Days until it expires; ${DEFAULT_TOKEN_DAYS} by default.`,
        }),
      ),
    }),
    reply: Type.Object({ record: PortalToken, token: Type.String({ description: 'Shown only once.' }) }),
    status: 201,
    errors: ['quota_exceeded'],
    example: {
      input: { name: 'Deploy script', scopes: ['applications:read', 'templates:write'] },
      reply: { record: exampleToken, token: 'azk_k3J9…' },
    },
  }),
  revoke: operation({
    id: 'portal.tokens.revoke',
    summary: 'Revoke an access token',
    description: 'It is refused from now on.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'DELETE', path: '/portal/api/account/tokens/{token_id}', input: 'query' }],
    params: Type.Object({ token_id: Id('Id of the access token.') }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { token_id: exampleToken.id }, reply: {} },
  }),
  current: operation({
    id: 'portal.tokens.current',
    summary: 'Read whose access token this is',
    description: 'Needs no scope. With a session, `token` is null.',
    origin: 'base',
    access: 'portal-viewer',
    bindings: [{ method: 'GET', path: '/portal/api/caller', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: PortalCaller,
    status: 200,
    errors: [],
    example: {
      input: {},
      reply: {
        account: { name: 'Rui Costa', email: 'rui@example.org', role: 'developer' },
        token: { name: exampleToken.name, scopes: exampleToken.scopes, expires: exampleToken.expires },
      },
    },
  }),
};
