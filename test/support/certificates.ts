import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueAuthority, issueLeaf } from '@azulejo/server/testing';

export type OperatorsCertificate = {
  /** PEM of the CA that clients must trust. */
  readonly authority: string;
  /** Paths of PEM files. */
  readonly certificate: string;
  readonly key: string;
};

/** Creates a certificate for this machine in `folder`, as an operator may have one. */
export async function newOperatorsCertificate(folder: string): Promise<OperatorsCertificate> {
  const authority = issueAuthority(['localhost', '127.0.0.0/8'], Date.now());
  const leaf = issueLeaf(authority, ['localhost', '127.0.0.1'], Date.now());
  const files = { certificate: join(folder, 'chain.pem'), key: join(folder, 'chain-key.pem') };
  await writeFile(files.certificate, `${leaf.certificate}${authority.certificate}`);
  await writeFile(files.key, leaf.key, { mode: 0o600 });
  return { authority: authority.certificate, ...files };
}
