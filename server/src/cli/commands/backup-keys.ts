import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import type { Encryption, Key, KeyKind } from '../../admin/backups/index.ts';
import { readFirstLine } from '../../platform/read-first-line.ts';
import { Refusal } from '../../platform/refusal.ts';
import { canPrompt, promptSecret } from '../password.ts';
import type { Settings } from '../run.ts';

const backups = () => import('../../admin/backups/index.ts');

export type EncryptionOptions = {
  recipient?: readonly string[];
  passphrase?: true;
  passphraseFile?: string;
  plain?: true;
};

/** Returns how to encrypt: as the options say, else as the settings say. */
export async function chooseEncryption(
  options: EncryptionOptions,
  { config, isJson }: Settings,
): Promise<Encryption | undefined> {
  const { recipient: recipients = [], passphraseFile, passphrase, plain } = options;
  const given = [recipients.length > 0, passphraseFile, passphrase, plain].filter(Boolean);
  if (given.length > 1) {
    throw new Refusal('choose one of --recipient, --passphrase, --passphrase-file and --plain');
  }
  if (plain) return undefined;
  const { readEncryption } = await backups();
  if (recipients.length > 0) return { recipients };
  if (passphraseFile !== undefined) return { passphrase: await readFileOf(passphraseFile, readFirstLine) };
  if (passphrase) return { passphrase: await promptNewPassphrase({ isJson }) };
  return readEncryption(config.backups);
}

async function promptNewPassphrase({ isJson }: { isJson: boolean }): Promise<string> {
  if (!canPrompt({ isJson })) throw new Refusal('there is no terminal to ask on; use --passphrase-file');
  const passphrase = await promptSecret('Passphrase of the backup:');
  if (passphrase === '') throw new Refusal('the passphrase must not be empty');
  if ((await promptSecret('Repeat the passphrase:')) !== passphrase)
    throw new Refusal('the passphrases do not match');
  return passphrase;
}

export type KeyOptions = { identity?: string; passphraseFile?: string };

/** Returns the key of an encrypted backup: as the options say, else it asks for a passphrase. */
export async function chooseKey(
  kind: KeyKind,
  { identity, passphraseFile }: KeyOptions,
  { config, isJson, isInputTaken }: Settings & { isInputTaken: boolean },
): Promise<Key> {
  const { readIdentities } = await backups();
  if (kind === 'identity') {
    if (identity === undefined)
      throw new Refusal('this backup is encrypted for a key; name its file with --identity FILE');
    return { identities: await readFileOf(identity, readIdentities) };
  }
  const file = passphraseFile ?? config.backups.passphraseFile;
  if (file !== undefined) return { passphrase: await readFileOf(file, readFirstLine) };
  if (isInputTaken || !canPrompt({ isJson }))
    throw new Refusal(
      'this backup is encrypted with a passphrase; name its file with --passphrase-file FILE',
    );
  return { passphrase: await promptSecret('Passphrase of the backup:') };
}

async function readFileOf<Value>(file: string, read: (file: string) => Promise<Value>): Promise<Value> {
  if (!existsSync(file)) throw new Refusal(`file not found: ${file}`);
  return read(file);
}

/** Writes a new secret key to a file that only its owner can read, and returns its public key. */
export async function writeKeyFile(file: string): Promise<string> {
  const { createKeyPair } = await backups();
  const { identity, recipient } = await createKeyPair();
  const lines = [`# created: ${new Date().toISOString()}`, `# public key: ${recipient}`, identity, ''];
  try {
    await writeFile(file, lines.join('\n'), { flag: 'wx', mode: 0o600 });
  } catch (cause) {
    const exists = (cause as NodeJS.ErrnoException).code === 'EEXIST';
    throw exists ? new Refusal(`${file} already exists; a key is never overwritten`, { cause }) : cause;
  }
  return recipient;
}
