import { type Static, Type } from 'typebox';
import { operation } from '../../operation.ts';
import {
  exampleCredential,
  exampleRequestOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from '../../sign-in/passkey-credentials.ts';
import { Empty, Text } from '../../text.ts';

export const PortalRole = Type.Union(
  [Type.Literal('owner'), Type.Literal('developer'), Type.Literal('viewer')],
  {
    description:
      'What the account may do: an owner everything, a developer everything but manage accounts, a viewer only read.',
  },
);
export type PortalRole = Static<typeof PortalRole>;

const Account = Type.Object(
  {
    id: Type.String({ description: 'Id of the account.' }),
    email: Type.String({ description: 'The e-mail with which it signs in.' }),
    name: Type.String({ description: 'Display name.' }),
    role: PortalRole,
    second_factor: Type.Boolean({ description: 'Whether signing in requires a code from an authenticator.' }),
  },
  { title: 'PortalSessionAccount', description: 'The signed-in account.' },
);

/** The session of the cookie. */
export const PortalSession = Type.Object(
  {
    state: Type.Union([Type.Literal('open'), Type.Literal('second-factor')], {
      description: '`second-factor` until the code is given; no other operation is allowed until then.',
    }),
    account: Account,
    csrf_token: Type.String({
      description: 'Send it as `X-CSRF-Token` with every request that changes something.',
    }),
  },
  { title: 'PortalSession' },
);
export type PortalSession = Static<typeof PortalSession>;

const NoSession = Type.Object(
  { state: Type.Literal('none', { description: 'There is no session.' }) },
  { title: 'NoPortalSession' },
);

export const examplePortalSession: PortalSession = {
  state: 'open',
  account: {
    id: '7d0d9a8e-6a4c-4d8f-9f43-3a6a2f1f5b10',
    email: 'rui@example.org',
    name: 'Rui Costa',
    role: 'owner',
    second_factor: false,
  },
  csrf_token: 'mJq3h0V2x8bYp1sT4uW6zA9cE5fG7hK0',
};

export const portalSession = {
  get: operation({
    id: 'portal.session.get',
    summary: 'Read the current session',
    description: 'Also works without a session: `state` is then `none`.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'GET', path: '/portal/api/session', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Type.Union([PortalSession, NoSession]),
    status: 200,
    errors: [],
    example: { input: {}, reply: examplePortalSession },
  }),
  signIn: operation({
    id: 'portal.session.signIn',
    summary: 'Sign in',
    description: 'Sets the session cookie. Failed attempts are limited as for users.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/session', input: 'json' }],
    params: Empty,
    input: Type.Object({
      email: Text({ maxLength: 320, description: 'The account’s e-mail.' }),
      password: Text({ maxLength: 1000, description: 'The account’s password.' }),
    }),
    reply: PortalSession,
    status: 200,
    errors: ['bad_credentials', 'forged_request'],
    example: {
      input: { email: 'rui@example.org', password: 'a long pass phrase' },
      reply: examplePortalSession,
    },
  }),
  passkeyChallenge: operation({
    id: 'portal.session.passkeyChallenge',
    summary: 'Start to sign in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`, with a challenge that works once within five minutes. They are the same for everybody: the authenticator knows the account.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/session/passkey/challenge', input: 'json' }],
    params: Empty,
    input: Empty,
    reply: PasskeyRequestOptions,
    status: 201,
    errors: ['passkeys_unavailable', 'forged_request'],
    example: { input: {}, reply: exampleRequestOptions },
  }),
  passkey: operation({
    id: 'portal.session.passkey',
    summary: 'Sign in with a passkey',
    description:
      'Replaces password and code, and sets the session cookie. Failed attempts are limited like those with a password.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/session/passkey', input: 'json' }],
    params: Empty,
    input: Type.Object({ credential: PasskeyCredential }),
    reply: PortalSession,
    status: 200,
    errors: ['passkey_refused', 'passkeys_unavailable', 'forged_request'],
    example: { input: { credential: exampleCredential }, reply: examplePortalSession },
  }),
  secondFactor: operation({
    id: 'portal.session.secondFactor',
    summary: 'Send the code of the authenticator, or a recovery code',
    description: 'Opens the session. Each code works once.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'POST', path: '/portal/api/session/second-factor', input: 'json' }],
    params: Empty,
    input: Type.Object({
      code: Text({
        minLength: 1,
        maxLength: 40,
        description: 'Six digits from the authenticator, or a recovery code.',
      }),
    }),
    reply: PortalSession,
    status: 200,
    errors: ['session_required', 'bad_code', 'forged_request'],
    example: { input: { code: '492039' }, reply: examplePortalSession },
  }),
  signOut: operation({
    id: 'portal.session.signOut',
    summary: 'Sign out',
    description: 'Ends the session and clears the cookie. Has no effect without a session.',
    origin: 'base',
    access: 'public',
    bindings: [{ method: 'DELETE', path: '/portal/api/session', input: 'query' }],
    params: Empty,
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['forged_request'],
    example: { input: {}, reply: {} },
  }),
};
