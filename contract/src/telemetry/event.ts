import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { causedBy, inChain } from './cause.ts';
import { CommandState } from './command.ts';
import { Performative } from './message.ts';

export const Event = Type.Object(
  {
    cursor: Type.String({ description: 'Continues the feed after this event.' }),
    type: Type.Enum(['value', 'command'], {
      type: 'string',
      description:
        '`value`: a property got a value; after a write, this is the answer to it. `command`: a write ended without a value; `state` says how, and `data` is the requested value.',
    }),
    timestamp: Timestamp,
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id, or `access`.' }),
    io: Type.Optional(Performative),
    data: Type.Optional(Type.Unknown({ description: 'Valid against the property’s schema.' })),
    state: Type.Optional(CommandState),
    sender: Type.Optional(
      Type.String({ description: 'The client that sent it, or through which it was sent.' }),
    ),
    on_behalf_of: Type.Optional(Type.String({ description: 'The user for whom it was sent.' })),
    cause: Type.Optional(Type.String({ description: '`report`, `read`, or `command:<id>`.' })),
    ...causedBy,
    ...inChain,
  },
  { title: 'Event', description: 'Something that happened in a user’s home.' },
);
export type Event = Static<typeof Event>;

export const EventPage = Type.Object(
  {
    elements: Type.Array(Event, { description: 'Oldest first.' }),
    cursor: Type.String({ description: 'Send it as `after` to get the next events.' }),
  },
  { title: 'EventPage' },
);
export type EventPage = Static<typeof EventPage>;

export const events = {
  list: operation({
    id: 'events.list',
    summary: 'Follow what happens in a home',
    description:
      'Returns every event exactly once and in order, also across lost connections and restarts: send the `cursor` of the last response as `after`. Without `after`, only the current cursor is returned. With `Accept: text/event-stream`, events are sent as Server-Sent Events with their cursor as `id`, and the stream resumes after `Last-Event-ID`. Events are kept for 30 days unless the operator sets another time. An older or unknown cursor results in 410 with the current cursor in `cursor`: read all values again, then continue from it.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/events', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      after: Type.Optional(Text({ maxLength: 200, description: 'A cursor.' })),
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 60,
          description: 'Seconds to wait for new events (long polling).',
        }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 100,
          maximum: 1000,
          description: 'Maximum number of events; 100 by default.',
        }),
      ),
    }),
    reply: EventPage,
    list: { items: 'elements', next: { send: 'after', reply: 'cursor' } },
    status: 200,
    streams: 'text/event-stream',
    errors: ['no_user', 'not_found', 'resync'],
    example: {
      input: { user_id: 'me', after: 'ZXBvY2g.41' },
      reply: {
        elements: [
          {
            cursor: 'ZXBvY2g.42',
            type: 'value',
            timestamp: '2026-01-02T03:04:05.678+0000',
            channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
            component: 'light-bulb',
            property: 'status',
            io: 'iw',
            data: true,
            cause: 'report',
          },
        ],
        cursor: 'ZXBvY2g.42',
      },
    },
  }),
};
