import { type Static, Type } from 'typebox';
import { UserRecord } from '../identity/user.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { exampleToken, TokenMetadata, TokenRecord } from './token-record.ts';

const credential = (description: string) => Type.Optional(Text({ maxLength: 1024, description }));

const common = {
  client_id: Text({ minLength: 1, maxLength: 200, description: 'Application client id.' }),
  client_secret: credential('Client secret; required for client credentials and for a code from a redirect.'),
  refresh_token: credential('The `refresh_token` of an earlier response.'),
  redirect_uri: Type.Optional(
    Text({
      maxLength: 2000,
      description: 'A registered URI. The response is then a 303 redirect to it, with `code` and `state`.',
    }),
  ),
  state: Type.Optional(Text({ maxLength: 1000, description: 'Returned unchanged in the result.' })),
  grant_type: Type.Optional(
    Text({
      maxLength: 100,
      description: 'The flow that generated the tokens: `password` or `client_credentials`.',
    }),
  ),
};

const userMembers = Type.Partial(
  Type.Pick(UserRecord, [
    '_rev',
    'active_ts',
    'email',
    'inactive_ts',
    'name',
    'namespace',
    'target_id',
    'type',
  ]),
);

/** The token record with the members of the user record whose names do not collide (spec 4.5). */
export const AuthorizeReply = Type.Object(
  { ...TokenRecord.properties, ...userMembers.properties },
  { title: 'AuthorizeReply' },
);
export type AuthorizeReply = Static<typeof AuthorizeReply>;

export const auth = {
  authorize: operation({
    id: 'auth.authorize',
    summary: 'Sign in',
    description:
      'Signs in with a password (`response_type=password`), with client credentials (`response_type=client_credentials`), or with a refresh token and no `response_type`; the last also returns members of the user record.',
    spec: '4.2, 4.3, 4.5',
    origin: 'auth',
    access: 'public',
    bindings: [
      { method: 'POST', path: '/v3/auth/authorize', input: 'json-or-form' },
      { method: 'GET', path: '/v3/auth/authorize', input: 'query' },
    ],
    params: Empty,
    input: Type.Object({
      ...common,
      response_type: Type.Optional(
        Text({ maxLength: 100, description: '`password` or `client_credentials`.' }),
      ),
      scope: Type.Optional(
        Text({
          maxLength: 1000,
          description: 'Permissions, separated by comma or space; unknown ones are ignored.',
        }),
      ),
      username: credential('The user’s e-mail (password flow).'),
      password: credential('The user’s password (password flow).'),
      otp: credential(
        'The code of the authenticator, or a recovery code, if the account has a second factor. Clients without a field for it accept it in the password, after a space.',
      ),
    }),
    reply: AuthorizeReply,
    status: 200,
    errors: [
      'invalid_scope',
      'unsupported_response_type',
      'unsupported_grant_type',
      'unregistered_redirect',
      'bad_credentials',
      'email_unconfirmed',
      'second_factor_required',
      'wrong_code',
      'invalid_client',
      'invalid_refresh_token',
    ],
    example: {
      input: {
        response_type: 'password',
        scope: 'application,user',
        client_id: exampleToken.client_id,
        username: 'ana@example.org',
        password: 'correct horse battery staple',
      },
      reply: exampleToken,
    },
  }),
  exchange: operation({
    id: 'auth.exchange',
    summary: 'Renew tokens, or redeem a code',
    description:
      'With `refresh_token`: returns a new token record; the earlier access token stays valid until it expires. With `code`: redeems a one-time code; a code from a redirect also needs `client_secret` and the same `redirect_uri`.',
    spec: '4.4',
    origin: 'auth',
    access: 'public',
    bindings: [
      { method: 'POST', path: '/v3/auth/exchange', input: 'json-or-form' },
      { method: 'GET', path: '/v3/auth/exchange', input: 'query' },
    ],
    params: Empty,
    input: Type.Object({
      ...common,
      code: Type.Optional(Text({ maxLength: 1024, description: 'A one-time exchange code.' })),
    }),
    reply: TokenRecord,
    status: 200,
    errors: [
      'unsupported_grant_type',
      'unregistered_redirect',
      'invalid_client',
      'invalid_refresh_token',
      'invalid_code',
    ],
    example: {
      input: { client_id: exampleToken.client_id, refresh_token: 'azr_…', grant_type: 'password' },
      reply: exampleToken,
    },
  }),
};

const tokenParams = Type.Object({ token_id: Id('Token record id.') });
const { access_token: _secret, refresh_token: _refresh, code: _code, ...exampleMetadata } = exampleToken;

export const tokens = {
  get: operation({
    id: 'tokens.get',
    summary: 'Read a token record',
    description: 'Does not include the tokens themselves, which are not stored.',
    spec: '2.2',
    origin: 'base',
    access: 'token-record',
    needs: 'account',
    bindings: [{ method: 'GET', path: '/v3/tokens/{token_id}', input: 'query' }],
    params: tokenParams,
    input: Empty,
    reply: TokenMetadata,
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: { input: { token_id: exampleToken.id }, reply: exampleMetadata },
  }),
  delete: operation({
    id: 'tokens.delete',
    summary: 'Sign out',
    description: 'Revokes the sign-in of this token, with all its access and refresh tokens.',
    spec: '2.2',
    origin: 'base',
    access: 'token-record',
    needs: 'account',
    bindings: [{ method: 'DELETE', path: '/v3/tokens/{token_id}', input: 'query' }],
    params: tokenParams,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: { input: { token_id: exampleToken.id }, reply: {} },
  }),
};
