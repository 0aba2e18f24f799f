import { type Static, Type } from 'typebox';
import { Timestamp } from '../timestamp.ts';
import { AutomationProperty } from './parts.ts';

const runId = 'Id of the run.';
const automationId = 'Automation id.';

export const AutomationVerdict = Type.Object(
  {
    id: Type.String({ description: 'Id of the condition in the definition.' }),
    text: Type.String({
      description: 'The condition as words in the requested language, e.g. `it is dark`.',
    }),
    is: Type.Union([Type.Boolean(), Type.Null()], { description: 'Whether it was true; null if unknown.' }),
    value: Type.Optional(Type.Unknown({ description: 'The value that decided it.' })),
    value_text: Type.Optional(Type.String({ description: 'The value as words, e.g. `17.2 °C`.' })),
    since: Type.Optional(Timestamp),
    of: Type.Optional(AutomationProperty),
  },
  { title: 'AutomationVerdict', description: 'The state of a condition at a moment.' },
);
export type AutomationVerdict = Static<typeof AutomationVerdict>;

export const AutomationStart = Type.Object(
  {
    by: Type.Enum(['value', 'schedule', 'device', 'scene', 'webhook', 'play'], {
      type: 'string',
      description: 'The kind of trigger; `play`: a person, or a step of another automation.',
    }),
    trigger: Type.Optional(Type.String({ description: 'Id of the trigger. Absent for `play`.' })),
    property: Type.Optional(AutomationProperty),
    before: Type.Optional(Type.Unknown({ description: 'The value before.' })),
    after: Type.Optional(Type.Unknown({ description: 'The value that started it.' })),
    since: Type.Optional(Timestamp),
    person: Type.Optional(Type.String({ description: 'Id of the person who ran it by hand.' })),
  },
  { title: 'AutomationStart', description: 'The cause of a run.' },
);
export type AutomationStart = Static<typeof AutomationStart>;

export const AutomationStepRecord = Type.Object(
  {
    step: Type.String({ description: 'Id of the step in the definition.' }),
    text: Type.String({
      description: 'The step as words in the requested language, e.g. `turn on Hall light`.',
    }),
    at: Timestamp,
    kind: Type.Enum(['set', 'wait', 'notify', 'webhook', 'scene', 'automation', 'if'], {
      type: 'string',
      description: 'The action.',
    }),
    property: Type.Optional(AutomationProperty),
    value: Type.Optional(Type.Unknown({ description: 'The value that was set.' })),
    command: Type.Optional(Type.String({ description: 'Id of the command.' })),
    until: Type.Optional(Timestamp),
    sent: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When it was carried out, if that was later than the automation allows: it ends what the run began, which would have stayed on.',
      }),
    ),
    target: Type.Optional(
      Type.String({ description: 'The scene, the automation, or the host of the address.' }),
    ),
    outcome: Type.Enum(
      [
        'open',
        'done',
        'answered',
        'unanswered',
        'refused',
        'superseded',
        'too-late',
        'over-limit',
        'timed-out',
        'gone',
        'failed',
        'unchanged',
      ],
      {
        type: 'string',
        description:
          'The outcome. `unchanged`: the device had the value already. `too-late`: the server was down, and the step was skipped. `over-limit`: it was skipped because the user had reached the limit of 60 requests a minute, for 15 minutes, or of 100 notifications an hour, or because every recipient had reached the limit of 30 an hour, or of 200 that wait to be sent. `gone`: it was skipped, because something that it names is gone; of an `if`, neither branch is taken when its condition is therefore unknown.',
      },
    ),
    reason: Type.Optional(Type.String({ description: 'Why it was not done.' })),
    ended: Type.Optional(Timestamp),
  },
  { title: 'AutomationStepRecord', description: 'A step of a run. A step that sets a group is several.' },
);
export type AutomationStepRecord = Static<typeof AutomationStepRecord>;

