import { type Static, Type } from 'typebox';
import { Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { AutomationDefinition } from './definition.ts';

export const AutomationProblem = Type.Object(
  {
    path: Type.String({ description: 'Path into the definition, e.g. `when[0].value`.' }),
    code: Type.String({
      description:
        'The kind of problem, e.g. `unknown_property`, `invalid_value`, `never_true`, or `loop` for automations that would start each other endlessly.',
    }),
    text: Type.String({ description: 'The problem as a sentence, in the requested language.' }),
    severity: Type.Enum(['error', 'warning'], {
      type: 'string',
      description:
        '`error`: the automation is not stored; of a stored one, this part is left out. `warning`: the definition is probably a mistake.',
    }),
  },
  { title: 'AutomationProblem', description: 'A fault of a definition.' },
);
export type AutomationProblem = Static<typeof AutomationProblem>;

export const AutomationHealth = Type.Enum(['fine', 'off', 'invalid', 'incomplete', 'stopped', 'failing'], {
  type: 'string',
  title: 'AutomationHealth',
  description:
    '`fine`: it runs. `off`: a person switched it off. `invalid`: it cannot run, because something that it names is gone, see `problems`. `incomplete`: parts of it are left out, because something that they name is gone, see `problems`. `stopped`: it ran too often and was switched off, see `stopped`. `failing`: its last run did not do all of its steps.',
});
export type AutomationHealth = Static<typeof AutomationHealth>;

export const AutomationStop = Type.Object(
  {
    at: Timestamp,
    why: Type.Enum(['chain', 'runs-per-minute', 'runs-per-hour', 'steps-per-minute'], {
      type: 'string',
      description: 'Which limit it passed.',
    }),
    limit: Type.Integer({ description: 'The limit.' }),
    chain: Type.Array(Type.String(), {
      description: 'Ids of the automations whose runs caused it, the first one first. At most 16.',
    }),
  },
  { title: 'AutomationStop', description: 'Why the platform switched an automation off.' },
);
export type AutomationStop = Static<typeof AutomationStop>;

export const Automation = Type.Object(
  {
    id: Type.String({ description: 'Automation id.' }),
    definition: AutomationDefinition,
    enabled: Type.Boolean({ description: 'Whether it runs.' }),
    version: Type.Integer({
      description: 'Number of the definition; every change of it makes the next one.',
    }),
    origin: Type.Enum(['phone', 'web', 'api', 'template'], {
      type: 'string',
      description: 'Where it was made.',
    }),
    sentence: Type.String({ description: 'The definition as a sentence, in the requested language.' }),
    health: AutomationHealth,
    problems: Type.Array(AutomationProblem, {
      description: 'Its problems in the home as it is now. At most 20.',
    }),
    stopped: Type.Optional(AutomationStop),
    last_run: Type.Optional(Timestamp),
    next: Type.Optional(Timestamp),
    created: Timestamp,
    updated: Timestamp,
    _rev: Type.String({ description: 'Revision, the same as the `ETag`.' }),
  },
  {
    title: 'Automation',
    description:
      'An automation. `last_run`: when its last run began; absent if it never ran. `next`: when its next schedule is due; absent without one.',
  },
);
export type Automation = Static<typeof Automation>;

export const AutomationList = Type.Object(
  { elements: Type.Array(Automation, { description: 'In the user’s order, in which they also decide.' }) },
  { title: 'AutomationList' },
);
export type AutomationList = Static<typeof AutomationList>;

export const AutomationVersion = Type.Object(
  {
    version: Type.Integer({ description: 'Number of the definition.' }),
    definition: AutomationDefinition,
    sentence: Type.String({ description: 'The definition as a sentence, in the requested language.' }),
    created: Timestamp,
    by: Type.Optional(Type.String({ description: 'Id of the user who saved it.' })),
    through: Type.Optional(Type.String({ description: 'The client through which it was saved.' })),
  },
  { title: 'AutomationVersion', description: 'A definition that the automation has or had.' },
);
export type AutomationVersion = Static<typeof AutomationVersion>;

export const AutomationCheck = Type.Object(
  {
    problems: Type.Array(AutomationProblem, { description: 'At most 100; empty if it can be saved.' }),
    sentence: Type.String({ description: 'The definition as a sentence, in the requested language.' }),
    loop: Type.Optional(
      Type.Array(
        Type.Object({
          automation: Type.String({
            description: 'Id of the automation; empty for the one that is checked.',
          }),
          label: Type.String({ description: 'Its name.' }),
          property: Type.String({ description: 'The property, in words.' }),
          value: Type.Unknown({ description: 'The value that it sets.' }),
          after_ms: Type.Integer({
            description: 'From its beginning to when the next one begins, in milliseconds.',
          }),
        }),
        {
          description: 'The automations that would start each other without end; the last starts the first.',
        },
      ),
    ),
    also_set_by: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path of the step.' }),
        automation: Type.String({ description: 'Id of the other automation.' }),
        label: Type.String({ description: 'Its name.' }),
      }),
      { description: 'Other automations that set the same property. At most 50.' },
    ),
    already_true: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path of the trigger.' }),
        value: Type.Unknown({ description: 'The present value.' }),
      }),
      { description: 'Triggers that are true now, and so must turn false first.' },
    ),
    conditions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the condition.' }),
        is: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether it is true now; null if unknown.',
        }),
        value: Type.Optional(Type.Unknown({ description: 'The value that decides it.' })),
      }),
      { description: 'The current states of the conditions.' },
    ),
    next: Type.Array(
      Type.Object({
        path: Type.String({ description: 'Path of the trigger.' }),
        at: Timestamp,
      }),
      {
        description:
          'When triggers that follow a clock or the sun fire next, if the automation is saved now.',
      },
    ),
  },
  { title: 'AutomationCheck', description: 'The result of checking a definition before it is saved.' },
);
export type AutomationCheck = Static<typeof AutomationCheck>;

export const AutomationTemplate = Type.Object(
  {
    id: Type.String({ description: 'Name of the template, e.g. `motion-light`.' }),
    title: Type.String({ description: 'What it is for, in the requested language.' }),
    definition: AutomationDefinition,
    sentence: Type.String({ description: 'The definition as a sentence, in the requested language.' }),
  },
  { title: 'AutomationTemplate', description: 'A ready automation, filled in with the user’s own devices.' },
);
export type AutomationTemplate = Static<typeof AutomationTemplate>;

export const language = Type.Optional(
  Text({
    maxLength: 35,
    description: 'Language of the sentences, e.g. `de`; the user’s language if absent.',
  }),
);
