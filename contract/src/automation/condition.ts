import { type Static, Type } from 'typebox';
import {
  AutomationDays,
  AutomationDuration,
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

const partOf = { id: partId('c', 'condition') };

export const AutomationPropertyCondition = Type.Object(
  {
    ...partOf,
    property,
    properties,
    is: Type.Enum(['is', 'is-not', 'above', 'below'], {
      type: 'string',
      description: '`is`, `is-not`: has the value or another one. `above`, `below`: compares numbers.',
    }),
    value: value('The value to compare with.'),
    unit,
    since: Type.Optional(AutomationDuration('It must have been so for this long.')),
  },
  { title: 'AutomationPropertyCondition', description: 'The value of a property, or of a group of them.' },
);
export type AutomationPropertyCondition = Static<typeof AutomationPropertyCondition>;

export const AutomationTimeCondition = Type.Object(
  {
    ...partOf,
    time: Type.Object(
      {
        from: Type.Optional(TimeOfDay('Start of the window, inclusive; midnight if absent.')),
        to: Type.Optional(
          TimeOfDay(
            'End of the window, exclusive; midnight if absent. Before `from`, it is on the next day.',
          ),
        ),
        days: Type.Optional(AutomationDays),
      },
      { description: 'A window of the day. `days` are those on which it begins.' },
    ),
  },
  { title: 'AutomationTimeCondition', description: 'A window of the day in the home’s time zone.' },
);
export type AutomationTimeCondition = Static<typeof AutomationTimeCondition>;

export const AutomationSunCondition = Type.Object(
  {
    ...partOf,
    sun: Type.Enum(['up', 'down'], { type: 'string', description: 'At the place of the home.' }),
  },
  { title: 'AutomationSunCondition', description: 'Whether it is light outside.' },
);

export const AutomationPersonCondition = Type.Object(
  {
    ...partOf,
    person: Type.Enum(['is-at', 'is-not-at'], { type: 'string', description: 'Where the people are.' }),
    place,
    who,
    of: Type.Optional(
      Type.Enum(['any', 'every'], {
        type: 'string',
        description: 'Whether one of them is enough; `every` if absent.',
      }),
    ),
  },
  { title: 'AutomationPersonCondition', description: 'Where people are.' },
);
export type AutomationPersonCondition = Static<typeof AutomationPersonCondition>;

export const AutomationDeviceCondition = Type.Object(
  {
    ...partOf,
    device: Type.Enum(['unreachable', 'reachable'], { type: 'string', description: 'The connection to it.' }),
    channel: automationRef('Channel id.'),
  },
  { title: 'AutomationDeviceCondition', description: 'Whether a device can be reached.' },
);

/**
 * A group holds conditions again. The schema leaves their form open, because it would otherwise be repeated for each
 * level; compiling checks it.
 */
const nested = Type.Unsafe<AutomationCondition>(
  Type.Object({}, { description: 'A condition in one of the same forms. At most 5 levels, 50 conditions.' }),
);
const several = (description: string) => Type.Array(nested, { minItems: 1, maxItems: 50, description });

const AutomationAll = Type.Object(
  { ...partOf, all: several('All of these must be true.') },
  { title: 'AutomationAll', description: 'All of several conditions.' },
);
const AutomationAny = Type.Object(
  { ...partOf, any: several('One of these must be true.') },
  { title: 'AutomationAny', description: 'One of several conditions.' },
);
const AutomationNot = Type.Object(
  { ...partOf, not: nested },
  { title: 'AutomationNot', description: 'The opposite. An unknown condition stays unknown.' },
);

/** A condition: true, false or unknown at a given time. */
export type AutomationCondition =
  | Static<typeof AutomationPropertyCondition>
  | Static<typeof AutomationTimeCondition>
  | Static<typeof AutomationSunCondition>
  | Static<typeof AutomationPersonCondition>
  | Static<typeof AutomationDeviceCondition>
  | { id?: string; all: AutomationCondition[] }
  | { id?: string; any: AutomationCondition[] }
  | { id?: string; not: AutomationCondition };

export const AutomationCondition = Type.Unsafe<AutomationCondition>(
  Type.Union(
    [
      AutomationPropertyCondition,
      AutomationTimeCondition,
      AutomationSunCondition,
      AutomationPersonCondition,
      AutomationDeviceCondition,
      AutomationAll,
      AutomationAny,
      AutomationNot,
    ],
    { description: 'The condition that must be true. If it is unknown, the automation does not run.' },
  ),
);
