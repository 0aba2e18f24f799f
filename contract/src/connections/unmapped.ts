/**
 * Why a bridge leaves out a device or a part of one. It is a code, so that each page says it in the language of its
 * reader.
 */
export const unmappedCodes = [
  // A part of a device.
  'disabled',
  'unknown_kind',
  'unknown_component',
  'unknown_member',
  'unknown_number',
  'secret',
  'lock_code',
  'alarm_code',
  'no_state_topic',
  'no_topic',
  'wrong_state_topic',
  'wrong_command_topic',
  'about_sensor',
  'no_value',
  'too_deep',
  'too_many_values',
  'too_many_components',
  'too_many_entities',
  'no_range',
  'wrong_name',
  'wrong_preset',
  'no_command_template',
  'wrong_command_template',
  'template_no_text',
  'template_too_long',
  'template_not_read',
  'template_function',
  'template_filter',
  'template_test',
  'impossible_value',
  // A message.
  'wrong_topic',
  'no_json',
  'no_components',
  'no_device_topics',
  'too_large',
  'too_many_messages',
  'message_failed',
  // A whole device.
  'no_features',
  'no_definition',
  'no_shared_features',
  'not_described',
  'slow_templates',
  'too_many_topics',
  'too_many_devices',
  'template_refused',
  'channel_failed',
] as const;

export type UnmappedCode = (typeof unmappedCodes)[number];
