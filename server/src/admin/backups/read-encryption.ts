import { readFile } from 'node:fs/promises';
import type { BackupSettings } from '../../config/backup-settings.ts';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { Encryption } from './archive/encryption.ts';

/** Returns how the settings encrypt backups; undefined if they do not. */
export async function readEncryption({
  recipients,
  passphraseFile,
}: Pick<BackupSettings, 'recipients' | 'passphraseFile'>): Promise<Encryption | undefined> {
  if (recipients.length > 0) return { recipients };
  return passphraseFile === undefined ? undefined : { passphrase: await readFirstLine(passphraseFile) };
}

const COMMENT = /^\s*(#|$)/;

/** Reads the secret keys of a key file, one a line, as `azulejo backup-key` and `age-keygen` write it. */
export async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(file, 'utf8')).split(/\r?\n/);
  const identities = lines.filter((line) => !COMMENT.test(line)).map((line) => line.trim());
  if (identities.length === 0) throw new Refusal(`${file} holds no secret key`);
  return identities;
}
