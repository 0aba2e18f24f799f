import type { Feature } from '@azulejo/devices';

/** The key of the feature that starts an update. */
export const UPDATE_KEY = 'firmware_update';
const START = 'start';

const access = (isWritable: boolean) => ({
  isReported: !isWritable,
  isWritable,
  isReadable: false,
});

const feature = (name: string, value: Feature['value'], isWritable = false): Feature => ({
  name,
  key: name,
  access: access(isWritable),
  value,
  category: isWritable ? 'config' : 'diagnostic',
});

/** The properties of devices whose firmware Zigbee2MQTT can update. It does not list them under `exposes`. */
export const FIRMWARE: readonly Feature[] = [
  feature('firmware', { type: 'text' }),
  feature('firmware_available', { type: 'text' }),
  feature('firmware_state', { type: 'choice', values: ['idle', 'available', 'scheduled', 'updating'] }),
  feature('firmware_progress', { type: 'number', unit: '%', min: 0, max: 100 }),
  feature(UPDATE_KEY, { type: 'choice', values: [START] }, true),
];

type Message = Readonly<Record<string, unknown>>;

/** Returns a version; undefined for -1, by which Zigbee2MQTT says that it does not know it. */
const versionOf = (value: unknown): unknown => (String(value) === '-1' ? undefined : value);

/** Adds the members of `update` (zigbee2mqtt.io, "OTA updates") as the values of these features. */
export function withFirmware(message: Message): Message {
  const { update } = message;
  if (typeof update !== 'object' || update === null) return message;
  const { state, installed_version, latest_version, progress } = update as Message;
  return {
    ...message,
    firmware: versionOf(installed_version),
    firmware_available: versionOf(latest_version),
    firmware_state: state,
    firmware_progress: state === 'updating' ? (progress ?? 0) : undefined,
  };
}
