import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import { isIP } from 'node:net';
import {
  AuthorityKeyIdentifier,
  BasicConstraints,
  ExtendedKeyUsage,
  GeneralName,
  GeneralSubtree,
  GeneralSubtrees,
  id_ce_authorityKeyIdentifier,
  id_ce_basicConstraints,
  id_ce_extKeyUsage,
  id_ce_keyUsage,
  id_ce_nameConstraints,
  id_ce_subjectAltName,
  id_ce_subjectKeyIdentifier,
  id_kp_serverAuth,
  KeyIdentifier,
  KeyUsage,
  KeyUsageFlags,
  NameConstraints,
  SubjectAlternativeName,
  SubjectKeyIdentifier,
} from '@peculiar/asn1-x509';
import { assemble } from './assemble.ts';

/** A certificate with its key, as PEM. */
export type Issued = { readonly certificate: string; readonly key: string };

const DAY_MS = 86_400_000;
const AUTHORITY_DAYS = 3650;
/** Phones refuse certificates with a longer validity (Apple: more than 398 days). */
const LEAF_DAYS = 397;
/** How far certificates are backdated, because the clocks of devices may be slow. */
const BACKDATED_MS = DAY_MS;

/**
 * Issues a self-signed P-256 authority for ten years. It is name-constrained: a stolen key can only
 * impersonate hosts in `permitted`, which are names with their subdomains and networks such as
 * `192.168.1.0/24` (RFC 5280 4.2.1.10). Without `permitted` it can impersonate any host.
 */
export function issueAuthority(
  permitted: readonly string[] | undefined,
  now: number,
): Issued & { subject: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // The name is unique, because a client that trusts two authorities of one name cannot distinguish them.
  const subject = `Azulejo CA ${keyId(publicKey).toString('hex', 0, 4)}`;
  const extensions = [
    critical(id_ce_basicConstraints, new BasicConstraints({ cA: true, pathLenConstraint: 0 })),
    critical(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.keyCertSign | KeyUsageFlags.cRLSign)),
    ...(permitted ? [critical(id_ce_nameConstraints, constraints(permitted))] : []),
    ...identified(publicKey, publicKey),
  ];
  const content = { subject, issuer: subject, publicKey, extensions, ...validity(now, AUTHORITY_DAYS) };
  return { subject, certificate: assemble(content, privateKey), key: toPem(privateKey) };
}

const constraints = (permitted: readonly string[]): NameConstraints =>
  new NameConstraints({
    permittedSubtrees: new GeneralSubtrees(
      permitted.map((name) => new GeneralSubtree({ base: generalName(name) })),
    ),
  });

/** Issues a server certificate for `hosts`, which are names and addresses, for 397 days. */
export function issueLeaf(
  authority: Issued & { readonly subject: string },
  hosts: readonly string[],
  now: number,
): Issued {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const issuerKey = createPrivateKey(authority.key);
  const extensions = [
    critical(id_ce_basicConstraints, new BasicConstraints({ cA: false })),
    critical(id_ce_keyUsage, new KeyUsage(KeyUsageFlags.digitalSignature)),
    plain(id_ce_subjectAltName, new SubjectAlternativeName(hosts.map(generalName))),
    ...identified(publicKey, createPublicKey(issuerKey)),
  ];
  // The subject is not a host: clients read only the extension (RFC 9525 6.1), and a host might be too long.
  const names = { subject: 'Azulejo server', issuer: authority.subject };
  const content = { ...names, publicKey, extensions, ...validity(now, LEAF_DAYS) };
  return { certificate: assemble(content, issuerKey), key: toPem(privateKey) };
}

const critical = (id: string, value: object) => ({ id, isCritical: true, value });
const plain = (id: string, value: object) => ({ id, isCritical: false, value });

/**
 * Limits a certificate to servers, and adds key identifiers, so that chains are built by keys and not by
 * names.
 */
const identified = (own: KeyObject, issuers: KeyObject) => [
  plain(id_ce_extKeyUsage, new ExtendedKeyUsage([id_kp_serverAuth])),
  plain(id_ce_subjectKeyIdentifier, new SubjectKeyIdentifier(keyId(own))),
  plain(
    id_ce_authorityKeyIdentifier,
    new AuthorityKeyIdentifier({ keyIdentifier: new KeyIdentifier(keyId(issuers)) }),
  ),
];

const generalName = (host: string): GeneralName =>
  new GeneralName(isIP(host.split('/')[0] ?? '') === 0 ? { dNSName: host } : { iPAddress: host });

/** Returns 160 bits of a digest of the key (RFC 7093 2.1). */
const keyId = (key: KeyObject): Buffer =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest()
    .subarray(0, 20);

/**
 * Returns the period. Both ends are included (RFC 5280 4.1.2.5), so it is one second shorter than the days.
 */
function validity(now: number, days: number): { notBefore: Date; notAfter: Date } {
  const begin = now - BACKDATED_MS;
  return { notBefore: new Date(begin), notAfter: new Date(begin + days * DAY_MS - 1000) };
}

const toPem = (key: KeyObject): string => key.export({ type: 'pkcs8', format: 'pem' }).toString();
