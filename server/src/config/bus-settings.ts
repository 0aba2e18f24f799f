import { type Read, SettingError } from './settings.ts';

/** Reads the addresses of NATS. The errors never contain them, because of the password. */
export function readBusUrl(read: Read): string | undefined {
  const value = read('BUS_URL');
  if (value === undefined) return undefined;
  if (read('DATABASE_URL') === undefined) {
    throw new SettingError('BUS_URL', 'is for several servers on one PostgreSQL: set DATABASE_URL too');
  }
  const addresses = value.split(',').map((each) => URL.parse(each));
  if (!addresses.every((each) => each?.protocol === 'nats:' && each.hostname !== '')) {
    throw new SettingError(
      'BUS_URL',
      'must be nats://user:password@host, or several of them with commas between them',
    );
  }
  return value;
}
