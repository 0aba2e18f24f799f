import { type Static, Type } from 'typebox';
import { operation } from './operation.ts';
import { Id, Text } from './text.ts';
import { Timestamp } from './timestamp.ts';

export const Actor = Type.Object(
  {
    type: Type.Enum(['user', 'client', 'device'], {
      type: 'string',
      description:
        '`user`: a person. `client`: an application or a manager that did not act for a user. `device`: the device itself, or the maker’s cloud on its behalf.',
    }),
    id: Type.Optional(Type.String({ description: 'Id of the user or the client.' })),
    name: Type.Optional(
      Type.String({
        description:
          'Name of the client, or of a user of the same application who currently may use the device. Absent for others.',
      }),
    ),
  },
  { title: 'Actor', description: 'Who did something.' },
);
export type Actor = Static<typeof Actor>;

export const Activity = Type.Object(
  {
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id, or `access`.' }),
    data: Type.Unknown({ description: 'Valid against the property’s schema.' }),
    timestamp: Timestamp,
    by: Actor,
    through: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'The client’s id.' }),
          name: Type.Optional(Type.String({ description: 'The client’s name.' })),
        },
        { description: 'The client that the person used. Known for 30 days.' },
      ),
    ),
  },
  { title: 'Activity', description: 'A value that a property was set to.' },
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
    summary: 'List what happened to a device, and who did it',
    description:
      'The values of all properties that are writable or not numeric, newest first; measurements are in the history. An empty page is the end.',
    origin: 'base',
    access: 'channel',
    bindings: [{ method: 'GET', path: '/v3/channels/{channel_id}/activity', input: 'query' }],
    params: Type.Object({ channel_id: Id('Channel id.') }),
    input: Type.Object({
      to: Type.Optional(
        Text({
          maxLength: 40,
          description:
            'End of the range (exclusive): ISO 8601 with an offset, or milliseconds since 1970; the newest by default. To get the next page, use the `timestamp` of the last element.',
        }),
      ),
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 200,
          description:
            'Approximate number of elements; 50 by default. Elements of the same millisecond are always on the same page.',
        }),
      ),
    }),
    reply: ActivityList,
    list: { items: 'elements', next: { send: 'to', item: 'timestamp' } },
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
