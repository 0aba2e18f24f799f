import { hash, hkdfSync, randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from './if-exists.ts';
import { createFile, readIfThere } from './private-files.ts';
import { seal, unseal } from './sealed-box.ts';

const KEY_BYTES = 32;
const FINGERPRINT_LENGTH = 16;
const NAME = /^sealing-(\d{1,6})\.key$/;
/** The newest key, and the one before, with which a running server may seal while the keys are rotated. */
const MAX_KEYS = 2;

type SealingKey = { readonly number: number; readonly secret: string };

export type Keyring = ReturnType<typeof openKeyring>;

/**
 * Opens the keys with which secrets are sealed that the platform has to read again, such as the tokens of makers.
 * They are files outside the database, so that a copy of the database alone opens nothing. The first key is created
 * when the first secret is sealed. The newest key seals; each opens what it sealed.
 */
export function openKeyring(folder: string) {
  const { list, create, remove } = keyFiles(folder);

  async function newest(): Promise<SealingKey> {
    const found = (await list()).at(-1);
    if (found) return found;
    await create(1);
    return newest();
  }

  return {
    async seal(text: string, context: string): Promise<string> {
      const { number, secret } = await newest();
      return `${number}.${seal(text, secret, context)}`;
    },

    /** Returns the text; undefined when the key is gone or the box is damaged. */
    async unseal(sealed: string, context: string): Promise<string | undefined> {
      const [number, box = ''] = sealed.split('.');
      const key = (await list()).find((each) => each.number === Number(number));
      return key && unseal(box, key.secret, context);
    },

    /** Returns a key for another use, derived from each sealing key, newest first. */
    async derive(purpose: string): Promise<Buffer[]> {
      await newest();
      return (await list())
        .reverse()
        .map(({ secret }) => Buffer.from(hkdfSync('sha256', secret, '', `azulejo:${purpose}`, KEY_BYTES)));
    },

    /** Returns which key is the newest, without telling it. */
    async fingerprint(): Promise<string> {
      const { number, secret } = await newest();
      return `${number} ${hash('sha256', `azulejo:fingerprint ${secret}`, 'base64url').slice(0, FINGERPRINT_LENGTH)}`;
    },

    /** Returns whether a newer key exists than the one that sealed the text. */
    needsReseal: async (sealed: string): Promise<boolean> =>
      Number(sealed.split('.')[0]) !== (await list()).at(-1)?.number,

    /** Creates the next key, which seals from now on. Returns its number. */
    async rotate(): Promise<number> {
      const next = (await newest()).number + 1;
      await create(next);
      return next;
    },

    /** Deletes the keys before the last two. Everything that they sealed must be sealed again by then. */
    async deleteOld(): Promise<number> {
      const old = (await list()).slice(0, -MAX_KEYS);
      for (const { number } of old) await remove(number);
      return old.length;
    },
  };
}

/** Accesses the files of the keys. The folder is listed each time, since a command may rotate them. */
function keyFiles(folder: string) {
  const read = new Map<string, SealingKey>();
  const pathOf = (number: number) => join(folder, `sealing-${number}.key`);

  async function readKey(name: string): Promise<SealingKey | undefined> {
    const known = read.get(name);
    if (known) return known;
    const path = join(folder, name);
    const secret = (await readIfThere(path))?.trim();
    if (secret === undefined) return undefined;
    if (Buffer.from(secret, 'base64url').length !== KEY_BYTES)
      throw new Error(`${path} is damaged: take it from a backup`);
    const key = { number: Number(NAME.exec(name)?.[1]), secret };
    read.set(name, key);
    return key;
  }

  return {
    /** Returns the keys, oldest first. */
    async list(): Promise<SealingKey[]> {
      const keys = await Promise.all((await namesIn(folder)).filter((name) => NAME.test(name)).map(readKey));
      return keys.filter((key) => key !== undefined).sort((one, other) => one.number - other.number);
    },

    /** Creates the key unless another process was first. */
    async create(number: number): Promise<void> {
      await createFile(pathOf(number), `${randomBytes(KEY_BYTES).toString('base64url')}\n`);
    },

    remove: (number: number): Promise<void> => rm(pathOf(number)),
  };
}

const namesIn = async (folder: string): Promise<string[]> => (await ifExists(readdir(folder))) ?? [];
