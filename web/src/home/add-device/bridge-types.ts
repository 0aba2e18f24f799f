import type { BridgeCheck, BridgeType } from '@azulejo/contract';
import { counted } from '../../design/counted.ts';

/** What people read about a type of bridge. */
type Texts = {
  readonly name: string;
  /** What connecting it brings. */
  readonly promise: string;
  readonly meeting: string;
  readonly topicLabel: string;
  readonly usualTopic: string;
  readonly found: (check: BridgeCheck) => string;
};

export const bridgeTexts: Readonly<Record<BridgeType, Texts>> = {
  zigbee2mqtt: {
    name: 'Zigbee2MQTT',
    promise: 'All your Zigbee devices at once, also those that the platform does not know.',
    meeting: 'The platform and Zigbee2MQTT meet at the MQTT server that it uses.',
    topicLabel: 'Base topic',
    usualTopic: 'zigbee2mqtt',
    found: ({ version, devices }) => `Zigbee2MQTT ${version} was found, with ${counted(devices, 'device')}.`,
  },
  'mqtt-discovery': {
    name: 'MQTT devices',
    promise: 'ESPHome, Tasmota and others that announce themselves as for Home Assistant.',
    meeting: 'The platform listens on the MQTT server on which the devices announce themselves.',
    topicLabel: 'Discovery prefix',
    usualTopic: 'homeassistant',
    found: ({ devices }) =>
      `The MQTT server was found, with ${counted(devices, 'device')} that ${devices === 1 ? 'announces itself' : 'announce themselves'}.`,
  },
};

export type ConnectSearch = { type?: BridgeType | undefined };

const isType = (value: unknown): value is BridgeType =>
  typeof value === 'string' && Object.hasOwn(bridgeTexts, value);

/** Reads the search parameters. Invalid ones become undefined. */
export const readConnectSearch = ({ type }: Record<string, unknown>): ConnectSearch => ({
  type: isType(type) ? type : undefined,
});
