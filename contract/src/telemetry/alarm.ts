import { type Static, Type } from 'typebox';
import { Actor } from '../home/activity.ts';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

export const Alarm = Type.Object(
  {
    id: Type.String({ description: 'Id of the alarm.' }),
    channel: Type.String({ description: 'Channel id of the device.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Id of the property that became true.' }),
    kind: Type.Enum(['smoke', 'carbon-monoxide', 'gas', 'leak', 'siren'], {
      type: 'string',
      description: 'The kind of alarm.',
    }),
    started: Timestamp,
    ended: Type.Optional(Timestamp),
    seen: Type.Optional(
      Type.Object(
        {
          timestamp: Timestamp,
          by: Actor,
        },
        { description: 'Who was the first to acknowledge the alarm, and when.' },
      ),
    ),
  },
  {
    title: 'Alarm',
    description: 'An alarm of a device, from the value that raised it to the one that ended it.',
  },
);
export type Alarm = Static<typeof Alarm>;

export const AlarmList = Type.Object(
  { elements: Type.Array(Alarm, { description: 'The latest first.' }) },
  { title: 'AlarmList' },
);
export type AlarmList = Static<typeof AlarmList>;

const user_id = Id('`me`, `self` or a user id.');

const example: Alarm = {
  id: '5b2a5c0e-1a52-4f0e-8d36-0f4b6f0e7a11',
  channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
  component: 'smoke-alarm',
  property: 'smoke',
  kind: 'smoke',
  started: '2026-01-02T03:04:05.678+0000',
  seen: {
    timestamp: '2026-01-02T03:05:00.000+0000',
    by: { type: 'user', id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Ana Marques' },
  },
};

export const alarms = {
  list: operation({
    id: 'alarms.list',
    summary: 'List the alarms of a home',
    description:
      'The alarms of all devices that the user may use, the latest first, since the user’s access to the device. They are kept as long as the history. An empty page is the end.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/alarms', input: 'query' }],
    params: Type.Object({ user_id }),
    input: Type.Object({
      to: Type.Optional(
        Text({
          maxLength: 40,
          description:
            'Only alarms that started before: ISO 8601 with an offset, or milliseconds since 1970. To get the next page, use the `started` of the last element.',
        }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description:
            'Approximate number of elements; 50 by default. Alarms of the same millisecond are always on the same page.',
        }),
      ),
    }),
    reply: AlarmList,
    list: { items: 'elements', next: { send: 'to', item: 'started' } },
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_request'],
    example: { input: { user_id: 'me' }, reply: { elements: [example] } },
  }),
  see: operation({
    id: 'alarms.see',
    summary: 'Acknowledge an alarm',
    description:
      'Acknowledges it for everybody who may use the device. The first acknowledgement is kept, and an alarm that has ended does not change. A new alarm has to be acknowledged again.',
    origin: 'base',
    access: 'home',
    needs: 'control',
    bindings: [{ method: 'PUT', path: '/v3/users/{user_id}/alarms/{alarm_id}/seen', input: 'json' }],
    params: Type.Object({ user_id, alarm_id: Id('Alarm id.') }),
    input: Type.Object({}),
    reply: Alarm,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', alarm_id: example.id }, reply: example },
  }),
};
