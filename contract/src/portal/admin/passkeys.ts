import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { examplePasskey, Passkey, PasskeyName } from '../../sign-in/passkey.ts';
import {
  exampleCreationOptions,
  exampleNewCredential,
  NewPasskeyCredential,
  PasskeyCreationOptions,
} from '../../sign-in/passkey-credentials.ts';
import { Empty, Id, Text } from '../../text.ts';

const path = '/portal/api/account/passkeys';
const one = `${path}/{passkey_id}` as const;
const ofAccount = { origin: 'base', access: 'portal-viewer', params: Empty } as const;
const ofPasskey = { ...ofAccount, params: Type.Object({ passkey_id: Id('Id of one of your passkeys.') }) };

/** Confirms that it is still the same person. */
const Proof = Type.Object({
  password: Text({ maxLength: 1000, description: 'Your current password.' }),
  code: Type.Optional(
    Text({
      maxLength: 40,
      description:
        'A code from the authenticator, or a recovery code. Required when the second factor is on.',
    }),
  ),
});
const exampleProof = { password: 'a long pass phrase' };

/** The passkeys of your own account. */
export const portalPasskeys = {
  passkeys: operation({
    id: 'portal.security.passkeys',
    summary: 'List your passkeys',
    description: 'The newest last, at most 20.',
    ...ofAccount,
    bindings: [{ method: 'GET', path, input: 'query' }],
    input: Empty,
    reply: Type.Object({ passkeys: Type.Array(Passkey, { description: 'Your passkeys.' }) }),
    status: 200,
    errors: [],
    example: { input: {}, reply: { passkeys: [examplePasskey] } },
  }),
  beginPasskey: operation({
    id: 'portal.security.beginPasskey',
    summary: 'Start to add a passkey',
    description:
      'Returns the options for `navigator.credentials.create`, with a challenge that works once within five minutes.',
    ...ofAccount,
    bindings: [{ method: 'POST', path: `${path}/challenge`, input: 'json' }],
    input: Proof,
    reply: PasskeyCreationOptions,
    status: 201,
    errors: ['passkeys_unavailable', 'quota_exceeded'],
    example: { input: exampleProof, reply: exampleCreationOptions },
  }),
  addPasskey: operation({
    id: 'portal.security.addPasskey',
    summary: 'Add the passkey that the browser created',
    description: 'From now on you can sign in with it, without password and code.',
    ...ofAccount,
    bindings: [{ method: 'POST', path, input: 'json' }],
    input: Type.Object({ name: PasskeyName, credential: NewPasskeyCredential }),
    reply: Passkey,
    status: 201,
    errors: ['passkeys_unavailable', 'already_there', 'quota_exceeded'],
    example: { input: { name: 'Phone', credential: exampleNewCredential }, reply: examplePasskey },
  }),
  renamePasskey: operation({
    id: 'portal.security.renamePasskey',
    summary: 'Rename a passkey',
    description: 'Only you see the name.',
    ...ofPasskey,
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    input: Type.Object({ name: PasskeyName }),
    reply: Passkey,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { passkey_id: examplePasskey.id, name: 'Old phone' },
      reply: { ...examplePasskey, name: 'Old phone' },
    },
  }),
  removePasskey: operation({
    id: 'portal.security.removePasskey',
    summary: 'Remove a passkey',
    description: 'It no longer signs in. Ends your other sessions that were started with it.',
    ...ofPasskey,
    bindings: [{ method: 'POST', path: `${one}/removal`, input: 'json' }],
    input: Proof,
    reply: Empty,
    status: 200,
    errors: ['not_found'],
    example: { input: { passkey_id: examplePasskey.id, ...exampleProof }, reply: {} },
  }),
};