export const AutomationRun = Type.Object(
  {
    id: Type.String({ description: runId }),
    automation: Type.String({ description: automationId }),
    version: Type.Integer({ description: 'The version of the definition that ran.' }),
    began: Timestamp,
    ended: Type.Optional(Timestamp),
    outcome: Type.Enum(
      ['running', 'done', 'partly', 'failed', 'stopped', 'replaced', 'cancelled', 'braked'],
      {
        type: 'string',
        description:
          '`partly`: some writes failed. `failed`: all writes failed. `stopped`: a step stopped it. `replaced`: it was restarted. `cancelled`: it was switched off or deleted. `braked`: it ran too often.',
      },
    ),
    start: AutomationStart,
    because: Type.String({
      description:
        'The cause of the run in words, in the requested language, e.g. `motion was seen at 23:14`.',
    }),
    conditions: Type.Array(AutomationVerdict, { description: 'The states of the conditions.' }),
    chain: Type.Array(Type.String(), {
      description: 'Ids of the automations whose runs caused this one, the first one first, itself last.',
    }),
    steps: Type.Optional(
      Type.Array(AutomationStepRecord, { description: 'In order; at most 500. Absent in lists.' }),
    ),
  },
  { title: 'AutomationRun', description: 'A run of an automation.' },
);
export type AutomationRun = Static<typeof AutomationRun>;

export const AutomationMissReason = Type.Enum(
  [
    'condition-false',
    'condition-unknown',
    'did-not-last',
    'still-running',
    'suppressed',
    'missed',
    'no-sun',
    'disabled',
    'loop',
    'not-true-before',
  ],
  {
    type: 'string',
    title: 'AutomationMissReason',
    description: 'Why a trigger did not start a run.',
  },
);
export type AutomationMissReason = Static<typeof AutomationMissReason>;

export const AutomationMiss = Type.Object(
  {
    at: Timestamp,
    reason: AutomationMissReason,
    version: Type.Integer({ description: 'The version of the definition.' }),
    trigger: Type.Optional(Type.String({ description: 'Id of the trigger. Absent for a play.' })),
    property: Type.Optional(AutomationProperty),
    before: Type.Optional(Type.Unknown({ description: 'The value before.' })),
    after: Type.Optional(Type.Unknown({ description: 'The value that could have started it.' })),
    conditions: Type.Optional(
      Type.Array(AutomationVerdict, { description: 'The states of the conditions.' }),
    ),
    text: Type.String({ description: 'The reason as a sentence in the requested language.' }),
  },
  { title: 'AutomationMiss', description: 'A trigger that did not start a run, and why.' },
);
export type AutomationMiss = Static<typeof AutomationMiss>;

export const AutomationMisses = Type.Object(
  {
    reasons: Type.Array(
      Type.Object({
        reason: AutomationMissReason,
        count: Type.Integer({ description: 'In the last 30 days.' }),
        hours: Type.Array(
          Type.Object({
            from: Timestamp,
            count: Type.Integer({ description: 'In the hour that begins then.' }),
          }),
          { description: 'The hours that have any, oldest first; at most 720.' },
        ),
        last: Type.Array(AutomationMiss, { description: 'The last ones, newest first; at most 20.' }),
      }),
      { description: 'By reason, the most frequent first.' },
    ),
  },
  { title: 'AutomationMisses', description: 'Why an automation did not run.' },
);
export type AutomationMisses = Static<typeof AutomationMisses>;

export const AutomationWhyNot = Type.Object(
  {
    at: Timestamp,
    text: Type.String({ description: 'Why it did not run then, as a sentence in the requested language.' }),
    runs: Type.Array(Type.String(), { description: 'Ids of the runs in that minute, if it did run.' }),
    misses: Type.Array(AutomationMiss, {
      description: 'The reasons why it did not run in that minute; at most 20.',
    }),
    triggers: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Id of the trigger.' }),
        is: Type.Union([Type.Boolean(), Type.Null()], {
          description: 'Whether it was true; null if unknown.',
        }),
        value: Type.Optional(Type.Unknown({ description: 'The value then.' })),
        since: Type.Optional(Timestamp),
      }),
      { description: 'The states of the triggers at the end of that minute.' },
    ),
    conditions: Type.Array(AutomationVerdict, { description: 'The states of the conditions at its end.' }),
  },
  { title: 'AutomationWhyNot', description: 'Why an automation did not run at a time.' },
);
export type AutomationWhyNot = Static<typeof AutomationWhyNot>;
