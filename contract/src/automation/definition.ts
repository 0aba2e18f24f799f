import { type Static, Type } from 'typebox';
import { MAX_LABEL_LENGTH } from '../limits.ts';
import { Text } from '../text.ts';
import { AutomationCondition } from './condition.ts';
import { AutomationDuration } from './parts.ts';
import { AutomationStep } from './step.ts';
import { AutomationTrigger } from './trigger.ts';

/** The definition of an automation: when, only if, then. */
export const AutomationDefinition = Type.Object(
  {
    label: Text({
      minLength: 1,
      maxLength: MAX_LABEL_LENGTH,
      description: 'Name of the automation, for people.',
    }),
    enabled: Type.Optional(Type.Boolean({ description: 'Whether it runs; true if absent.' })),
    mode: Type.Optional(
      Type.Enum(['single', 'restart', 'queued', 'parallel'], {
        type: 'string',
        description:
          'What happens if it is triggered while it is running: `single` (the default) ignores the trigger, `restart` starts again, `queued` runs afterwards, `parallel` runs both. At most 10 runs are active or queued.',
      }),
    ),
    when: Type.Array(AutomationTrigger, {
      maxItems: 20,
      description: 'The triggers, any of which starts it. Without one, it only runs when it is played.',
    }),
    onlyIf: Type.Optional(AutomationCondition),
    then: Type.Array(AutomationStep, {
      minItems: 1,
      maxItems: 50,
      description: 'The steps, in this order.',
    }),
    atMostEvery: Type.Optional(AutomationDuration('The shortest time between the beginnings of two runs.')),
    late: Type.Optional(
      Type.String({
        pattern: '^(always|skip-after:P(?:\\d{1,4}D|T(?:\\d{1,5}H)?(?:\\d{1,6}M)?(?:\\d{1,7}S)?))$',
        maxLength: 40,
        description:
          'How late a property may be set after an interruption of the server: `skip-after:` and a duration, or `always`. If absent, it is `skip-after:PT15M`, and `always` for steps that end what an earlier one began.',
      }),
    ),
  },
  {
    title: 'AutomationDefinition',
    description:
      'The definition of an automation: *when* something happens, *only if* something is true, *then* steps.',
  },
);
export type AutomationDefinition = Static<typeof AutomationDefinition>;
