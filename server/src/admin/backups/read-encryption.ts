import { readFile } from 'node:fs/promises';
import type { BackupSettings } from '../../config/backup-settings.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Encryption } from './archive/encryption.ts';

/** Returns how the settings encrypt backups; undefined if they do not. */
export async function readEncryption({
  recipients,
  passphraseFile,
}: Pick<BackupSettings, 'recipients' | 'passphraseFile'>): Promise<Encryption | undefined> {
  if (recipients.length > 0) return { recipients };
  return passphraseFile === undefined ? undefined : { passphrase: await readPassphrase(passphraseFile) };
}

/** Reads the first line of a file. */
export async function readPassphrase(file: string): Promise<string> {
  const [line = ''] = (await readFile(file, 'utf8')).split(/\r?\n/);
  if (line === '') throw new Refusal(`the first line of ${file} is empty; it must be the passphrase`);
  return line;
}

const COMMENT = /^\s*(#|$)/;

/** Reads the secret keys of a key file, one a line, as `azulejo backup-key` and `age-keygen` write it. */
export async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const identities = lines.filter((line) => !COMMENT.test(line)).map((line) => line.trim());
  if (identities.length === 0) throw new Refusal(`${file} holds no secret key`);
  return identities;
}
