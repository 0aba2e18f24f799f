import { text } from 'node:stream/consumers';
import { randomText } from '../platform/random-token.ts';
import { Refusal } from '../platform/refusal.ts';

const GENERATED_LENGTH = 20;

export type PasswordOptions = { passwordStdin?: true; password?: string };

export type ChosenPassword = { password: string; isGenerated: boolean };

/**
 * Reads the password from stdin, or asks for it at a terminal; otherwise, or when the answer is empty,
 * generates one.
 */
export async function choosePassword(
  options: PasswordOptions,
  { minimum = 0, isJson }: { minimum?: number; isJson: boolean },
): Promise<ChosenPassword> {
  if (options.password !== undefined) {
    process.stderr.write(
      'warning: the password is now in the shell history; use --password-stdin to avoid this\n',
    );
    return { password: options.password, isGenerated: false };
  }
  if (options.passwordStdin) return { password: await readPassword(), isGenerated: false };
  const password = canPrompt({ isJson }) ? await promptPassword() : '';
  if (password !== '') return { password, isGenerated: false };
  return { password: randomText(Math.max(GENERATED_LENGTH, minimum)), isGenerated: true };
}

async function readPassword(): Promise<string> {
  const line = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (line === '') throw new Refusal('no password on stdin');
  return line;
}

/** Returns whether a person at a terminal can answer. */
export const canPrompt = ({ isJson }: { isJson: boolean }): boolean =>
  process.stdin.isTTY && process.stderr.isTTY && !isJson;

/** Asks for a secret without showing it. */
export async function promptSecret(message: string): Promise<string> {
  const { default: ask } = await import('@inquirer/password');
  return ask({ message, mask: true }, { output: process.stderr });
}

async function promptPassword(): Promise<string> {
  const password = await promptSecret('Password (leave empty to generate one):');
  if (password === '') return '';
  const repeated = await promptSecret('Repeat the password:');
  if (repeated !== password) throw new Refusal('the passwords do not match');
  return password;
}
