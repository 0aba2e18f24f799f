import {
  baseTopicOf,
  type CommonOptions,
  type Environment,
  helpText,
  readCommonOptions,
} from '@azulejo/bridge';

export type Options = CommonOptions & { readonly baseTopic: string };

export const HELP = helpText({
  does: 'Connects the devices of Zigbee2MQTT to an Azulejo platform.',
  mqttOf: 'Zigbee2MQTT',
  own: `  --base-topic TOPIC          as in Zigbee2MQTT's settings; "zigbee2mqtt" by default (BASE_TOPIC)`,
});

/** Reads the settings; undefined when only help is wanted. Throws UsageError. */
export function readOptions(args: readonly string[], environment: Environment): Options | undefined {
  const read = readCommonOptions(args, environment, ['base-topic']);
  if (!read) return undefined;
  const baseTopic = baseTopicOf(read.own('base-topic', 'BASE_TOPIC') ?? 'zigbee2mqtt', '--base-topic');
  return { ...read.common, baseTopic };
}
