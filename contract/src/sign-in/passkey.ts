import { type Static, Type } from 'typebox';
import { MAX_PASSKEY_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import {
  exampleCreationOptions,
  exampleCredential,
  exampleNewCredential,
  exampleRequestOptions,
  NewPasskeyCredential,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from './passkey-credentials.ts';
import { exampleToken, TokenRecord } from './token-record.ts';

const path = '/v3/account/passkeys';
const one = `${path}/{passkey_id}` as const;
const ofPerson = { origin: 'base', access: 'user', needs: 'account', params: Empty } as const;
const ofPasskey = { ...ofPerson, params: Type.Object({ passkey_id: Id('Id of one of your passkeys.') }) };
const ofStranger = { origin: 'auth', access: 'public', params: Empty } as const;

export const PasskeyName = Text({
  minLength: 1,
  maxLength: MAX_PASSKEY_NAME_LENGTH,
  description: 'The name that you gave it.',
});

export const Passkey = Type.Object(
  {
    id: Type.String({ description: 'Id of the passkey.' }),
    name: Type.String({ description: 'The name that you gave it.' }),
    is_synced: Type.Boolean({
      description: 'Whether the password manager that holds it copies it to your other devices.',
    }),
    is_usable: Type.Boolean({
      description: 'False when it was made while the platform had another host (`PUBLIC_URL`).',
    }),
    created: Timestamp,
    last_used: Type.Union([Timestamp, Type.Null()], {
      description: 'When you last signed in with it; null when you never did.',
    }),
  },
  { title: 'Passkey' },
);
export type Passkey = Static<typeof Passkey>;

export const examplePasskey: Passkey = {
  id: '4f0c1b1e-8a51-4a0f-9a53-0a6a7c1c9d11',
  name: 'Phone',
  is_synced: true,
  is_usable: true,
  created: '2026-01-02T03:04:05.678+0000',
  last_used: null,
};

/** What operations on passkeys have in common for people and for operators of the portal. */
export const passkeyOperations = {
  list: {
    summary: 'List your passkeys',
    description: 'The newest last, at most 20.',
    input: Empty,
    reply: Type.Object({ passkeys: Type.Array(Passkey, { description: 'Your passkeys.' }) }),
    status: 200,
    example: { input: {}, reply: { passkeys: [examplePasskey] } },
  },
  add: {
    summary: 'Add the passkey that the browser created',
    description: 'From now on you can sign in with it, without password and code.',
    input: Type.Object({ name: PasskeyName, credential: NewPasskeyCredential }),
    reply: Passkey,
    status: 201,
    example: { input: { name: 'Phone', credential: exampleNewCredential }, reply: examplePasskey },
  },
  rename: {
    summary: 'Rename a passkey',
    description: 'Only you see the name.',
    input: Type.Object({ name: PasskeyName }),
    reply: Passkey,
    status: 200,
    example: {
      input: { passkey_id: examplePasskey.id, name: 'Old phone' },
      reply: { ...examplePasskey, name: 'Old phone' },
    },
  },
} as const;

export const ownPasskeys = {
  list: operation({
    id: 'ownPasskeys.list',
    ...passkeyOperations.list,
    ...ofPerson,
    bindings: [{ method: 'GET', path, input: 'query' }],
    list: { items: 'passkeys' },
    errors: [],
  }),
  begin: operation({
    id: 'ownPasskeys.begin',
    summary: 'Start to add a passkey',
    description:
      'Returns the options for `navigator.credentials.create`, with a challenge that works once within five minutes. A new one replaces an earlier one.',
    ...ofPerson,
    bindings: [{ method: 'POST', path: `${path}/challenge`, input: 'json' }],
    input: Empty,
    reply: PasskeyCreationOptions,
    status: 201,
    errors: ['proof_required', 'passkeys_unavailable', 'quota_exceeded'],
    example: { input: {}, reply: exampleCreationOptions },
  }),
  add: operation({
    id: 'ownPasskeys.add',
    ...passkeyOperations.add,
    ...ofPerson,
    bindings: [{ method: 'POST', path, input: 'json' }],
    errors: ['proof_required', 'passkeys_unavailable', 'already_there', 'quota_exceeded'],
  }),
  rename: operation({
    id: 'ownPasskeys.rename',
    ...passkeyOperations.rename,
    ...ofPasskey,
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    errors: ['not_found'],
  }),
  remove: operation({
    id: 'ownPasskeys.remove',
    summary: 'Remove a passkey',
    description: 'It no longer signs in. Ends your other sessions that were started with it.',
    ...ofPasskey,
    bindings: [{ method: 'DELETE', path: one, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['proof_required', 'not_found'],
    example: { input: { passkey_id: examplePasskey.id }, reply: {} },
  }),
  prove: operation({
    id: 'ownPasskeys.prove',
    summary: 'Confirm with a passkey that it is you',
    description:
      'Does the same as `ownAccount.prove`, with one of your passkeys instead of password and code. The challenge comes from `passkeys.challenge`.',
    ...ofPerson,
    bindings: [{ method: 'POST', path: '/v3/account/proof/passkey', input: 'json' }],
    input: Type.Object({ credential: PasskeyCredential }),
    reply: Type.Object({ expires: Timestamp }),
    status: 200,
    errors: ['passkeys_unavailable'],
    example: {
      input: { credential: exampleCredential },
      reply: { expires: '2026-01-02T03:14:05.678+0000' },
    },
  }),
};

export const passkeys = {
  challenge: operation({
    id: 'passkeys.challenge',
    summary: 'Start to sign in with a passkey',
    description:
      'Returns the options for `navigator.credentials.get`, with a challenge that works once within five minutes. They are the same for everybody: the authenticator knows the account.',
    ...ofStranger,
    bindings: [{ method: 'POST', path: '/v3/auth/passkey/challenge', input: 'json' }],
    input: Empty,
    reply: PasskeyRequestOptions,
    status: 201,
    errors: ['passkeys_unavailable'],
    example: { input: {}, reply: exampleRequestOptions },
  }),
  signIn: operation({
    id: 'passkeys.signIn',
    summary: 'Sign in with a passkey',
    description: 'Replaces password and code. Failures are limited like those of signing in with a password.',
    ...ofStranger,
    bindings: [{ method: 'POST', path: '/v3/auth/passkey', input: 'json' }],
    input: Type.Object({
      client_id: Text({ minLength: 1, maxLength: 200, description: 'Application client id.' }),
      scope: Type.Optional(
        Text({
          maxLength: 1000,
          description: 'Permissions, separated by comma or space; `application,user` by default.',
        }),
      ),
      credential: PasskeyCredential,
    }),
    reply: TokenRecord,
    status: 200,
    errors: [
      'invalid_scope',
      'invalid_client',
      'passkeys_unavailable',
      'passkey_refused',
      'email_unconfirmed',
    ],
    example: {
      input: { client_id: exampleToken.client_id, credential: exampleCredential },
      reply: exampleToken,
    },
  }),
};
