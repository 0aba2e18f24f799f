import { Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text, user_id } from '../text.ts';
import { exampleAutomation, exampleDefinition } from './examples.ts';
import { language } from './record.ts';
import { Rehearsal, RehearsalInput } from './rehearsal-record.ts';
import { AutomationWhyNot } from './run-record.ts';

const automation_id = Id('Automation id.');
const path = '/v3/users/{user_id}/automations';
const ofUser = { origin: 'base', access: 'home', needs: 'history' } as const;
const query = Type.Object({ language });

export const rehearsals = {
  create: operation({
    id: 'rehearsals.create',
    summary: 'Rehearse a definition on past events',
    description:
      'Returns what the definition would have done in the last days, and why it would not have run. Nothing is stored or sent. With `Accept: text/event-stream`, events of type `progress` are sent before the one of type `result`; an `error` instead of it has the members of an error response. A user can have one rehearsal at a time: a new one ends the one before with `too_many_requests`. It also ends when the client disconnects. A server has two at a time; another one is refused with `unavailable`.',
    ...ofUser,
    bindings: [{ method: 'POST', path: `${path}/rehearsals`, input: 'json' }],
    params: Type.Object({ user_id }),
    input: RehearsalInput,
    query,
    reply: Rehearsal,
    status: 200,
    streams: 'text/event-stream',
    bodyLimit: 64 * 1024,
    errors: ['no_user', 'not_found', 'invalid_automation', 'too_many_requests', 'unavailable'],
    example: {
      input: { user_id: 'me', definition: exampleDefinition, days: 7 },
      reply: {
        type: 'result',
        timezone: 'Europe/Lisbon',
        count: 0,
        runs: [],
        days: [],
        misses: [],
        coverage: {
          from: '2026-01-02T03:04:05.678+0000',
          to: '2026-01-09T03:04:05.678+0000',
          events: 0,
          is_truncated: false,
          left_out: 0,
          gaps: [],
          without_values: [],
        },
      },
    },
  }),
  whyNot: operation({
    id: 'rehearsals.whyNot',
    summary: 'Ask why an automation did not run at a time',
    description:
      'Replays that minute from the event log, with the definition at that time and the home as it is today. It counts as the user’s one concurrent rehearsal.',
    ...ofUser,
    bindings: [{ method: 'GET', path: `${path}/{automation_id}/why-not`, input: 'query' }],
    params: Type.Object({ user_id, automation_id }),
    input: Type.Object({
      at: Text({
        maxLength: 40,
        description: 'A time: ISO 8601 with an offset, or milliseconds since 1970.',
      }),
      language,
    }),
    reply: AutomationWhyNot,
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_automation', 'too_many_requests', 'unavailable'],
    example: {
      input: { user_id: 'me', automation_id: exampleAutomation.id, at: '2026-01-02T23:14:00.000+0000' },
      reply: {
        at: '2026-01-02T23:14:00.000+0000',
        text: 'Held back: it was not dark.',
        runs: [],
        misses: [],
        triggers: [],
        conditions: [{ id: 'c1', text: 'it is dark', is: false }],
      },
    },
  }),
};
