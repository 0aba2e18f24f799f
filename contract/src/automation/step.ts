import { type Static, Type } from 'typebox';
import { Text } from '../text.ts';
import { AutomationCondition } from './condition.ts';
import {
  AutomationDuration,
  AutomationProperty,
  AutomationPropertyGroup,
  automationRef,
  partId,
  unit,
} from './parts.ts';

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

export const AutomationSetStep = Type.Object(
  {
    ...partOf,
    set: Type.Union([AutomationProperty, Type.Object({ properties: AutomationPropertyGroup })], {
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
  { title: 'AutomationSetStep', description: 'Sets a property. A write without an answer is repeated once.' },
);
export type AutomationSetStep = Static<typeof AutomationSetStep>;

const AutomationWaitStep = Type.Object(
  { ...partOf, wait: AutomationDuration('How long to wait.') },
  { title: 'AutomationWaitStep', description: 'Waits.' },
);

const AutomationWaitUntilStep = Type.Object(
  {
    ...partOf,
    waitUntil: AutomationCondition,
    atMost: AutomationDuration('How long to wait at most.'),
    else: onFailure(
      'After `atMost`: `go-on` continues with the next step, `stop` (the default) ends the run.',
    ),
  },
  { title: 'AutomationWaitUntilStep', description: 'Waits until a condition is true.' },
);

const AutomationNotifyStep = Type.Object(
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
          Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,30}$' }), AutomationProperty, {
            maxProperties: 10,
            description: 'The properties that the text names.',
          }),
        ),
        to: Type.Optional(
          Type.Array(automationRef('User id.'), {
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
  { title: 'AutomationNotifyStep', description: 'Notifies people.' },
);
export type AutomationNotifyStep = Static<typeof AutomationNotifyStep>;

const AutomationWebhookStep = Type.Object(
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
  { title: 'AutomationWebhookStep', description: 'Calls an address on the web.' },
);

const AutomationSceneStep = Type.Object(
  { ...partOf, scene: automationRef('Scene id.') },
  { title: 'AutomationSceneStep', description: 'Plays a scene.' },
);

const AutomationControlStep = Type.Object(
  {
    ...partOf,
    automation: automationRef('Id of an automation of the same user.'),
    as: Type.Enum(['run', 'switch-on', 'switch-off'], {
      type: 'string',
      description: 'The action. `run` checks its conditions.',
    }),
  },
  { title: 'AutomationControlStep', description: 'Runs another automation, or switches it.' },
);

/** The schema leaves the form of the inner steps open; compiling checks it. */
const inner = Type.Array(
  Type.Unsafe<AutomationStep>(Type.Object({}, { description: 'A step in one of the same forms.' })),
  { maxItems: 50, description: 'Steps. All steps of an automation together are at most 50.' },
);

const AutomationIfStep = Type.Object(
  {
    ...partOf,
    if: AutomationCondition,
    then: inner,
    else: Type.Optional(inner),
  },
  {
    title: 'AutomationIfStep',
    description: 'One list of steps or another. An unknown condition counts as `else`.',
  },
);

/** A step of an automation. */
export type AutomationStep =
  | Static<typeof AutomationSetStep>
  | Static<typeof AutomationWaitStep>
  | Static<typeof AutomationWaitUntilStep>
  | Static<typeof AutomationNotifyStep>
  | Static<typeof AutomationWebhookStep>
  | Static<typeof AutomationSceneStep>
  | Static<typeof AutomationControlStep>
  | { id?: string; for?: string[]; if: AutomationCondition; then: AutomationStep[]; else?: AutomationStep[] };

export const AutomationStep = Type.Unsafe<AutomationStep>(
  Type.Union(
    [
      AutomationSetStep,
      AutomationWaitStep,
      AutomationWaitUntilStep,
      AutomationNotifyStep,
      AutomationWebhookStep,
      AutomationSceneStep,
      AutomationControlStep,
      AutomationIfStep,
    ],
    { description: 'The step.' },
  ),
);
