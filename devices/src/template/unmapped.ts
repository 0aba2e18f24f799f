import type { UnmappedCode } from '@azulejo/contract';

/** A feature, or a part of one, for which a template has no place. */
export interface Unmapped {
  readonly feature: string;
  readonly code: UnmappedCode;
  /** What the code is about, in words of the device; empty for most codes. */
  readonly detail: string;
  /** The same in English, for logs and reports. */
  readonly reason: string;
}

const SENTENCES: Readonly<Record<UnmappedCode, string>> = {
  disabled: 'disabled by default',
  unknown_kind: 'a kind of entity that channels do not have',
  unknown_component: 'a component of which nothing is known',
  unknown_member: 'a member of unknown meaning',
  unknown_number: 'a number of unknown meaning',
  secret: 'a secret',
  lock_code: 'a lock that wants a code',
  alarm_code: 'an alarm that wants a code',
  no_state_topic: 'no state topic',
  no_topic: 'neither a state topic nor a command topic',
  wrong_state_topic: 'a topic that cannot be read',
  wrong_command_topic: 'a topic that cannot be written',
  about_sensor: 'what identifies or sets a sensor',
  no_value: 'no value by which its type is known',
  too_deep: 'a value that is nested too deep',
  too_many_values: 'more values than a device can have here',
  too_many_components: 'more components than a device can have here',
  too_many_entities: 'more entities than a device can have here',
  no_range: 'a position without a range',
  wrong_name: 'a name that cannot be read',
  wrong_preset: 'a preset that is no number',
  no_command_template: 'a light without command templates',
  wrong_command_template: 'a value that the command template cannot write',
  template_no_text: 'a template that is no text',
  template_too_long: 'a template that is too long',
  template_not_read: 'a template that cannot be read',
  template_function: 'a template with the function',
  template_filter: 'a template with the filter',
  template_test: 'a template with the test',
  impossible_value: 'a value that is physically impossible:',
  wrong_topic: 'a topic that is none of discovery',
  no_json: 'a message that is no JSON object',
  no_components: 'a device without components',
  no_device_topics: 'a device without topics',
  too_large: 'a message that is too large',
  too_many_messages: 'more announcements than the bridge can keep',
  message_failed: 'a message that cannot be read:',
  no_features: 'a device that has nothing to show',
  no_definition: 'a device that Zigbee2MQTT does not know, or has not finished asking what it is',
  no_shared_features: 'a group whose members have nothing in common that can be switched',
  not_described: 'a device that cannot be described:',
  slow_templates: 'a device whose templates take too much time or memory',
  too_many_topics: 'more topics than the bridge can follow',
  too_many_devices: 'more devices than the bridge can have',
  template_refused: 'a device whose description the platform refused:',
  channel_failed: 'a device that the platform could not store:',
};

const MAX_FEATURE = 80;
const MAX_DETAIL = 120;

/** Returns what is left out, with a text of the device cut to a length that fits into a line of a log. */
export const unmapped = (feature: string, code: UnmappedCode, detail = ''): Unmapped => {
  const cut = detail.slice(0, MAX_DETAIL);
  return { feature: feature.slice(0, MAX_FEATURE), code, detail: cut, reason: sentenceOf(code, cut) };
};

/** Returns the English sentence of a code, from which the logs of bridges and the catalogue's report are made. */
export const sentenceOf = (code: UnmappedCode, detail = ''): string =>
  detail === '' ? SENTENCES[code].replace(/:$/, '') : `${SENTENCES[code]} ${detail}`;
