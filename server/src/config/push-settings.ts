import type { PhoneHub } from '../platform/push/index.ts';
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
    /** Networks in which push services may be, in addition to public ones. */
    networks: readNetworks(read, 'PUSH_NETWORKS'),
    hub: readHub(read),
  };
}

const NAME = /^[\w.-]{1,260}$/;

/** Reads the notification hub of phone apps. Errors do not repeat the connection string, which has the key. */
function readHub(read: Read): PhoneHub | undefined {
  const [connection, name] = [read('PHONE_HUB'), read('PHONE_HUB_NAME')];
  if (connection === undefined && name === undefined) return undefined;
  if (connection === undefined) throw new SettingError('PHONE_HUB', 'is needed with PHONE_HUB_NAME');
  if (name === undefined || !NAME.test(name))
    throw new SettingError('PHONE_HUB_NAME', 'must be the name of the hub in PHONE_HUB');
  const members = new Map(
    connection
      .split(';')
      .map((each) => [each.slice(0, each.indexOf('=')), each.slice(each.indexOf('=') + 1)]),
  );
  const [keyName, key] = [members.get('SharedAccessKeyName'), members.get('SharedAccessKey')];
  const endpoint = URL.parse((members.get('Endpoint') ?? '').replace(/^sb:/, 'https:'));
  if (!keyName || !key || !endpoint || !['https:', 'http:'].includes(endpoint.protocol))
    throw new SettingError('PHONE_HUB', 'must be Endpoint=…;SharedAccessKeyName=…;SharedAccessKey=…');
  return { url: `${endpoint.origin}/${name}`, keyName, key };
}
