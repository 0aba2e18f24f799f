import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';
import { causedBy } from './cause.ts';
import { Command } from './command.ts';

const stamp = {
  timestamp: Timestamp,
  sender: Type.Optional(Type.String({ description: 'The client that set it, or through which it was set.' })),
  on_behalf_of: Type.Optional(Type.String({ description: 'The user for whom it was set.' })),
  cause: Type.String({
    description:
      '`report` when the device reported it on its own, `read` in answer to a read, `command:<id>` in answer to a write.',
  }),
};

export const Value = Type.Object(
  {
    data: Type.Unknown({ description: 'Valid against the property’s schema.' }),
    changed: Type.Optional(Timestamp),
    ...stamp,
    stale: Type.Optional(Type.Boolean({ description: 'The device did not answer in time.' })),
  },
  {
    title: 'Value',
    description:
      'The last value of a property. `timestamp` is when it was last stored, `changed` since when the property has had it.',
  },
);
export type Value = Static<typeof Value>;

const address = {
  channel: Type.String({ description: 'Channel id.' }),
  component: Type.String({ description: 'Component id.' }),
  property: Type.String({ description: 'Property id, or `access`.' }),
};

export const ValueList = Type.Object(
  {
    elements: Type.Array(Type.Object({ ...address, ...Value.properties }), {
      description: 'Ordered by channel, component and property.',
    }),
  },
  { title: 'ValueList' },
);
export type ValueList = Static<typeof ValueList>;

export const HistoryPoint = Type.Object(
  {
    value: Type.Unknown({
      description: 'The value; with `interval`, the average of numbers or the last other value.',
    }),
    timestamp: Timestamp,
    sender: Type.Optional(
      Type.String({
        description:
          'The client through which it was set. Absent for a plain report, which comes from the channel’s owner.',
      }),
    ),
    on_behalf_of: stamp.on_behalf_of,
    cause: Type.Optional(stamp.cause),
    ...causedBy,
    min: Type.Optional(
      Type.Number({
        description: 'The smallest. Only with `interval`, where `timestamp` is the start of the interval.',
      }),
    ),
    avg: Type.Optional(Type.Number({ description: 'The same as `value`.' })),
    max: Type.Optional(Type.Number({ description: 'The largest.' })),
    count: Type.Optional(Type.Integer({ description: 'Number of values.' })),
  },
  { title: 'HistoryPoint' },
);
export type HistoryPoint = Static<typeof HistoryPoint>;

export const History = Type.Object(
  { elements: Type.Array(HistoryPoint, { description: 'Newest first.' }) },
  { title: 'History' },
);
export type History = Static<typeof History>;

export const HistoryList = Type.Object(
  {
    elements: Type.Array(
      Type.Object({ ...address, elements: Type.Array(HistoryPoint, { description: 'Newest first.' }) }),
      { description: 'One element for each property that has values.' },
    ),
  },
  { title: 'HistoryList' },
);
export type HistoryList = Static<typeof HistoryList>;

const valueParams = Type.Object({
  channel_id: Id('Channel id.'),
  component_id: Id('Component id.'),
  property_id: Id('Property id, or `access`.'),
});

const instant = (description: string) => Type.Optional(Text({ maxLength: 40, description }));

const range = {
  from: instant('Start of the range (inclusive): ISO 8601 with an offset, or milliseconds since 1970.'),
  to: instant(
    'End of the range (exclusive); the newest value by default. To get the next page, use the `timestamp` of the last point.',
  ),
  interval: Type.Optional(
    Text({
      maxLength: 12,
      description:
        'Down-samples to one point per interval that has values: `15m`, `1h`, `1d`, `1w` and so on (from `1m` to `366d`; whole hours above one hour). Intervals are counted from 1970 in UTC; with `tz`, intervals of a day or longer begin at midnight in that time zone. A point has the minimum, average and maximum of numbers, or the last value of any other type.',
    }),
  ),
  tz: Type.Optional(
    Text({
      maxLength: 64,
      description:
        'The home’s time zone, e.g. `Europe/Lisbon`, which decides when days begin. UTC by default.',
    }),
  ),
  page_size: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 9999, description: 'Maximum number of points; 100 by default.' }),
  ),
};

