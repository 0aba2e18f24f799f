import { type Static, Type } from 'typebox';
import { Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { AutomationDefinition } from './definition.ts';
import {
  AutomationMissReason,
  AutomationStart,
  AutomationStepRecord,
  AutomationVerdict,
} from './run-record.ts';

export const RehearsalInput = Type.Object({
  definition: AutomationDefinition,
  automation: Type.Optional(
    Text({ maxLength: 200, description: 'Id of the automation that the definition would replace.' }),
  ),
  days: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 30, description: 'How many days to look back; 7 if absent.' }),
  ),
});

export const RehearsedRun = Type.Object(
  {
    at: Timestamp,
    start: AutomationStart,
    because: Type.String({ description: 'The cause that would have started it, in words.' }),
    conditions: Type.Array(AutomationVerdict, { description: 'The states of the conditions.' }),
    steps: Type.Array(AutomationStepRecord, { description: 'The steps that would have been executed.' }),
  },
  { title: 'RehearsedRun', description: 'A run that there would have been.' },
);
export type RehearsedRun = Static<typeof RehearsedRun>;

export const Rehearsal = Type.Object(
  {
    type: Type.Literal('result', { description: 'Distinguishes it from progress events in a stream.' }),
    timezone: Type.String({ description: 'The home’s time zone, e.g. `Europe/Lisbon`.' }),
    count: Type.Integer({ description: 'How often it would have run.' }),
    runs: Type.Array(RehearsedRun, { description: 'Newest first; at most 200.' }),
    days: Type.Array(
      Type.Object({
        date: Type.String({ description: 'Date in the home’s time zone, e.g. `2026-03-29`.' }),
        runs: Type.Integer({ description: 'How often it would have run.' }),
        misses: Type.Integer({ description: 'How often a trigger would not have started it.' }),
        sun: Type.Optional(
          Type.Object(
            { up: Timestamp, down: Timestamp },
            {
              description:
                'From when to when the sun was up; equal times when it did not rise. Absent for a home without a place.',
            },
          ),
        ),
      }),
      { description: 'One for each day, oldest first.' },
    ),
    misses: Type.Array(
      Type.Object({
        reason: AutomationMissReason,
        count: Type.Integer({ description: 'How often.' }),
        last: Type.Array(
          Type.Object({
            at: Timestamp,
            text: Type.String({ description: 'The reason as a sentence in the requested language.' }),
          }),
          { description: 'The last ones, newest first; at most 20.' },
        ),
      }),
      { description: 'The reasons why it would not have run, the most frequent first.' },
    ),
    flapping: Type.Optional(
      Type.Object(
        {
          path: Type.String({ description: 'Path of the trigger.' }),
          runs: Type.Integer({ description: 'How often it would have run because of it.' }),
          leeway: Type.Number({
            description: 'The leeway that ends it, in the unit of the trigger’s value.',
          }),
          runs_with_leeway: Type.Integer({ description: 'How often it would have run with it.' }),
        },
        { description: 'A number that passes the value again and again. Absent if there is none.' },
      ),
    ),
    coverage: Type.Object(
      {
        from: Timestamp,
        to: Timestamp,
        events: Type.Integer({ description: 'How many events were read.' }),
        is_truncated: Type.Boolean({ description: 'Whether there were more than 1,000,000.' }),
        left_out: Type.Integer({
          description:
            'How many events were left out, because the automation that the definition would replace caused them.',
        }),
        gaps: Type.Array(Type.Object({ from: Timestamp, to: Timestamp }), {
          description: 'Periods without a record.',
        }),
        without_values: Type.Array(
          Type.Object({
            channel: Type.String({ description: 'Channel id.' }),
            component: Type.String({ description: 'Component id.' }),
            property: Type.String({ description: 'Property id.' }),
          }),
          { description: 'Properties that the definition names and that had no value in that time.' },
        ),
      },
      { description: 'The period and the data that the rehearsal covers.' },
    ),
  },
  {
    title: 'Rehearsal',
    description: 'What a definition would have done on past events. Its own effects are not simulated.',
  },
);
export type Rehearsal = Static<typeof Rehearsal>;

export const RehearsalProgress = Type.Object(
  {
    type: Type.Literal('progress'),
    done: Type.Number({ minimum: 0, maximum: 1, description: 'The share of the time that is done.' }),
    at: Timestamp,
    count: Type.Integer({ description: 'How often it would have run so far.' }),
  },
  { title: 'RehearsalProgress' },
);
export type RehearsalProgress = Static<typeof RehearsalProgress>;
