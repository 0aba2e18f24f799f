import { type Static, Type } from 'typebox';
import { Text } from '../text.ts';

/** Base64url without padding, as WebAuthn's JSON has it. */
const Base64Url = (maxLength: number, description: string) =>
  Type.String({ minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$', description });

/** WebAuthn limits the id of a credential to 1,023 bytes. */
const CredentialId = Base64Url(1364, 'Id of the credential.');
const ClientData = Base64Url(
  8192,
  'The client data that the browser signed: `type`, `challenge` and `origin`, as JSON in base64url.',
);
const PublicKeyType = Type.Literal('public-key', { description: 'Always `public-key`.' });

/** The ways in which a browser reaches an authenticator, such as `internal`, `hybrid` or `usb`. */
const Transports = Type.Array(Text({ maxLength: 40 }), {
  maxItems: 10,
  description: 'How the browser reaches the authenticator, such as `internal` or `hybrid`.',
});

/** The result of `navigator.credentials.create`, as `PublicKeyCredential.toJSON` returns it. */
export const NewPasskeyCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKeyType,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        attestationObject: Base64Url(16_384, 'The new public key and the data of the authenticator.'),
        transports: Type.Optional(Transports),
      },
      { description: 'The answer of the authenticator.' },
    ),
  },
  { title: 'NewPasskeyCredential', description: 'The JSON of the credential that the browser created.' },
);
export type NewPasskeyCredential = Static<typeof NewPasskeyCredential>;

/** The result of `navigator.credentials.get`, as `PublicKeyCredential.toJSON` returns it. */
export const PasskeyCredential = Type.Object(
  {
    id: CredentialId,
    rawId: CredentialId,
    type: PublicKeyType,
    response: Type.Object(
      {
        clientDataJSON: ClientData,
        authenticatorData: Base64Url(8192, 'The authenticator data.'),
        signature: Base64Url(8192, 'The signature over both.'),
        userHandle: Type.Optional(Base64Url(88, 'The account that the passkey was made for.')),
      },
      { description: 'The answer of the authenticator.' },
    ),
  },
  { title: 'PasskeyCredential', description: 'The JSON of the credential that the browser returned.' },
);
export type PasskeyCredential = Static<typeof PasskeyCredential>;

const Challenge = Base64Url(100, 'Random, for one use within five minutes.');
const RelyingPartyId = Type.String({ description: 'The host for which the passkey is.' });
const Timeout = Type.Integer({ description: 'Milliseconds for which the browser waits for the person.' });

/** The options for `navigator.credentials.create`, for `PublicKeyCredential.parseCreationOptionsFromJSON`. */
export const PasskeyCreationOptions = Type.Object(
  {
    challenge: Challenge,
    rp: Type.Object(
      { id: RelyingPartyId, name: Type.String({ description: 'Name of the application.' }) },
      { description: 'The platform.' },
    ),
    user: Type.Object(
      {
        id: Type.String({ description: 'The user’s id in base64url.' }),
        name: Type.String({ description: 'The user’s e-mail.' }),
        displayName: Type.String({ description: 'The user’s name.' }),
      },
      { description: 'The account, as the authenticator shows it.' },
    ),
    pubKeyCredParams: Type.Array(
      Type.Object({
        type: PublicKeyType,
        alg: Type.Integer({ description: 'Number of the algorithm (COSE).' }),
      }),
      { description: 'The accepted algorithms.' },
    ),
    timeout: Timeout,
    attestation: Type.Literal('none', { description: 'The maker of the authenticator is not asked for.' }),
    excludeCredentials: Type.Array(
      Type.Object({ id: CredentialId, type: PublicKeyType, transports: Transports }),
      { description: 'The passkeys that the account has already.' },
    ),
    authenticatorSelection: Type.Object(
      {
        residentKey: Type.Literal('required', { description: 'The passkey is found without an e-mail.' }),
        requireResidentKey: Type.Literal(true, { description: 'The same, for older browsers.' }),
        userVerification: Type.Literal('required', {
          description: 'The authenticator asks for a fingerprint, a face or a PIN.',
        }),
      },
      { description: 'The required capabilities of the authenticator.' },
    ),
  },
  { title: 'PasskeyCreationOptions' },
);
export type PasskeyCreationOptions = Static<typeof PasskeyCreationOptions>;

/** The options for `navigator.credentials.get`, for `PublicKeyCredential.parseRequestOptionsFromJSON`. */
export const PasskeyRequestOptions = Type.Object(
  {
    challenge: Challenge,
    rpId: RelyingPartyId,
    timeout: Timeout,
    userVerification: Type.Literal('required', {
      description: 'The authenticator asks for a fingerprint, a face or a PIN.',
    }),
  },
  { title: 'PasskeyRequestOptions' },
);
export type PasskeyRequestOptions = Static<typeof PasskeyRequestOptions>;

export const exampleCredential: PasskeyCredential = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDq83vEjRWeJA',
    userHandle: 'dXNlcg',
  },
};

export const exampleNewCredential: NewPasskeyCredential = {
  id: 'q83vEjRWeJA',
  rawId: 'q83vEjRWeJA',
  type: 'public-key',
  response: {
    clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIn0',
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YVik',
    transports: ['internal', 'hybrid'],
  },
};

export const exampleRequestOptions: PasskeyRequestOptions = {
  challenge: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI',
  rpId: 'home.example.org',
  timeout: 300_000,
  userVerification: 'required',
};

export const exampleCreationOptions: PasskeyCreationOptions = {
  challenge: 'MTIzNDU2Nzg5MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTI',
  rp: { id: 'home.example.org', name: 'Casa Azul' },
  user: { id: 'dXNlcg', name: 'ana@example.org', displayName: 'Ana' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  attestation: 'none',
  excludeCredentials: [],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
};
