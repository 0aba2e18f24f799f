import { text } from 'node:stream/consumers';
import { Refusal } from '../app/doctor/failure.ts';
import { randomText } from '../platform/random-token.ts';

const GENERATED_LENGTH = 20;

export type PasswordOptions = { passwordStdin?: true; password?: string };

export type ChosenPassword = { password: string; isGenerated: boolean };

/**
 * Reads the password from stdin, or asks for it at a terminal; otherwise, or when the answer is empty,
 * generates one.
 */
export async function choosePassword(
  options: PasswordOptions,
  { minimum, isJson }: { minimum: number; isJson: boolean },
): Promise<ChosenPassword> {
  if (options.password !== undefined) {
    process.stderr.write(
      'warning: the password is now in the shell history; use --password-stdin to avoid this\n',
    );
    return { password: options.password, isGenerated: false };
  }
  if (options.passwordStdin) return { password: await readPassword(), isGenerated: false };
  const isAsked = process.stdin.isTTY && process.stderr.isTTY && !isJson;
  const password = isAsked ? await askPassword() : '';
  if (password !== '') return { password, isGenerated: false };
  return { password: randomText(Math.max(GENERATED_LENGTH, minimum)), isGenerated: true };
}

async function readPassword(): Promise<string> {
  const line = (await text(process.stdin)).replace(/\r?\n$/, '');
  if (line === '') throw new Refusal('no password on stdin');
  return line;
}

async function askPassword(): Promise<string> {
  const { default: ask } = await import('@inquirer/password');
  const context = { output: process.stderr };
  const password = await ask({ message: 'Password (leave empty to generate one):', mask: true }, context);
  if (password === '') return '';
  const repeated = await ask({ message: 'Repeat the password:', mask: true }, context);
  if (repeated !== password) throw new Refusal('the passwords do not match');
  return password;
}
