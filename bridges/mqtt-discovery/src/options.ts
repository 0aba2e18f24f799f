import {
  baseTopicOf,
  type CommonOptions,
  type Environment,
  helpText,
  readCommonOptions,
} from '@azulejo/bridge';

export type Options = CommonOptions & {
  readonly discoveryPrefix: string;
  readonly tasmotaPrefix: string;
  /** Programs whose devices are left out. */
  readonly skipped: readonly string[];
};

export const HELP = helpText({
  does: 'Connects devices that announce themselves as for Home Assistant to an Azulejo platform.',
  mqttOf: 'the devices',
  own: `  --discovery-prefix TOPIC    as in the settings of the devices; "homeassistant" by default (BASE_TOPIC)
  --tasmota-prefix TOPIC      the same of Tasmota; "tasmota/discovery" by default (TASMOTA_PREFIX)
  --skip NAMES                programs whose devices are left out, separated by commas; "Zigbee2MQTT" by
                              default, which has a bridge of its own (SKIP)`,
});

/** Reads the settings; undefined when only help is wanted. Throws UsageError. */
export function readOptions(args: readonly string[], environment: Environment): Options | undefined {
  const read = readCommonOptions(args, environment, ['discovery-prefix', 'tasmota-prefix', 'skip']);
  if (!read) return undefined;
  const { common, own } = read;
  const skipped = own('skip', 'SKIP') ?? 'Zigbee2MQTT';
  return {
    ...common,
    discoveryPrefix: baseTopicOf(
      own('discovery-prefix', 'BASE_TOPIC') ?? 'homeassistant',
      '--discovery-prefix',
    ),
    tasmotaPrefix: baseTopicOf(
      own('tasmota-prefix', 'TASMOTA_PREFIX') ?? 'tasmota/discovery',
      '--tasmota-prefix',
    ),
    skipped: skipped
      .split(',')
      .map((name) => name.trim().toLowerCase())
      .filter((name) => name !== ''),
  };
}
