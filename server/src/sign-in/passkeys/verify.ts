import type { NewPasskeyCredential, PasskeyCredential } from '@azulejo/contract';
import type { RelyingParty } from './relying-party.ts';

/** ES256, which all authenticators have, EdDSA, and RS256 for Windows Hello (numbers of COSE, RFC 9053). */
export const ALGORITHMS = [-7, -8, -257];

/** Loads the library with the first passkey, because most starts of the program need none. */
const load = () => import('@simplewebauthn/server');

export type NewKey = { credentialId: string; publicKey: string; counter: number; isSynced: boolean };

/**
 * Returns the key of a new credential; undefined when it is not an answer to the challenge on a page of the
 * relying party, or the authenticator did not verify the person.
 */
export async function verifyNew(
  credential: NewPasskeyCredential,
  challenge: string,
  { id, origin }: RelyingParty,
): Promise<NewKey | undefined> {
  if (await namesCertificates(credential)) return undefined;
  const { verifyRegistrationResponse } = await load();
  const response = { ...credential, clientExtensionResults: {} };
  const result = await verifyRegistrationResponse({
    response: response as Parameters<typeof verifyRegistrationResponse>[0]['response'],
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { credential: key, credentialBackedUp: isSynced } = result.registrationInfo;
  if (key.id !== credential.id) return undefined;
  const publicKey = Buffer.from(key.publicKey).toString('base64url');
  return { credentialId: key.id, publicKey, counter: key.counter, isSynced };
}

/**
 * Returns whether an attestation has certificates, or cannot be read. Browsers send none, because none are asked
 * for (WebAuthn 5.1.3 step 22), and the library would fetch revocation lists from addresses in the certificates.
 */
async function namesCertificates({ response }: NewPasskeyCredential): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const decoded = decodeAttestationObject(Buffer.from(response.attestationObject, 'base64url'));
    const format = decoded.get('fmt');
    if (format === 'none') return false;
    return format !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined;
  } catch {
    return true;
  }
}

type Key = { credentialId: string; publicKey: string };

/**
 * Returns the counter of the authenticator; undefined when the credential is not an answer to the challenge on a
 * page of the relying party, the person was not verified, or the signature is wrong. The caller compares the
 * counter, since only that of a valid signature means anything.
 */
export async function verifyUse(
  credential: PasskeyCredential,
  challenge: string,
  { key, party }: { key: Key; party: RelyingParty },
): Promise<{ counter: number; isSynced: boolean } | undefined> {
  const { verifyAuthenticationResponse } = await load();
  const result = await verifyAuthenticationResponse({
    response: { ...credential, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    credential: { id: key.credentialId, publicKey: Buffer.from(key.publicKey, 'base64url'), counter: 0 },
    requireUserVerification: true,
  }).catch(() => undefined);
  if (!result?.verified) return undefined;
  const { newCounter: counter, credentialBackedUp: isSynced } = result.authenticationInfo;
  return { counter, isSynced };
}

/** Returns the challenge that the browser signed; undefined when there is none. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string | undefined {
  try {
    const data: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const challenge = data instanceof Object && 'challenge' in data ? data.challenge : undefined;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}
