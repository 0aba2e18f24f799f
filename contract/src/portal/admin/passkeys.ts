import { Type } from 'typebox';
import { operation } from '../../operation.ts';
import { examplePasskey, passkeyOperations } from '../../sign-in/passkey.ts';
import { exampleCreationOptions, PasskeyCreationOptions } from '../../sign-in/passkey-credentials.ts';
import { Empty, Id, Text } from '../../text.ts';

const path = '/portal/api/account/passkeys';
const one = `${path}/{passkey_id}` as const;
const ofAccount = { origin: 'base', access: 'portal-viewer', params: Empty } as const;
const ofPasskey = { ...ofAccount, params: Type.Object({ passkey_id: Id('Id of one of your passkeys.') }) };

export const CurrentPassword = Text({ maxLength: 1000, description: 'Your current password.' });

/** Confirms that it is still the same person. */
const Proof = Type.Object({
  password: CurrentPassword,
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
    ...passkeyOperations.list,
    ...ofAccount,
    bindings: [{ method: 'GET', path, input: 'query' }],
    errors: [],
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
    ...passkeyOperations.add,
    ...ofAccount,
    bindings: [{ method: 'POST', path, input: 'json' }],
    errors: ['passkeys_unavailable', 'already_there', 'quota_exceeded'],
  }),
  renamePasskey: operation({
    id: 'portal.security.renamePasskey',
    ...passkeyOperations.rename,
    ...ofPasskey,
    bindings: [{ method: 'PATCH', path: one, input: 'json' }],
    errors: ['not_found'],
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
