import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ifExists } from '../if-exists.ts';
import { createFile, readIfThere, replaceFile } from '../private-files.ts';
import type { Issued } from './issue.ts';

/** A stored authority. It is one file, so that certificate, key and constraints cannot be separated. */
export type Authority = Issued & {
  /** Counts from 1 in the order of creation, and never changes. */
  readonly number: number;
  readonly subject: string;
  /** The names and networks that its certificates may contain; undefined if it is not constrained. */
  readonly permitted?: readonly string[];
};

export type OwnFiles = ReturnType<typeof ownFiles>;

const AUTHORITY = /^authority-(\d{1,6})\.json$/;

/** Returns the path of the certificates of all authorities, for people and for clients on this machine. */
export const publicFile = (folder: string): string => join(folder, 'ca.pem');

/**
 * Accesses the files of our own certificates. `authority-N.json` and `server-N.pem` contain keys, `ca.pem`
 * does not.
 */
export function ownFiles(folder: string) {
  const authorityPath = (number: number) => join(folder, `authority-${number}.json`);
  const leafPath = (number: number) => join(folder, `server-${number}.pem`);
  return {
    leafPath,

    /**
     * Returns the oldest first. Throws when one cannot be read: clients trust it, so it is not replaced
     * silently.
     */
    async readAuthorities(): Promise<Authority[]> {
      const numbers = (await namesIn(folder)).flatMap((name) => {
        const [, number] = AUTHORITY.exec(name) ?? [];
        return number === undefined ? [] : [Number(number)];
      });
      const inOrder = numbers.toSorted((a, b) => a - b);
      return Promise.all(inOrder.map((number) => readAuthority(authorityPath(number), number)));
    },

    /** Returns whether the file was created: another process may have been first. */
    createAuthority: ({ number, ...content }: Authority): Promise<boolean> =>
      createFile(authorityPath(number), `${JSON.stringify(content, null, 2)}\n`),

    /** Returns undefined when there is none or it cannot be used, because issuing another costs nothing. */
    async readLeaf(number: number): Promise<Issued | undefined> {
      const text = await readIfThere(leafPath(number));
      if (text === undefined) return undefined;
      try {
        const certificate = new X509Certificate(text);
        const isOfIt = certificate.checkPrivateKey(createPrivateKey(text));
        return isOfIt ? { certificate: certificate.toString(), key: text } : undefined;
      } catch {
        return undefined;
      }
    },

    replaceLeaf: (number: number, { certificate, key }: Issued): Promise<void> =>
      replaceFile(leafPath(number), `${certificate}${key}`),

    async publish(pem: string): Promise<void> {
      if ((await readIfThere(publicFile(folder))) !== pem) await replaceFile(publicFile(folder), pem);
    },
  };
}

async function readAuthority(path: string, number: number): Promise<Authority> {
  try {
    const content = JSON.parse((await readIfThere(path)) ?? '') as Omit<Authority, 'number'>;
    const certificate = new X509Certificate(content.certificate);
    if (!certificate.checkPrivateKey(createPrivateKey(content.key))) throw new Error('It is not its key.');
    return { number, ...content };
  } catch (error) {
    throw new Error(`${path} is damaged: take it from a backup, or remove it for a new CA`, {
      cause: error,
    });
  }
}

const namesIn = async (folder: string): Promise<string[]> => (await ifExists(readdir(folder))) ?? [];
