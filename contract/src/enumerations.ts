import { Type } from 'typebox';

/*
 * The specification leaves the full sets of these strings "not shown" (spec 2.5, last line).
 * contract/README.md says where each value here comes from.
 */

const oneOf = <const Values extends string[]>(values: readonly [...Values], description: string) =>
  Type.Enum(values, { type: 'string', description });

export const PropertyIo = oneOf(
  ['r', 's', 'w', 'rs', 'rw', 'ws', 'rws'],
  'Access to the property: `r` read, `w` write, `s` be notified of changes.',
);

export const TileKind = oneOf(
  ['device', 'context'],
  '`device`, or `context` for the user’s own phone, location and time.',
);

export const ControlInterfaceKind = oneOf(
  [
    'switch',
    'slider',
    'number',
    'text-picker',
    'text',
    'color',
    'button',
    'place-picker',
    'time-picker',
    'duration',
  ],
  'The control that edits a value: `switch` for booleans, `slider` and `number` for numbers (config `min`, `max`, `step`), `text-picker` for a closed set (config `options`), `text`, `color` for `{h,s,v}`, `button` for a value that is sent but has no state. Only the context channel has `place-picker` (config `options`, each `{label, value, latitude, longitude}`), `time-picker` (`hh:mm`) and `duration` (ISO 8601, config `min`, `max`). A `text-picker` whose config has `multiple` gives a list.',
);

export const TriggerCondition = oneOf(
  [
    'equals',
    'not-equals',
    'less-than',
    'greater-than',
    'changes',
    'at',
    'sun',
    'every',
    'between',
    'sun-is',
    'weekday-is',
    'arrives',
    'leaves',
    'is-at',
    'is-not-at',
  ],
  'How a trigger compares the reported value with its input. Only the context channel has those after `changes`: times (`at`, `sun`, `every`, `between`, `sun-is`, `weekday-is`) and places (`arrives`, `leaves`, `is-at`, `is-not-at`).',
);

export const InformationType = oneOf(
  ['text', 'text-unit', 'text-expression', 'icon-color'],
  'How a value is shown: as it is, with a unit of the units table, through an expression in `x`, or as a coloured icon.',
);

export const ActionType = oneOf(['tri-state'], 'A switch that is on, off or unknown.');

export const ActionIcon = oneOf(['on_off', 'home', 'lock'], 'The look of a tri-state action.');

export const Device = oneOf(
  ['android', 'ios', 'iphone'],
  '`android` or `ios`; known apps also send `iphone`.',
);

export const UserState = oneOf(
  ['active', 'inactive'],
  '`active` users may sign in; `inactive` ones were disabled by the application’s owner.',
);

export const ChannelFilter = oneOf(
  ['triggerable', 'actionable', 'stateful'],
  'Only channels with at least one property that has this flag.',
);
