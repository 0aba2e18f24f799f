import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomBytes, sign, X509Certificate } from 'node:crypto';
import type {
  NewPasskeyCredential,
  Passkey,
  PasskeyCreationOptions,
  PasskeyCredential,
  PasskeyRequestOptions,
} from '@azulejo/contract';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { type Application, newPerson, type Person } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { readJson } from './replies.ts';
import { postJson } from './wire.ts';

/** Bits of the authenticator's data (WebAuthn 6.1). */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_KEY = 0x40;

type Wrong = {
  /** The page on which the passkey is used; that of the platform by default. */
  origin?: string;
  /** The counter of this use; one more than the last by default. */
  counter?: number;
  /** Whether the person unlocked the authenticator; true by default. */
  isVerified?: boolean;
  userHandle?: string;
  /** The attestation of a new key; none by default. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
  /** A certificate, with whose key a valid attestation of a new key is signed. */
  certificate?: { certificate: string; key: string };
};

export type Authenticator = ReturnType<typeof createAuthenticator>;

/**
 * Returns an authenticator with one key on P-256, and the browser around it, which a test can make send wrong
 * data.
 */
export function createAuthenticator(platform: Pick<TestPlatform, 'url'>) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(16).toString('base64url');
  const pageOf = ({ hostname, port }: URL) =>
    `http://${hostname.startsWith('127.') ? 'localhost' : hostname}:${port}`;
  const home = pageOf(new URL(platform.url));
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

  function authenticatorData(rpId: string, flags: number, count: number): Buffer {
    const head = Buffer.alloc(5);
    head.writeUInt8(flags, 0);
    head.writeUInt32BE(count, 1);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), head]);
  }

  const point = () => {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return { x, y };
  };

  /** Signs an attestation in the format of U2F, which is valid with any certificate (WebAuthn 8.6). */
  function attest(rpId: string, data: Buffer, { certificate, key }: NonNullable<Wrong['certificate']>) {
    const digest = (input: string | Buffer) => createHash('sha256').update(input).digest();
    const { x, y } = point();
    const signed = Buffer.concat([
      Buffer.from([0]),
      digest(rpId),
      digest(data),
      Buffer.from(id, 'base64url'),
      Buffer.from([4]),
      Buffer.from(x, 'base64url'),
      Buffer.from(y, 'base64url'),
    ]);
    const x5c = [new Uint8Array(new X509Certificate(certificate).raw)];
    const sig = new Uint8Array(sign('sha256', signed, key));
    return {
      fmt: 'fido-u2f',
      attStmt: new Map<string, unknown>([
        ['x5c', x5c],
        ['sig', sig],
      ]),
    };
  }

  function coseKey(): Uint8Array {
    const { x, y } = point();
    return isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
  }

  return {
    id,

    /** Creates the key for an account, as `navigator.credentials.create` does. */
    create(options: PasskeyCreationOptions, wrong: Wrong = {}): NewPasskeyCredential {
      const flags = PRESENT | HAS_KEY | (wrong.isVerified === false ? 0 : VERIFIED);
      const idBytes = Buffer.from(id, 'base64url');
      const length = Buffer.alloc(2);
      length.writeUInt16BE(idBytes.length);
      const authData = Buffer.concat([
        authenticatorData(options.rp.id, flags, counter),
        Buffer.alloc(16),
        length,
        idBytes,
        coseKey(),
      ]);
      handle = options.user.id;
      const data = clientData('webauthn.create', options.challenge, wrong.origin ?? home);
      const signed = wrong.certificate && attest(options.rp.id, data, wrong.certificate);
      const { fmt, attStmt } = signed ?? wrong.attestation ?? { fmt: 'none', attStmt: new Map() };
      const attestation = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', fmt],
          ['attStmt', attStmt],
          ['authData', new Uint8Array(authData)],
        ]) as Parameters<typeof isoCBOR.encode>[0],
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: Buffer.from(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Signs a challenge, as `navigator.credentials.get` does. */
    use({ challenge, rpId }: PasskeyRequestOptions, wrong: Wrong = {}): PasskeyCredential {
      counter = wrong.counter ?? counter + 1;
      const flags = PRESENT | (wrong.isVerified === false ? 0 : VERIFIED);
      const authData = authenticatorData(rpId, flags, counter);
      const data = clientData('webauthn.get', challenge, wrong.origin ?? home);
      const signed = Buffer.concat([authData, createHash('sha256').update(data).digest()]);
      const userHandle = wrong.userHandle ?? handle;
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: sign('sha256', signed, privateKey).toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      };
    },
  };
}

/** Returns the options with which a page signs in. */
export async function newChallenge(platform: TestPlatform): Promise<PasskeyRequestOptions> {
  const response = await postJson(platform, '/v3/auth/passkey/challenge', {});
  assert.equal(response.status, 201, await response.clone().text());
  return (await response.json()) as PasskeyRequestOptions;
}

/** Adds a passkey to an account, after the proof that this needs. */
export async function addPasskey(
  platform: TestPlatform,
  { token, password }: Pick<Person, 'token' | 'password'>,
  authenticator: Authenticator,
  name = 'Phone',
): Promise<Passkey> {
  const post = (path: string, body: object) => postJson(platform, `/v3/account/${path}`, body, { token });
  await readJson(await post('proof', { password }));
  const options = (await (await post('passkeys/challenge', {})).json()) as PasskeyCreationOptions;
  const added = await post('passkeys', { name, credential: authenticator.create(options) });
  assert.equal(added.status, 201, await added.clone().text());
  return (await added.json()) as Passkey;
}

/** Returns the passkey of a new user of an application. */
export async function newPasskey(platform: TestPlatform, application: Application): Promise<Authenticator> {
  const authenticator = createAuthenticator(platform);
  await addPasskey(platform, await newPerson(platform, application), authenticator);
  return authenticator;
}
