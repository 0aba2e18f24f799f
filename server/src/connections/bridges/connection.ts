import type { BridgeType } from '@azulejo/contract';
import { checkAll, invalidField } from '../../platform/api-error.ts';

/** How a bridge is reached. */
export type Connection = {
  readonly type: BridgeType;
  readonly mqttUrl: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly baseTopic: string;
};

/** The connection as people enter it. Empty texts count as missing. */
export type ConnectionInput = {
  readonly type: BridgeType;
  readonly mqttUrl: string;
  readonly username?: string;
  readonly password?: string;
  readonly baseTopic?: string;
};

/** The usual base topic of each system. */
const BASE_TOPICS: Readonly<Record<BridgeType, string>> = {
  zigbee2mqtt: 'zigbee2mqtt',
  'mqtt-discovery': 'homeassistant',
};

const PROTOCOLS = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];
const MAX_TOPIC = 200;

/** Returns the settings of a connection. Throws `invalid_request` naming all invalid members. */
export function readConnection(input: ConnectionInput): Connection {
  const { type, username, password } = input;
  const baseTopic = input.baseTopic?.trim() || BASE_TOPICS[type];
  const [mqttUrl] = checkAll(
    () => readUrl(input.mqttUrl.trim()),
    () => {
      if (baseTopic.length > MAX_TOPIC || /[+#]|^\/|\/$/.test(baseTopic))
        throw invalidField(
          'base_topic',
          'must be a topic without + and #, and must not begin or end with a slash',
        );
    },
    () => {
      // MQTT-3.1.2-22: a password needs a user name.
      if (password && !username) throw invalidField('username', 'is missing, although there is a password');
    },
  );
  return { type, mqttUrl, username: username || undefined, password: password || undefined, baseTopic };
}

function readUrl(text: string): string {
  const url = URL.parse(text);
  if (!url || !PROTOCOLS.includes(url.protocol) || url.hostname === '')
    throw invalidField('mqtt_url', 'must be an address such as mqtt://192.168.1.5:1883');
  if (url.username !== '' || url.password !== '')
    throw invalidField('mqtt_url', 'must not contain a user or password: enter them separately');
  if (url.search !== '' || url.hash !== '' || (url.protocol.startsWith('mqtt') && url.pathname.length > 1))
    throw invalidField('mqtt_url', 'must have nothing after the host and the port');
  return url.pathname === '/' ? text.replace(/\/$/, '') : text;
}
