import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { canonical, isPermitted } from './hosts.ts';
import type { Issued } from './issue.ts';
import { createFile, readIfThere, replaceFile } from './store.ts';

/** An authority of ours as it is kept: one file, so that certificate, key and constraints cannot part. */
export type Authority = Issued & {
  readonly subject: string;
  /** What it may name: names, and networks. */
  readonly permitted: readonly string[];
};

const AUTHORITY = 'authority.json';
const LEAF = 'server.pem';

/** The authority's certificate alone, for people and for clients on this machine. */
export const publicFile = (folder: string): string => join(folder, 'ca.pem');

export type OwnFiles = ReturnType<typeof ownFiles>;

/** The files of our own certificates: `authority.json` and `server.pem` hold keys, `ca.pem` does not. */
export const ownFiles = (folder: string) => ({
  authorityPath: join(folder, AUTHORITY),
  leafPath: join(folder, LEAF),
  publicPath: publicFile(folder),

  /** Throws when it is there and cannot be read: clients trust it, so another is not made in silence. */
  async readAuthority(): Promise<Authority | undefined> {
    const text = await readIfThere(join(folder, AUTHORITY));
    if (text === undefined) return undefined;
    try {
      const authority = JSON.parse(text) as Authority;
      const certificate = new X509Certificate(authority.certificate);
      if (!certificate.checkPrivateKey(createPrivateKey(authority.key))) throw new Error('not its key');
      return authority;
    } catch (error) {
      const path = join(folder, AUTHORITY);
      throw new Error(`${path} is damaged: take it from a backup, or remove it for a new authority`, {
        cause: error,
      });
    }
  },

  /** Puts it unless another process was first. */
  createAuthority: (authority: Authority): Promise<boolean> =>
    createFile(join(folder, AUTHORITY), JSON.stringify(authority, null, 2)),

  replaceAuthority: (authority: Authority): Promise<void> =>
    replaceFile(join(folder, AUTHORITY), JSON.stringify(authority, null, 2)),

  /** Undefined, too, when it cannot be used: another is made at no cost. */
  async readLeaf(): Promise<Issued | undefined> {
    const text = await readIfThere(join(folder, LEAF));
    if (text === undefined) return undefined;
    try {
      const certificate = new X509Certificate(text);
      return certificate.checkPrivateKey(createPrivateKey(text))
        ? { certificate: certificate.toString(), key: text }
        : undefined;
    } catch {
      return undefined;
    }
  },

  replaceLeaf: ({ certificate, key }: Issued): Promise<void> =>
    replaceFile(join(folder, LEAF), `${certificate}${key}`),

  async publish({ certificate }: Authority): Promise<void> {
    const path = publicFile(folder);
    if ((await readIfThere(path)) !== certificate) await replaceFile(path, certificate);
  },
});

/** The names and addresses in a certificate. */
export function hostsIn(certificate: X509Certificate): string[] {
  const entries = (certificate.subjectAltName ?? '').split(', ');
  return entries.flatMap((entry) => {
    const [, host] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? [];
    return host === undefined ? [] : [canonical(host)];
  });
}

export function isIssuedBy(leaf: X509Certificate, authority: Authority): boolean {
  return (
    leaf.verify(createPublicKey(authority.certificate)) &&
    hostsIn(leaf).every((host) => isPermitted(authority.permitted, host))
  );
}
