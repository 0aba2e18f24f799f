import { createPublicKey, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { canonical, type Hosts, isPermitted, permittedFor } from './hosts.ts';
import type { Issued } from './issue.ts';
import type { Authority, OwnFiles } from './own-files.ts';

type Served = Pick<Hosts, 'configured' | 'isUnconstrained'>;
type Tools = { clock: Clock; logger: Logger };

export type Dependencies = Tools & {
  /** Returns the current hosts. Called each time, because the addresses of a machine change. */
  hosts: () => Hosts;
};

export type Settled = { readonly leaf: Issued; readonly number: number; readonly trusted: string };

const DAY_MS = 24 * 3600 * 1000;
/**
 * How long before its end a certificate is renewed: long enough to notice a failure, as for public
 * certificates.
 */
const RENEW_MS = 30 * DAY_MS;
/** How long before an authority expires clients are given its successor. */
const SUCCEED_MS = 365 * DAY_MS;
/**
 * Names of other servers that share the folder are kept. Beyond this number they are assumed to be outdated.
 */
const MAX_HOSTS = 100;

/** Reads the stored certificates, and creates those that are missing, expiring or for other hosts. */
export async function settle(files: OwnFiles, { hosts: ask, ...tools }: Dependencies): Promise<Settled> {
  const hosts = ask();
  const authorities = await settleAuthorities(files, hosts, tools);
  const trusted = bundleOf(authorities, tools.clock);
  await files.publish(trusted);
  const authority = chooseAuthority(authorities, hosts, tools.clock);
  if (!authority)
    throw new Error('The authority for the certificate of MQTT is missing after it was created.');
  return { leaf: await settleLeaf(files, authority, hosts, tools), number: authority.number, trusted };
}

/** Returns the oldest authority that may name all configured hosts, because most clients know that one. */
export const chooseAuthority = (
  authorities: readonly Authority[],
  hosts: Served,
  clock: Clock,
): Authority | undefined =>
  authorities.find((authority) => mayServe(authority, hosts) && lasts(authority, clock, RENEW_MS));

/** Returns all authorities that have not expired, as PEM, for clients to trust. */
export const bundleOf = (authorities: readonly Authority[], clock: Clock): string =>
  authorities
    .filter((authority) => lasts(authority, clock, 0))
    .map(({ certificate }) => certificate)
    .join('');

async function settleAuthorities(
  files: OwnFiles,
  hosts: Hosts,
  { clock, logger }: Tools,
): Promise<Authority[]> {
  for (;;) {
    const authorities = await files.readAuthorities();
    if (authorities.some((each) => mayServe(each, hosts) && lasts(each, clock, SUCCEED_MS)))
      return authorities;
    const { issueAuthority } = await import('./issue.ts');
    const permitted = hosts.isUnconstrained ? undefined : permittedFor(hosts);
    const number = (authorities.at(-1)?.number ?? 0) + 1;
    const made = { number, permitted, ...issueAuthority(permitted, clock.now()) };
    // Otherwise another server was first with this number, and perhaps with the authority needed here.
    if (!(await files.createAuthority(made))) continue;
    const about = { subject: made.subject, permitted };
    if (number === 1) logger.info(about, 'certificate authority made');
    else
      logger.warn(
        about,
        'new certificate authority: clients that trust only an earlier one cannot connect until they are given ca.pem ' +
          '(`azulejo certificate ca`)',
      );
    return [...authorities, made];
  }
}

async function settleLeaf(
  files: OwnFiles,
  authority: Authority,
  hosts: Hosts,
  { clock, logger }: Tools,
): Promise<Issued> {
  const { permitted } = authority;
  const found = hosts.found.filter((host) => permitted === undefined || isPermitted(permitted, host));
  const needed = [...hosts.configured, ...found];
  const there = await files.readLeaf(authority.number);
  const leaf = there && isOf(authority, there) && lasts(there, clock, RENEW_MS) ? there : undefined;
  const certificate = leaf && new X509Certificate(leaf.certificate);
  if (leaf && needed.every((host) => names(certificate, host))) return leaf;
  const { issueLeaf } = await import('./issue.ts');
  const all = [...new Set([...needed, ...(certificate ? hostsIn(certificate) : [])])];
  const named = all.length > MAX_HOSTS ? needed : all;
  const issued = issueLeaf(authority, named, clock.now());
  await files.replaceLeaf(authority.number, issued);
  logger.info({ hosts: named }, 'certificate issued by our own authority');
  return issued;
}

/** Returns the names and addresses in a certificate. */
export function hostsIn(certificate: X509Certificate): string[] {
  const entries = (certificate.subjectAltName ?? '').split(', ');
  return entries.flatMap((entry) => {
    const [, host] = /^(?:DNS|IP Address):(.+)$/.exec(entry) ?? [];
    return host === undefined ? [] : [canonical(host)];
  });
}

/** Returns whether the authority is of the kind that the settings name, and may name all configured hosts. */
const mayServe = ({ permitted }: Authority, { configured, isUnconstrained = false }: Served): boolean =>
  permitted === undefined
    ? isUnconstrained
    : !isUnconstrained && configured.every((host) => isPermitted(permitted, host));

function lasts({ certificate }: { certificate: string }, clock: Clock, longerMs: number): boolean {
  return new X509Certificate(certificate).validToDate.getTime() - clock.now() > longerMs;
}

const isOf = (authority: Authority, { certificate }: Issued): boolean =>
  new X509Certificate(certificate).verify(createPublicKey(authority.certificate));

const names = (certificate: X509Certificate | undefined, host: string): boolean =>
  (isIP(host) === 0 ? certificate?.checkHost(host) : certificate?.checkIP(host)) !== undefined;
