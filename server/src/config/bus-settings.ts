import { isIP } from 'node:net';
import { file, type Read, SettingError } from './settings.ts';

/** What carries messages between servers instead of PostgreSQL. */
export type BusSettings = {
  /** The addresses of NATS, with commas between them. */
  readonly busUrl: string | undefined;
  /** The file with the account of NATS, as its tools write it. */
  readonly natsCredentials: string | undefined;
  /** The certificates of the authorities that NATS is trusted by. */
  readonly natsAuthority: string | undefined;
};

/** Reads the addresses of NATS. The errors never contain them, because of the password. */
export function readBus(read: Read): BusSettings {
  const busUrl = read('BUS_URL');
  const natsCredentials = file(read, 'NATS_CREDS_FILE');
  const natsAuthority = file(read, 'NATS_CA_FILE');
  if (busUrl === undefined) {
    for (const name of ['NATS_CREDS_FILE', 'NATS_CA_FILE'] as const)
      if (read(name) !== undefined) throw new SettingError(name, 'is for NATS: set BUS_URL too');
    return { busUrl, natsCredentials, natsAuthority };
  }
  if (read('DATABASE_URL') === undefined) {
    throw new SettingError('BUS_URL', 'is for several servers on one PostgreSQL: set DATABASE_URL too');
  }
  const addresses = busUrl.split(',').map((each) => URL.parse(each));
  const [first] = addresses;
  if (!addresses.every((each) => each && PROTOCOLS.includes(each.protocol) && each.hostname !== '')) {
    throw new SettingError(
      'BUS_URL',
      'must be nats://user:password@host, tls://user:password@host, or several of them with commas between them',
    );
  }
  if (!addresses.every((each) => each?.protocol === first?.protocol)) {
    throw new SettingError('BUS_URL', 'must be either nats:// everywhere or tls:// everywhere');
  }
  if (natsAuthority && first?.protocol !== 'tls:') {
    throw new SettingError('NATS_CA_FILE', 'is for NATS over TLS: write tls:// in BUS_URL');
  }
  // The client of NATS compares certificates with names only.
  if (
    first?.protocol === 'tls:' &&
    addresses.some((each) => isIP(each?.hostname.replace(/^\[|\]$/g, '') ?? '') > 0)
  ) {
    throw new SettingError('BUS_URL', 'must contain host names with tls://, as in the certificate of NATS');
  }
  const accounts = new Set(addresses.map((each) => `${each?.username}:${each?.password}`));
  accounts.delete(':');
  if (accounts.size > 1 || (accounts.size === 1 && first?.username === '')) {
    throw new SettingError('BUS_URL', 'must name one account, in its first address or in all of them');
  }
  if (natsCredentials && accounts.size > 0) {
    throw new SettingError('NATS_CREDS_FILE', 'is set together with an account in BUS_URL; choose one');
  }
  return { busUrl, natsCredentials, natsAuthority };
}

const PROTOCOLS = ['nats:', 'tls:'];
