import type { DomainEvents } from '../core/domain-events/index.ts';
import type { Platform } from '../core/feature.ts';
import { openStrictWindows } from '../core/shared-limits/index.ts';
import { withLocationRetention } from '../home/phone-channel/index.ts';
import { createBus } from '../platform/bus.ts';
import { createByteCache } from '../platform/byte-cache.ts';
import { type ClientsElsewhere, createConnectedClients } from '../platform/connected-clients.ts';
import { soleContact } from '../platform/database-contact.ts';
import { openKeyring } from '../platform/keyring.ts';
import { soleLeases } from '../platform/leases.ts';
import { createOutbound } from '../platform/outbound/index.ts';
import { createPasswords, type HashCost } from '../platform/passwords.ts';
import { newId } from '../platform/random-token.ts';

/** Size of the cache of serialized lists: enough for about a thousand homes. */
const LIST_CACHE_BYTES = 64 * 1024 * 1024;

export type PlatformOptions = Pick<Platform, 'config' | 'db' | 'clock' | 'timers' | 'metrics' | 'logger'> & {
  /** What the hash of a password costs; the recommended cost by default. */
  hashCost?: HashCost;
  /** Which clients are connected to other servers; none by default. */
  clientsElsewhere?: ClientsElsewhere | undefined;
} & Partial<Pick<Platform, 'serverId' | 'leases' | 'databaseContact' | 'ownServer'>>;

/** Creates what features share that is not configured from outside. */
export const createPlatform = ({ hashCost, clientsElsewhere, ...options }: PlatformOptions): Platform => ({
  serverId: newId(),
  leases: soleLeases,
  databaseContact: soleContact,
  ownServer: undefined,
  ...options,
  bus: createBus<DomainEvents>(options.logger),
  connectedClients: createConnectedClients(options.clock, clientsElsewhere),
  passwords: createPasswords(hashCost),
  strictWindows: openStrictWindows(options),
  listCache: createByteCache(LIST_CACHE_BYTES),
  keyring: openKeyring(options.config.keysDir),
  outbound: createOutbound({
    ...options,
    networks: options.config.webhookNetworks,
    ...ownAddresses(options.config),
  }),
  automationOutbound: createOutbound({
    ...options,
    networks: options.config.automationNetworks,
    ...ownAddresses(options.config),
  }),
  pushOutbound: createOutbound({
    ...options,
    networks: options.config.push.networks,
    ...ownAddresses(options.config),
  }),
  retention: withLocationRetention(options.config.retention),
});

/** Returns where the platform itself is: webhooks are never sent there. */
function ownAddresses({ httpPort, mqtt, urls }: Platform['config']) {
  const { mqtt: _broker, ...origins } = urls;
  const ports = [httpPort, mqtt.port, mqtt.tlsPort].filter((port) => port !== undefined);
  return { ownPorts: ports, ownOrigins: Object.values(origins) };
}
