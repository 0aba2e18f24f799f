import type { BridgeUnmapped, UnmappedCode } from '@azulejo/contract';
import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

const MEANING = msg`It is not known what this means.`;
const CODE = msg`It wants a code. Its state is shown, but it cannot be operated.`;
const TOPIC = msg`It does not name its topic.`;
const WRONG_TOPIC = msg`Its topic is not valid.`;
const MORE_PARTS = msg`The device has more parts than it can have here.`;
const WRONG = msg`It is described wrongly.`;
const TEMPLATE = msg`Its template cannot be read.`;
const UNKNOWN = msg`Its template uses something that is not known here:`;
const ANNOUNCEMENT = msg`The announcement cannot be read.`;
const TOO_MANY = msg`There is more than the bridge can keep.`;

/** Why a bridge leaves something out, in words of people. */
const WORDS: Readonly<Record<UnmappedCode, MessageDescriptor>> = {
  unknown_component: MEANING,
  unknown_member: MEANING,
  unknown_number: MEANING,
  lock_code: CODE,
  alarm_code: CODE,
  no_state_topic: TOPIC,
  no_topic: TOPIC,
  no_device_topics: TOPIC,
  wrong_state_topic: WRONG_TOPIC,
  wrong_command_topic: WRONG_TOPIC,
  too_many_values: MORE_PARTS,
  too_many_components: MORE_PARTS,
  too_many_entities: MORE_PARTS,
  no_range: WRONG,
  wrong_preset: WRONG,
  no_command_template: WRONG,
  wrong_command_template: TEMPLATE,
  template_no_text: TEMPLATE,
  template_too_long: TEMPLATE,
  template_not_read: TEMPLATE,
  template_function: UNKNOWN,
  template_filter: UNKNOWN,
  template_test: UNKNOWN,
  wrong_topic: ANNOUNCEMENT,
  no_json: ANNOUNCEMENT,
  no_components: ANNOUNCEMENT,
  too_large: ANNOUNCEMENT,
  too_many_messages: TOO_MANY,
  too_many_topics: TOO_MANY,
  too_many_devices: TOO_MANY,
  disabled: msg`It is switched off in the settings of its program.`,
  unknown_kind: msg`This platform has no such kind of device.`,
  secret: msg`It is a secret, which this platform does not show.`,
  about_sensor: msg`It only identifies the sensor or sets it up.`,
  no_value: msg`It has no value yet, so it is not known what it measures.`,
  too_deep: msg`Its value is nested too deep.`,
  wrong_name: msg`Its name has characters that cannot be read.`,
  impossible_value: msg`It reported a value that is physically impossible:`,
  message_failed: msg`The message cannot be read:`,
  no_features: msg`The device has nothing that can be shown.`,
  no_definition: msg`Zigbee2MQTT does not know the device, or is still asking what it is.`,
  no_shared_features: msg`The devices of this group have nothing in common that can be switched.`,
  not_described: msg`The device cannot be read:`,
  slow_templates: msg`Its templates take too much time or memory, so the device is ignored.`,
  template_refused: msg`This platform refused the description of the device:`,
  channel_failed: msg`This platform could not store the device. The bridge tries again:`,
};

/** Returns why something is left out, in the language of the page. The detail is in words of the device. */
export function unmappedText({ code, detail, reason }: BridgeUnmapped): string {
  // A page may be older than the server.
  const known: MessageDescriptor | undefined = WORDS[code];
  if (!known) return reason;
  const words = i18n._(known);
  return detail === '' ? words.replace(/\s?:$/, '.') : words.endsWith(':') ? `${words} ${detail}` : words;
}

/** The requests of the bridge to Zigbee2MQTT. */
const REQUESTS: Readonly<Record<string, MessageDescriptor>> = {
  permit_join: msg`Let devices join`,
  'device/ota_update/update': msg`Update the firmware`,
};

/** Returns what was asked of Zigbee2MQTT. */
export function requestText(request: string): string {
  const known = REQUESTS[request];
  return known ? i18n._(known) : request;
}
