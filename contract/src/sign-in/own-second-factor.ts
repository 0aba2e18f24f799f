import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Text } from '../text.ts';

const path = '/v3/account/second-factor';
const ofPerson = { origin: 'base', access: 'user', needs: 'account', params: Empty } as const;

const RecoveryCodes = Type.Object({
  recovery_codes: Type.Array(Type.String(), { description: 'Each works once. Shown only once.' }),
});
const exampleCodes = { recovery_codes: ['mfrg-gzdf-mztw-q2lk', 'gezd-gnbv-gy3t-qojq'] };

export const ownSecondFactor = {
  begin: operation({
    id: 'ownSecondFactor.begin',
    summary: 'Start setting up an authenticator',
    description: 'Returns the secret for it. Nothing changes until you confirm it with a code.',
    ...ofPerson,
    bindings: [{ method: 'POST', path, input: 'json' }],
    input: Empty,
    reply: Type.Object({
      secret: Type.String({ description: 'Base32, for typing.' }),
      uri: Type.String({ description: '`otpauth://totp/…`, for a QR code.' }),
    }),
    status: 201,
    errors: ['proof_required', 'already_there'],
    example: {
      input: {},
      reply: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        uri: 'otpauth://totp/Casa%20Azul:ana%40example.org?issuer=Casa%20Azul&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      },
    },
  }),
  confirm: operation({
    id: 'ownSecondFactor.confirm',
    summary: 'Confirm the authenticator with a code',
    description: 'From now on, signing in asks for a code. Ends all your other sessions.',
    ...ofPerson,
    bindings: [{ method: 'PUT', path, input: 'json' }],
    input: Type.Object({
      code: Text({ minLength: 1, maxLength: 40, description: 'The code that the authenticator shows.' }),
    }),
    reply: RecoveryCodes,
    status: 200,
    errors: ['proof_required', 'already_there'],
    example: { input: { code: '492039' }, reply: exampleCodes },
  }),
  remove: operation({
    id: 'ownSecondFactor.remove',
    summary: 'Turn off the second factor',
    description: 'Removes the authenticator and the recovery codes.',
    ...ofPerson,
    bindings: [{ method: 'DELETE', path, input: 'query' }],
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['proof_required', 'not_found'],
    example: { input: {}, reply: {} },
  }),
  renewCodes: operation({
    id: 'ownSecondFactor.renewCodes',
    summary: 'Get new recovery codes',
    description: 'The earlier codes stop working.',
    ...ofPerson,
    bindings: [{ method: 'POST', path: '/v3/account/recovery-codes', input: 'json' }],
    input: Empty,
    reply: RecoveryCodes,
    status: 201,
    errors: ['proof_required', 'not_found'],
    example: { input: {}, reply: exampleCodes },
  }),
};
