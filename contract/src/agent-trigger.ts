import { type Static, Type } from 'typebox';
import {
  AgentDays,
  AgentDuration,
  AgentOffset,
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

const partOf = { id: partId('t', 'trigger') };
const days = Type.Optional(AgentDays);

export const AgentPropertyTrigger = Type.Object(
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
    for: Type.Optional(AgentDuration('Fires only after it has been so for this long, without interruption.')),
  },
  { title: 'AgentPropertyTrigger', description: 'A property, or one of a group. Exactly one of the two.' },
);
export type AgentPropertyTrigger = Static<typeof AgentPropertyTrigger>;

export const AgentTimeTrigger = Type.Object(
  {
    ...partOf,
    time: Type.Object(
      { at: TimeOfDay('Time of day in the home’s time zone.'), days },
      { description: 'A time of day.' },
    ),
  },
  { title: 'AgentTimeTrigger', description: 'A time of day.' },
);
export type AgentTimeTrigger = Static<typeof AgentTimeTrigger>;

export const AgentSunTrigger = Type.Object(
  {
    ...partOf,
    sun: Type.Object(
      {
        event: Type.Enum(['sunrise', 'sunset'], { type: 'string', description: 'At the place of the home.' }),
        offset: Type.Optional(AgentOffset('How long after it; before it if negative.')),
        days,
      },
      { description: 'A time that depends on the sun.' },
    ),
  },
  { title: 'AgentSunTrigger', description: 'A time that depends on the sun.' },
);
export type AgentSunTrigger = Static<typeof AgentSunTrigger>;

export const AgentIntervalTrigger = Type.Object(
  { ...partOf, every: AgentDuration('The time between two runs, counted as elapsed time.') },
  {
    title: 'AgentIntervalTrigger',
    description: 'At regular intervals, counted from when it was switched on.',
  },
);
export type AgentIntervalTrigger = Static<typeof AgentIntervalTrigger>;

export const AgentPersonTrigger = Type.Object(
  {
    ...partOf,
    person: Type.Enum(['arrives', 'leaves'], {
      type: 'string',
      description: 'Fires separately for each of the people.',
    }),
    place,
    who,
  },
  { title: 'AgentPersonTrigger', description: 'A person who arrives at a place or leaves it.' },
);
export type AgentPersonTrigger = Static<typeof AgentPersonTrigger>;

export const AgentDeviceTrigger = Type.Object(
  {
    ...partOf,
    device: Type.Enum(['unreachable', 'reachable', 'silent'], {
      type: 'string',
      description:
        '`unreachable`, `reachable`: the connection to the device. `silent`: it reported nothing for the time in `for`.',
    }),
    channel: agentRef('Channel id.'),
    for: Type.Optional(AgentDuration('How long; required for `silent`.')),
  },
  { title: 'AgentDeviceTrigger', description: 'A device that cannot be reached, or reports nothing.' },
);
export type AgentDeviceTrigger = Static<typeof AgentDeviceTrigger>;

export const AgentWebhookTrigger = Type.Object(
  {
    ...partOf,
    webhook: Type.Literal(true, { description: 'The automation’s own address was called.' }),
  },
  { title: 'AgentWebhookTrigger', description: 'A call from the web.' },
);

export const AgentSceneTrigger = Type.Object(
  { ...partOf, scene: agentRef('Scene id.') },
  { title: 'AgentSceneTrigger', description: 'A scene was played.' },
);

export const AgentTrigger = Type.Union(
  [
    AgentPropertyTrigger,
    AgentTimeTrigger,
    AgentSunTrigger,
    AgentIntervalTrigger,
    AgentPersonTrigger,
    AgentDeviceTrigger,
    AgentWebhookTrigger,
    AgentSceneTrigger,
  ],
  { description: 'The trigger of an automation.' },
);
export type AgentTrigger = Static<typeof AgentTrigger>;
