import { BlockList, isIP } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';
import type { FastifyInstance } from 'fastify';
import type { Db, Transaction } from '../database/index.ts';
import { readSetting, writeSetting } from '../database/settings.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

/** The last address that sent X-Forwarded-For without being trusted. */
export type UntrustedProxy = { readonly address: string; readonly at: number };

const SETTING = 'untrusted_proxy';
const REPORT_MS = 24 * 3600 * 1000;

type Options = { trustedProxies: readonly string[]; db: Db; clock: Clock; logger: Logger };

/**
 * Records once a day that a proxy is in front of the server that is not trusted, for the log and `doctor`.
 * Only addresses of this machine and of private networks count: from elsewhere anybody may send the header.
 */
export function noticeUntrustedProxy(app: FastifyInstance, options: Options): void {
  const { trustedProxies, db, clock, logger } = options;
  const isTrusted = isTrustedBy(trustedProxies);
  let reportedAt = Number.NEGATIVE_INFINITY;

  function notice(sender: string | undefined): void {
    const address = sender?.replace(/^::ffff:/, '');
    if (address === undefined || isTrusted(address) || !isPrivate(address)) return;
    reportedAt = clock.monotonic();
    logger.warn({ address }, 'X-Forwarded-For is ignored: its sender is not in TRUSTED_PROXIES');
    const seen: UntrustedProxy = { address, at: clock.now() };
    // The request does not wait for it.
    db.write((tx) => writeSetting(tx, SETTING, JSON.stringify(seen))).catch((err: unknown) =>
      logger.warn({ err }, 'the untrusted proxy could not be recorded'),
    );
  }

  app.addHook('onRequest', ({ headers, socket }, _reply, done) => {
    const isForwarded = headers['x-forwarded-for'] !== undefined;
    if (isForwarded && clock.monotonic() - reportedAt >= REPORT_MS) notice(socket.remoteAddress);
    done();
  });
}

export async function readUntrustedProxy(
  reader: Pick<Transaction, 'selectFrom'>,
): Promise<UntrustedProxy | undefined> {
  const value = await readSetting(reader, SETTING);
  return value === undefined ? undefined : (JSON.parse(value) as UntrustedProxy);
}

/** Returns a function that says whether an address is trusted by these addresses and ranges. */
export function isTrustedBy(trustedProxies: readonly string[]): (address: string) => boolean {
  const isTrusted = proxyAddr.compile([...trustedProxies]);
  return (address) => isTrusted(address, 0);
}

/** RFC 1918, RFC 4193, loopback and link-local addresses. */
const PRIVATE = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  PRIVATE.addSubnet(network, prefix, 'ipv4');
}
PRIVATE.addAddress('::1', 'ipv6');
PRIVATE.addSubnet('fc00::', 7, 'ipv6');
PRIVATE.addSubnet('fe80::', 10, 'ipv6');

const isPrivate = (address: string): boolean => PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