const path = '/v3/channels/{channel_id}/components/{component_id}/properties/{property_id}';
const exampleAddress = {
  channel_id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component_id: 'light-bulb',
  property_id: 'brightness',
};
const exampleStamp = {
  timestamp: '2026-01-02T03:04:05.678+0000',
  changed: '2026-01-02T02:55:00.000+0000',
  sender: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  cause: 'report',
};

export const values = {
  get: operation({
    id: 'values.get',
    summary: 'Read the last value',
    description: 'The last stored value. 404 while there is none.',
    origin: 'base',
    access: 'channel',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${path}/value`, input: 'query' }],
    params: valueParams,
    input: Empty,
    reply: Value,
    status: 200,
    errors: ['not_found', 'precondition_failed'],
    example: { input: exampleAddress, reply: { data: 42, ...exampleStamp } },
  }),
  put: operation({
    id: 'values.put',
    summary: 'Write a value',
    description:
      'Sends a command to the channel’s owner to set the value, and returns the command: 200 once it is settled, 202 while it is open. When the caller is the channel’s owner, the value is a report and settled at once. A channel without an owner stores the value directly.',
    origin: 'base',
    access: 'channel',
    needs: 'control',
    guests: 'filtered',
    bindings: [{ method: 'PUT', path: `${path}/value`, input: 'json' }],
    params: valueParams,
    input: Type.Object({ data: Type.Unknown({ description: 'Valid against the property’s schema.' }) }),
    query: Type.Object({
      wait: Type.Optional(
        Type.Integer({
          minimum: 0,
          maximum: 30,
          description: 'Maximum number of seconds to wait for the command to be settled.',
        }),
      ),
    }),
    reply: Command,
    status: 200,
    whileOpen: 202,
    errors: ['not_found', 'invalid_value', 'not_writable', 'too_many_writes'],
    example: {
      input: { ...exampleAddress, data: 42 },
      reply: {
        id: '6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10',
        href: '/v3/commands/6c6f1c1e-0b5e-4a43-8c55-3f7a0f3f2b10',
        state: 'done',
        channel: exampleAddress.channel_id,
        component: exampleAddress.component_id,
        property: exampleAddress.property_id,
        data: 42,
        created: '2026-01-02T03:04:05.600+0000',
        settled: '2026-01-02T03:04:05.678+0000',
        answer: 42,
      },
    },
  }),
  history: operation({
    id: 'values.history',
    summary: 'Read earlier values',
    description:
      'Newest first. A page may have fewer points than `page_size` when values are large or numerous; only an empty page is the end. For times before the retention, only the hourly minimum, average and maximum of numbers are kept; they are returned with `interval`. The earliest interval of a range begins at or before `from`; the page before it is empty.',
    origin: 'base',
    access: 'channel',
    needs: 'history',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: `${path}/history`, input: 'query' }],
    params: valueParams,
    input: Type.Object(range),
    reply: History,
    list: { items: 'elements', next: { send: 'to', item: 'timestamp' } },
    status: 200,
    errors: ['not_found'],
    example: {
      input: { ...exampleAddress, interval: '1h' },
      reply: {
        elements: [
          { value: 41.5, timestamp: '2026-01-02T03:00:00.000+0000', min: 40, avg: 41.5, max: 43, count: 2 },
        ],
      },
    },
  }),
  list: operation({
    id: 'values.list',
    summary: 'Read all values of a home',
    description: 'The last value of every property of every channel that the user may use.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/values', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: ValueList,
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: {
      input: { user_id: 'me' },
      reply: {
        elements: [
          {
            channel: exampleAddress.channel_id,
            component: 'light-bulb',
            property: 'brightness',
            data: 42,
            ...exampleStamp,
          },
        ],
      },
    },
  }),
  historyList: operation({
    id: 'values.historyList',
    summary: 'Read earlier values of a home',
    description:
      'Like `history`, for every property that has values, with up to `page_size` points each: 100 by default, and fewer in a home with more than 500 properties, because a response has at most 50,000 points.',
    origin: 'base',
    access: 'home',
    needs: 'history',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/history', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      ...range,
      channel: Type.Optional(Text({ maxLength: 200, description: 'Only the history of this channel.' })),
    }),
    reply: HistoryList,
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', interval: '1d' }, reply: { elements: [] } },
  }),
};
