import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Clock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type Hosts, isPermitted, permittedFor } from './hosts.ts';
import type { Issued } from './issue.ts';
import { type Authority, hostsIn, isIssuedBy, type OwnFiles } from './own-files.ts';

type Tools = { clock: Clock; logger: Logger };

export type Surroundings = Tools & {
  /** Asked each time: addresses of a machine come and go. */
  hosts: () => Hosts;
};

/** As renewal of public certificates does: time enough to notice that it fails. */
const RENEW_MS = 30 * 24 * 3600 * 1000;
/** Names of other servers that share the folder are kept; more than this are names of the past. */
const MOST_HOSTS = 100;

/** Reads what is there, and makes what is missing, at its end or for other hosts. */
export async function settle(
  files: OwnFiles,
  { hosts: ask, ...tools }: Surroundings,
): Promise<{ authority: Authority; leaf: Issued }> {
  const hosts = ask();
  const authority = await settleAuthority(files, hosts, tools);
  await files.publish(authority);
  return { authority, leaf: await settleLeaf(files, authority, hosts, tools) };
}

async function settleAuthority(files: OwnFiles, hosts: Hosts, tools: Tools): Promise<Authority> {
  const { clock, logger } = tools;
  const found = await files.readAuthority();
  const isFit =
    found &&
    isLasting(new X509Certificate(found.certificate), clock) &&
    hosts.configured.every((host) => isPermitted(found.permitted, host));
  if (isFit) return found;
  const { issueAuthority } = await import('./issue.ts');
  // With what the earlier one was permitted: of two servers with other hosts, neither replaces the other's for ever.
  const permitted = withOthers(permittedFor(hosts), found?.permitted ?? []);
  const made = { permitted, ...issueAuthority(permitted, clock.now()) };
  const about = { subject: made.subject, permitted };
  if (found) {
    await files.replaceAuthority(made);
    logger.warn(about, 'new certificate authority: clients must be given it anew');
    return made;
  }
  if (await files.createAuthority(made)) {
    logger.info(about, 'certificate authority made');
    return made;
  }
  // Another server was first.
  return settleAuthority(files, hosts, tools);
}

async function settleLeaf(
  files: OwnFiles,
  authority: Authority,
  hosts: Hosts,
  { clock, logger }: Tools,
): Promise<Issued> {
  const needed = [
    ...hosts.configured,
    ...hosts.found.filter((host) => isPermitted(authority.permitted, host)),
  ];
  const found = await files.readLeaf();
  const certificate = found && new X509Certificate(found.certificate);
  const isOfIt = certificate !== undefined && isIssuedBy(certificate, authority);
  if (found && isOfIt && isLasting(certificate, clock) && needed.every((host) => names(certificate, host)))
    return found;
  const { issueLeaf } = await import('./issue.ts');
  const others = isOfIt && isLasting(certificate, clock) ? hostsIn(certificate) : [];
  const hostsOfIt = withOthers(needed, others);
  const leaf = issueLeaf(authority, hostsOfIt, clock.now());
  await files.replaceLeaf(leaf);
  logger.info({ hosts: hostsOfIt }, 'certificate issued by our own authority');
  return leaf;
}

function isLasting(certificate: X509Certificate, clock: Clock): boolean {
  return certificate.validToDate.getTime() - clock.now() > RENEW_MS;
}

const names = (certificate: X509Certificate, host: string): boolean =>
  (isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host)) !== undefined;

function withOthers(own: readonly string[], others: readonly string[]): string[] {
  const all = [...new Set([...own, ...others])];
  return all.length > MOST_HOSTS ? [...own] : all;
}
