import { Resolver } from 'node:dns';
import { lookup as systemLookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { createLimiter } from '../limiter.ts';

export type Resolved = { readonly address: string; readonly family: number };

/** Returns all addresses of a name. A party has its own share of look-ups. Ends when the signal is aborted. Tests answer in its place. */
export type Resolve = (
  name: string,
  context: { readonly party: string; readonly signal: AbortSignal },
) => Promise<readonly Resolved[]>;

type Options = {
  /** Whether names of the local network may be found by means of the system other than DNS, such as mDNS. */
  readonly isLocalAllowed: boolean;
  readonly hostsFile?: string;
  readonly settingsFile?: string;
  /** Name servers in place of those of the system. */
  readonly servers?: readonly string[];
};

const TIMEOUT_MS = 1_500;
const TRIES = 2;
const MAX_SEARCH_DOMAINS = 6;
const MAX_HOSTS_LENGTH = 1_000_000;

/**
 * Returns the function that resolves names as the system does, in this order:
 * 1. the hosts file;
 * 2. DNS, with the search domains of the system, within a bounded time and without a thread;
 * 3. for names of the local network, the system's own resolver. It occupies a thread of the pool that files and
 *    passwords need too, for many seconds when nothing answers, so few are used.
 */
export function createSystemResolve({
  isLocalAllowed,
  hostsFile = '/etc/hosts',
  settingsFile = '/etc/resolv.conf',
  servers,
}: Options): Resolve {
  const lookups = createLimiter({ maxConcurrent: 2, maxWaiting: 100, maxWaitingPerKey: 4 });

  return async (name, { party, signal }) => {
    const listed = addressesIn(await textOf(hostsFile), name);
    if (listed.length > 0) return listed;
    if (/(^|\.)localhost\.?$/.test(name)) return LOOPBACK;
    const askSystem = () => lookups(party, () => systemLookup(name, { all: true }));
    if (isLocalAllowed && /\.local\.?$/.test(name)) return askSystem();
    for (const candidate of candidatesOf(name, await textOf(settingsFile))) {
      const found = await query(candidate, signal, servers);
      if (found.length > 0) return found;
    }
    return isLocalAllowed && !name.includes('.') ? askSystem() : [];
  };
}

const LOOPBACK: readonly Resolved[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const textOf = (path: string): Promise<string> => readFile(path, 'utf8').catch(() => '');

/** Returns the addresses of a name in the text of a hosts file (man 5 hosts). */
function addressesIn(text: string, name: string): Resolved[] {
  const wanted = name.replace(/\.$/, '').toLowerCase();
  const lines = text.slice(0, MAX_HOSTS_LENGTH).toLowerCase().split('\n');
  return lines
    .filter((line) => line.includes(wanted))
    .flatMap((line) => {
      const [address = '', ...names] = (line.split('#')[0] ?? '').trim().split(/\s+/);
      return names.includes(wanted) && isIP(address) !== 0 ? [{ address, family: isIP(address) }] : [];
    });
}

/** Returns the full names that a name may stand for (man 5 resolv.conf). */
function candidatesOf(name: string, settings: string): readonly string[] {
  if (name.endsWith('.')) return [name];
  const [, list = ''] = settings.match(/^(?:search|domain)[ \t]+(.*)$/m) ?? [];
  const [, dots = '1'] = settings.match(/^options[ \t].*\bndots:(\d+)/m) ?? [];
  const domains = list.split(/\s+/).filter((domain) => domain !== '' && domain !== '.');
  const searched = domains.slice(0, MAX_SEARCH_DOMAINS).map((domain) => `${name}.${domain}`);
  return name.split('.').length - 1 >= Number(dots) ? [name, ...searched] : [...searched, name];
}

/** Codes of an answer that a name, or one family of its addresses, does not exist. */
const MISSING: ReadonlySet<string | undefined> = new Set(['ENOTFOUND', 'ENODATA']);

/** Returns the addresses that DNS has; empty for none. Rejects when no name server answers. */
async function query(name: string, signal: AbortSignal, servers?: readonly string[]): Promise<Resolved[]> {
  signal.throwIfAborted();
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const cancel = () => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  const ask = (family: 4 | 6) =>
    new Promise<Resolved[]>((resolve, reject) => {
      resolver[`resolve${family}`](name, (error, addresses) => {
        if (!error) resolve(addresses.map((address) => ({ address, family })));
        else if (MISSING.has(error.code)) resolve([]);
        else reject(error);
      });
    });
  try {
    const [four, six] = await Promise.allSettled([ask(4), ask(6)]);
    const found = [four, six].flatMap((each) => (each.status === 'fulfilled' ? each.value : []));
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  } finally {
    signal.removeEventListener('abort', cancel);
  }
}
