import { type Static, Type } from 'typebox';
import {
  AutomationDays,
  AutomationDuration,
  AutomationOffset,
  automationRef,
  partId,
  place,
  properties,
  property,
  TimeOfDay,
  unit,
  value,
  who,
} from './parts.ts';

const partOf = { id: partId('t', 'trigger') };
const days = Type.Optional(AutomationDays);

export const AutomationPropertyTrigger = Type.Object(
  {
    ...partOf,
    property,
    properties,
    is: Type.Enum(['becomes', 'stops-being', 'rises-above', 'falls-below', 'changes', 'reports'], {
      type: 'string',
      description:
        '`becomes`, `stops-being`: the property gets, or loses, the value. `rises-above`, `falls-below`: a number passes the value. `changes`: it gets another value. `reports`: it is reported, even with the same value.',
    }),
    value: value('The value to compare with; absent for `changes` and `reports`.'),
    unit,
    leeway: Type.Optional(
      Type.Number({
        minimum: 0,
        description:
          'How far a number must go back past `value` before the trigger can fire again, in the same unit. Only for `rises-above` and `falls-below`.',
      }),
    ),
    for: Type.Optional(
      AutomationDuration('Fires only after it has been so for this long, without interruption.'),
    ),
  },
  {
    title: 'AutomationPropertyTrigger',
    description: 'A property, or one of a group. Exactly one of the two.',
  },
);
export type AutomationPropertyTrigger = Static<typeof AutomationPropertyTrigger>;

export const AutomationTimeTrigger = Type.Object(
  {
    ...partOf,
    time: Type.Object(
      { at: TimeOfDay('Time of day in the home’s time zone.'), days },
      { description: 'A time of day.' },
    ),
  },
  { title: 'AutomationTimeTrigger', description: 'A time of day.' },
);
export type AutomationTimeTrigger = Static<typeof AutomationTimeTrigger>;

export const AutomationSunTrigger = Type.Object(
  {
    ...partOf,
    sun: Type.Object(
      {
        event: Type.Enum(['sunrise', 'sunset'], { type: 'string', description: 'At the place of the home.' }),
        offset: Type.Optional(AutomationOffset('How long after it; before it if negative.')),
        days,
      },
      { description: 'A time that depends on the sun.' },
    ),
  },
  { title: 'AutomationSunTrigger', description: 'A time that depends on the sun.' },
);
export type AutomationSunTrigger = Static<typeof AutomationSunTrigger>;

export const AutomationIntervalTrigger = Type.Object(
  { ...partOf, every: AutomationDuration('The time between two runs, counted as elapsed time.') },
  {
    title: 'AutomationIntervalTrigger',
    description: 'At regular intervals, counted from when it was switched on.',
  },
);
export type AutomationIntervalTrigger = Static<typeof AutomationIntervalTrigger>;

export const AutomationPersonTrigger = Type.Object(
  {
    ...partOf,
    person: Type.Enum(['arrives', 'leaves'], {
      type: 'string',
      description: 'Fires separately for each of the people.',
    }),
    place,
    who,
  },
  { title: 'AutomationPersonTrigger', description: 'A person who arrives at a place or leaves it.' },
);
export type AutomationPersonTrigger = Static<typeof AutomationPersonTrigger>;

export const AutomationDeviceTrigger = Type.Object(
  {
    ...partOf,
    device: Type.Enum(['unreachable', 'reachable', 'silent'], {
      type: 'string',
      description:
        '`unreachable`, `reachable`: the connection to the device. `silent`: it reported nothing for the time in `for`.',
    }),
    channel: automationRef('Channel id.'),
    for: Type.Optional(AutomationDuration('How long; required for `silent`.')),
  },
  { title: 'AutomationDeviceTrigger', description: 'A device that cannot be reached, or reports nothing.' },
);
export type AutomationDeviceTrigger = Static<typeof AutomationDeviceTrigger>;

export const AutomationWebhookTrigger = Type.Object(
  {
    ...partOf,
    webhook: Type.Literal(true, { description: 'The automation’s own address was called.' }),
  },
  { title: 'AutomationWebhookTrigger', description: 'A call from the web.' },
);

export const AutomationSceneTrigger = Type.Object(
  { ...partOf, scene: automationRef('Scene id.') },
  { title: 'AutomationSceneTrigger', description: 'A scene was played.' },
);

export const AutomationTrigger = Type.Union(
  [
    AutomationPropertyTrigger,
    AutomationTimeTrigger,
    AutomationSunTrigger,
    AutomationIntervalTrigger,
    AutomationPersonTrigger,
    AutomationDeviceTrigger,
    AutomationWebhookTrigger,
    AutomationSceneTrigger,
  ],
  { description: 'The trigger of an automation.' },
);
export type AutomationTrigger = Static<typeof AutomationTrigger>;
