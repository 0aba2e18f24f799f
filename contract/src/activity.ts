import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Text } from './text.ts';
import { Timestamp } from './timestamp.ts';

export const Actor = Type.Object(
  {
    type: Type.Enum(['user', 'client', 'device'], {
      type: 'string',
      description:
        '`user` for a person, `client` for an application or a manager that acted for nobody, `device` for the device itself, or the maker’s cloud that speaks for it.',
    }),
    id: Type.Optional(Type.String({ description: 'Of the user or the client.' })),
    name: Type.Optional(
      Type.String({
        description:
          'Of a client, and of a user of the same application who may use the device now. Absent for others.',
      }),
    ),
  },
  { title: 'Actor', description: 'By whom something was done.' },
);
export type Actor = Static<typeof Actor>;

export const Activity = Type.Object(
  {
    component: Type.String(),
    property: Type.String({ description: 'Property id, or `access`.' }),
    data: Type.Unknown({ description: 'As the property’s schema says.' }),
    timestamp: Timestamp,
    by: Actor,
    through: Type.Optional(
      Type.Object(
        { id: Type.String(), name: Type.Optional(Type.String()) },
        { description: 'The client that a person used, while the platform remembers: 30 days.' },
      ),
    ),
  },
  { title: 'Activity', description: 'A value that a property got.' },
);
export type Activity = Static<typeof Activity>;

export const ActivityList = Type.Object(
  { elements: Type.Array(Activity, { description: 'Newest first.' }) },
  { title: 'ActivityList' },
);
export type ActivityList = Static<typeof ActivityList>;

export const activity = {
  list: operation({
    id: 'activity.list',
    summary: 'See what happened to a device, and by whom',
    description:
      'The values of all its properties that can be set or are no numbers, newest first; measurements are in the history. An empty answer is the end.',
    origin: 'base',
    access: 'channel',
    bindings: [{ method: 'GET', path: '/v3/channels/{channel_id}/activity', input: 'query' }],
    params: Type.Object({ channel_id: Id('Channel id.') }),
    input: Type.Object({
      to: Type.Optional(
        Text({
          maxLength: 40,
          description:
            'Before this moment: ISO 8601 with an offset, or milliseconds since 1970; without it to the newest. The `timestamp` of the last element goes on from there.',
        }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description: 'About so many; 50 by default. What happened in one millisecond is not parted.',
        }),
      ),
    }),
    reply: ActivityList,
    status: 200,
    errors: ['not_found'],
    example: {
      input: { channel_id: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11' },
      reply: {
        elements: [
          {
            component: 'light-bulb',
            property: 'status',
            data: true,
            timestamp: '2026-01-02T03:04:05.678+0000',
            by: { type: 'user', id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Ana Marques' },
            through: { id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20', name: 'Casa Azul' },
          },
        ],
      },
    },
  }),
};
