import { type Read, SettingError } from './settings.ts';
import { readNetworks } from './webhook-settings.ts';

/** Reads the settings of notifications in browsers. `mailFrom` is the sender of mail. */
export function readPush(read: Read, mailFrom: string) {
  const contact = read('PUSH_CONTACT');
  if (contact !== undefined && !/^(mailto:[^\s<>@]+@[^\s<>@]+|https:\/\/\S+)$/.test(contact))
    throw new SettingError('PUSH_CONTACT', 'must be mailto: and an address, or an https:// address');
  return {
    /** The contact of the sender for push services (RFC 8292 2.1). */
    contact: contact ?? `mailto:${/<(.*)>$/.exec(mailFrom)?.[1] ?? mailFrom}`,
    /** Networks that push services may be in besides public ones. */
    networks: readNetworks(read, 'PUSH_NETWORKS'),
  };
}
