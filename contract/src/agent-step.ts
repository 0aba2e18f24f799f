import { type Static, Type } from 'typebox';
import { AgentCondition } from './agent-condition.ts';
import { AgentDuration, AgentProperty, AgentPropertyGroup, agentRef, partId, unit } from './agent-parts.ts';
import { Text } from './text.ts';

const partOf = {
  id: partId('s', 'step'),
  for: Type.Optional(
    Type.Array(Type.String({ pattern: '^t[1-9]\\d{0,3}$', description: 'Id of a trigger.' }), {
      minItems: 1,
      maxItems: 20,
      uniqueItems: true,
      description: 'Only when one of these triggers started the run; always if absent.',
    }),
  ),
};

const onFailure = (description: string) =>
  Type.Optional(Type.Enum(['go-on', 'stop'], { type: 'string', description }));

export const AgentSetStep = Type.Object(
  {
    ...partOf,
    set: Type.Union([AgentProperty, Type.Object({ properties: AgentPropertyGroup })], {
      description: 'The property to set, or `{properties}` to set every property of a group.',
    }),
    value: Type.Unknown({ description: 'Valid against the property’s schema.' }),
    unit,
    only: Type.Optional(
      Type.Enum(['if-different', 'always'], {
        type: 'string',
        description:
          'Whether the value is written if the property has it already, or will have it by a write that is on its way to the device; `if-different` if absent.',
      }),
    ),
    else: onFailure(
      'If the device does not do it, `go-on` (the default) continues with the next step, and `stop` ends the run.',
    ),
  },
  { title: 'AgentSetStep', description: 'Sets a property. A write without an answer is repeated once.' },
);
export type AgentSetStep = Static<typeof AgentSetStep>;

const AgentWaitStep = Type.Object(
  { ...partOf, wait: AgentDuration('How long to wait.') },
  { title: 'AgentWaitStep', description: 'Waits.' },
);

const AgentWaitUntilStep = Type.Object(
  {
    ...partOf,
    waitUntil: AgentCondition,
    atMost: AgentDuration('How long to wait at most.'),
    else: onFailure(
      'After `atMost`: `go-on` continues with the next step, `stop` (the default) ends the run.',
    ),
  },
  { title: 'AgentWaitUntilStep', description: 'Waits until a condition is true.' },
);

const AgentNotifyStep = Type.Object(
  {
    ...partOf,
    notify: Type.Object(
      {
        title: Type.Optional(
          Text({ minLength: 1, maxLength: 100, description: 'The automation’s label if absent.' }),
        ),
        text: Text({
          minLength: 1,
          maxLength: 500,
          description: 'The message; `{{name}}` is replaced by the property of that name in `values`.',
        }),
        values: Type.Optional(
          Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,30}$' }), AgentProperty, {
            maxProperties: 10,
            description: 'The properties that the text names.',
          }),
        ),
        to: Type.Optional(
          Type.Array(agentRef('User id.'), {
            minItems: 1,
            maxItems: 20,
            uniqueItems: true,
            description:
              'User ids of the owner and of people who share a device with the owner; the owner if absent.',
          }),
        ),
      },
      { description: 'A message to people.' },
    ),
  },
  { title: 'AgentNotifyStep', description: 'Notifies people.' },
);
export type AgentNotifyStep = Static<typeof AgentNotifyStep>;

const AgentWebhookStep = Type.Object(
  {
    ...partOf,
    webhook: Type.Object(
      {
        url: Text({ minLength: 8, maxLength: 2000, description: 'Address, with https.' }),
        body: Type.Optional(Type.Unknown({ description: 'Sent as JSON; at most 16 KB.' })),
      },
      { description: 'A POST request.' },
    ),
  },
  { title: 'AgentWebhookStep', description: 'Calls an address on the web.' },
);

const AgentSceneStep = Type.Object(
  { ...partOf, scene: agentRef('Scene id.') },
  { title: 'AgentSceneStep', description: 'Plays a scene.' },
);

const AgentAgentStep = Type.Object(
  {
    ...partOf,
    agent: agentRef('Id of an automation of the same user.'),
    as: Type.Enum(['run', 'switch-on', 'switch-off'], {
      type: 'string',
      description: 'The action. `run` checks its conditions.',
    }),
  },
  { title: 'AgentAgentStep', description: 'Runs another automation, or switches it.' },
);

/** The schema leaves the form of the inner steps open; compiling checks it. */
const inner = Type.Array(
  Type.Unsafe<AgentStep>(Type.Object({}, { description: 'A step in one of the same forms.' })),
  { maxItems: 50, description: 'Steps. All steps of an automation together are at most 50.' },
);

const AgentIfStep = Type.Object(
  {
    ...partOf,
    if: AgentCondition,
    then: inner,
    else: Type.Optional(inner),
  },
  {
    title: 'AgentIfStep',
    description: 'One list of steps or another. An unknown condition counts as `else`.',
  },
);

/** A step of an automation. */
export type AgentStep =
  | Static<typeof AgentSetStep>
  | Static<typeof AgentWaitStep>
  | Static<typeof AgentWaitUntilStep>
  | Static<typeof AgentNotifyStep>
  | Static<typeof AgentWebhookStep>
  | Static<typeof AgentSceneStep>
  | Static<typeof AgentAgentStep>
  | { id?: string; for?: string[]; if: AgentCondition; then: AgentStep[]; else?: AgentStep[] };

export const AgentStep = Type.Unsafe<AgentStep>(
  Type.Union(
    [
      AgentSetStep,
      AgentWaitStep,
      AgentWaitUntilStep,
      AgentNotifyStep,
      AgentWebhookStep,
      AgentSceneStep,
      AgentAgentStep,
      AgentIfStep,
    ],
    { description: 'The step.' },
  ),
);
