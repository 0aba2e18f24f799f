import { type Static, Type } from 'typebox';
import {
  AgentDays,
  AgentDuration,
  agentRef,
  partId,
  place,
  properties,
  property,
  TimeOfDay,
  unit,
  value,
  who,
} from './agent-parts.ts';

const partOf = { id: partId('c', 'condition') };

export const AgentPropertyCondition = Type.Object(
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
    since: Type.Optional(AgentDuration('It must have been so for this long.')),
  },
  { title: 'AgentPropertyCondition', description: 'The value of a property, or of a group of them.' },
);
export type AgentPropertyCondition = Static<typeof AgentPropertyCondition>;

export const AgentTimeCondition = Type.Object(
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
        days: Type.Optional(AgentDays),
      },
      { description: 'A window of the day. `days` are those on which it begins.' },
    ),
  },
  { title: 'AgentTimeCondition', description: 'A window of the day in the home’s time zone.' },
);
export type AgentTimeCondition = Static<typeof AgentTimeCondition>;

export const AgentSunCondition = Type.Object(
  {
    ...partOf,
    sun: Type.Enum(['up', 'down'], { type: 'string', description: 'At the place of the home.' }),
  },
  { title: 'AgentSunCondition', description: 'Whether it is light outside.' },
);

export const AgentPersonCondition = Type.Object(
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
  { title: 'AgentPersonCondition', description: 'Where people are.' },
);
export type AgentPersonCondition = Static<typeof AgentPersonCondition>;

export const AgentDeviceCondition = Type.Object(
  {
    ...partOf,
    device: Type.Enum(['unreachable', 'reachable'], { type: 'string', description: 'The connection to it.' }),
    channel: agentRef('Channel id.'),
  },
  { title: 'AgentDeviceCondition', description: 'Whether a device can be reached.' },
);

/**
 * A group holds conditions again. The schema leaves their form open, because it would otherwise be repeated for each
 * level; compiling checks it.
 */
const nested = Type.Unsafe<AgentCondition>(
  Type.Object({}, { description: 'A condition in one of the same forms. At most 5 levels, 50 conditions.' }),
);
const several = (description: string) => Type.Array(nested, { minItems: 1, maxItems: 50, description });

const AgentAll = Type.Object(
  { ...partOf, all: several('All of these must be true.') },
  { title: 'AgentAll', description: 'All of several conditions.' },
);
const AgentAny = Type.Object(
  { ...partOf, any: several('One of these must be true.') },
  { title: 'AgentAny', description: 'One of several conditions.' },
);
const AgentNot = Type.Object(
  { ...partOf, not: nested },
  { title: 'AgentNot', description: 'The opposite. An unknown condition stays unknown.' },
);

/** A condition: true, false or unknown at a given time. */
export type AgentCondition =
  | Static<typeof AgentPropertyCondition>
  | Static<typeof AgentTimeCondition>
  | Static<typeof AgentSunCondition>
  | Static<typeof AgentPersonCondition>
  | Static<typeof AgentDeviceCondition>
  | { id?: string; all: AgentCondition[] }
  | { id?: string; any: AgentCondition[] }
  | { id?: string; not: AgentCondition };

export const AgentCondition = Type.Unsafe<AgentCondition>(
  Type.Union(
    [
      AgentPropertyCondition,
      AgentTimeCondition,
      AgentSunCondition,
      AgentPersonCondition,
      AgentDeviceCondition,
      AgentAll,
      AgentAny,
      AgentNot,
    ],
    { description: 'The condition that must be true. If it is unknown, the automation does not run.' },
  ),
);
