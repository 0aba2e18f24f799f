import type { BridgeCheck, BridgeType } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';

/** Describes a type of bridge to people. */
type Texts = {
  readonly name: string;
  /** Says which devices the bridge can add. */
  readonly promise: string;
  readonly meeting: string;
  /** The name of its guide. */
  readonly guide: string;
  readonly topicLabel: string;
  readonly usualTopic: string;
  readonly found: (check: BridgeCheck) => string;
};

const texts: Readonly<Record<BridgeType, () => Texts>> = {
  zigbee2mqtt: () => ({
    name: 'Zigbee2MQTT',
    promise: t`All your Zigbee devices at once, also those that the platform does not know.`,
    meeting: t`The platform connects to the MQTT server that your Zigbee2MQTT uses.`,
    guide: 'zigbee2mqtt',
    topicLabel: t`Base topic`,
    usualTopic: 'zigbee2mqtt',
    found: ({ version, devices }) =>
      plural(devices, {
        one: `Zigbee2MQTT ${version} was found, with # device.`,
        other: `Zigbee2MQTT ${version} was found, with # devices.`,
      }),
  }),
  'mqtt-discovery': () => ({
    name: t`MQTT devices`,
    promise: t`ESPHome, Tasmota, Shelly and others that announce themselves over MQTT.`,
    meeting: t`The platform listens on the MQTT server on which the devices announce themselves.`,
    guide: 'mqtt-devices',
    topicLabel: t`Discovery prefix`,
    usualTopic: 'homeassistant',
    found: ({ devices }) =>
      plural(devices, {
        one: 'The MQTT server was found, with # device that announces itself.',
        other: 'The MQTT server was found, with # devices that announce themselves.',
      }),
  }),
};

/** Returns what people read about a type of bridge, in their language. */
export const bridgeTexts = (type: BridgeType): Texts => texts[type]();

export type ConnectSearch = { type?: BridgeType };

const isType = (value: unknown): value is BridgeType =>
  typeof value === 'string' && Object.hasOwn(texts, value);

/** Reads the search parameters. Invalid ones become undefined. */
export const readConnectSearch = ({ type }: Record<string, unknown>): ConnectSearch => ({
  type: isType(type) ? type : undefined,
});
