import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { Refusal } from '../../../platform/refusal.ts';

/**
 * How a backup is encrypted, in the age format (https://age-encryption.org/v1), so that the program `age`
 * opens it too.
 */
export type Encryption = { readonly recipients: readonly string[] } | { readonly passphrase: string };

/** The key or passphrase of an encrypted backup. */
export type Key = { readonly identities: readonly string[] } | { readonly passphrase: string };

export type KeyKind = 'identity' | 'passphrase';

const INTRODUCTION = 'age-encryption.org/v1\n';
const SCRYPT = '-> scrypt ';

/** How many bytes `keyKindOf` needs. */
export const HEAD_BYTES = INTRODUCTION.length + SCRYPT.length;

/** Returns what opens a file that begins with these bytes; undefined if it is not encrypted. */
export function keyKindOf(head: Uint8Array): KeyKind | undefined {
  const text = Buffer.from(head.subarray(0, HEAD_BYTES)).toString('latin1');
  if (!text.startsWith(INTRODUCTION)) return undefined;
  return text.endsWith(SCRYPT) ? 'passphrase' : 'identity';
}

// The library is loaded only when it is used: it is large.
const loadAge = () => import('age-encryption');

/** Creates a key pair. Only the identity opens what is encrypted for the recipient. */
export async function createKeyPair(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await loadAge();
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Throws a Refusal when a recipient is not a public key, for example because a letter is missing. */
export async function checkRecipients(recipients: readonly string[]): Promise<void> {
  if (recipients.length > 0) await createEncryptor({ recipients });
}

/** Returns a function that encrypts a stream. Throws a Refusal when a recipient is not a public key. */
export async function createEncryptor(
  encryption: Encryption,
): Promise<(plain: Readable) => Promise<Readable>> {
  const { Encrypter } = await loadAge();
  const encrypter = new Encrypter();
  if ('passphrase' in encryption) encrypter.setPassphrase(encryption.passphrase);
  else for (const recipient of encryption.recipients) addRecipient(encrypter, recipient);
  return async (plain) => fromWeb(await encrypter.encrypt(toWeb(plain)));
}

function addRecipient(encrypter: { addRecipient(recipient: string): void }, recipient: string): void {
  try {
    encrypter.addRecipient(recipient);
  } catch (cause) {
    throw new Refusal(`"${recipient}" is not a public key: it is mistyped or incomplete`, { cause });
  }
}

/** Returns the decrypted bytes. Throws a Refusal when the key does not fit. */
export async function decrypt(sealed: Readable, key: Key): Promise<Readable> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  if ('passphrase' in key) decrypter.addPassphrase(key.passphrase);
  else for (const identity of key.identities) addIdentity(decrypter, identity);
  try {
    return fromWeb(await decrypter.decrypt(toWeb(sealed)));
  } catch (cause) {
    if (!(cause instanceof Error) || !cause.message.startsWith('no identity matched')) throw cause;
    const reason = 'passphrase' in key ? 'the passphrase is wrong' : 'it was encrypted for another key';
    throw new Refusal(`this backup cannot be decrypted: ${reason}`, { cause });
  }
}

function addIdentity(decrypter: { addIdentity(identity: string): void }, identity: string): void {
  try {
    decrypter.addIdentity(identity);
  } catch {
    // The cause could repeat the secret.
    throw new Refusal('the key file is damaged: it holds a line that is not a secret key');
  }
}

// Node's type of a web stream and the global one describe the same class.
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
const fromWeb = (stream: ReadableStream<Uint8Array>) =>
  Readable.fromWeb(stream as unknown as NodeReadableStream<Uint8Array>);
