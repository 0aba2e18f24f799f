import { createECDH } from 'node:crypto';
import { join } from 'node:path';
import { createFile, readIfThere } from '../private-files.ts';

const CURVE = 'prime256v1';

/** The key pair by which push services know this platform (RFC 8292), in base64url. */
export type PushKeys = { readonly publicKey: string; readonly privateKey: string };

/**
 * Opens the keys of notifications in browsers, which are created if there are none. Every browser is
 * subscribed with the public one, so they must outlive the database: a file next to the sealing keys, which
 * backups include. Throws when the file is damaged.
 */
export async function openPushKeys(folder: string): Promise<PushKeys> {
  const found = await readPushKeys(folder);
  if (found) return found;
  const pair = createECDH(CURVE);
  pair.generateKeys();
  // A scalar with leading zeros is shorter, and must be 32 bytes.
  const scalar = Buffer.alloc(32);
  pair.getPrivateKey().copy(scalar, 32 - pair.getPrivateKey().length);
  await createFile(pathIn(folder), `${scalar.toString('base64url')}\n`);
  // Another process may have been first.
  return openPushKeys(folder);
}

/** Returns undefined when there are none yet. Throws when the file is damaged. */
export async function readPushKeys(folder: string): Promise<PushKeys | undefined> {
  const privateKey = (await readIfThere(pathIn(folder)))?.trim();
  if (privateKey === undefined) return undefined;
  const pair = createECDH(CURVE);
  try {
    const scalar = Buffer.from(privateKey, 'base64url');
    if (scalar.length !== 32) throw new Error('not 32 bytes');
    pair.setPrivateKey(scalar);
  } catch {
    throw new Error(`${pathIn(folder)} is damaged: take it from a backup`);
  }
  return { publicKey: pair.getPublicKey('base64url', 'uncompressed'), privateKey };
}

const pathIn = (folder: string) => join(folder, 'push.key');
