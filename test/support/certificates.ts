import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { issueAuthority, issueLeaf } from '@azulejo/server/testing';

export type OperatorsCertificate = {
  /** PEM of whom clients must trust. */
  readonly authority: string;
  /** PEM files. */
  readonly certificate: string;
  readonly key: string;
};

/** A certificate as an operator has one, in `folder`, for this machine. */
export async function newOperatorsCertificate(folder: string): Promise<OperatorsCertificate> {
  const authority = issueAuthority(['localhost', '127.0.0.0/8'], Date.now());
  const leaf = issueLeaf(authority, ['localhost', '127.0.0.1'], Date.now());
  const files = { certificate: join(folder, 'chain.pem'), key: join(folder, 'chain-key.pem') };
  await writeFile(files.certificate, `${leaf.certificate}${authority.certificate}`);
  await writeFile(files.key, leaf.key, { mode: 0o600 });
  return { authority: authority.certificate, ...files };
}
