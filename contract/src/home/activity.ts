import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

export const Actor = Type.Object(
  {
    type: Type.Enum(['user', 'client', 'device', 'automation'], {
      type: 'string',
      description:
        '`user`: a person. `client`: an application or a manager that did not act for a user. `device`: the device itself, or the maker’s cloud on its behalf. `automation`: an automation of a user.',
    }),
    id: Type.Optional(Type.String({ description: 'Id of the user, the client or the automation.' })),
    name: Type.Optional(
      Type.String({
        description:
          'Name of the client, of a user of the same application who currently may use the device, or of an automation of the caller’s. Absent for others.',
      }),
    ),
    run: Type.Optional(Type.String({ description: 'The run of the automation that did it.' })),
    because: Type.Optional(
      Type.String({
        description:
          'Why the automation ran, in words, e.g. “because Hall motion noticed motion at 23:14”. Only for its owner, and as long as the run is stored.',
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

export const HomeActivity = Type.Object(
  {
    type: Type.Enum(
      [
        'value',
        'device-added',
        'device-removed',
        'scene-played',
        'alarm-started',
        'alarm-seen',
        'alarm-ended',
      ],
      {
        type: 'string',
        description:
          '`value`: a property got a value. `device-added`, `device-removed`: the user’s access to a device began or ended. `scene-played`: the user played a scene. `alarm-started`, `alarm-seen`, `alarm-ended`: an alarm began, was acknowledged, or ended; only with `kind` `alarms`.',
      },
    ),
    alarm: Type.Optional(
      Type.Object(
        {
          id: Type.String({ description: 'Id of the alarm.' }),
          kind: Type.Enum(['smoke', 'carbon-monoxide', 'gas', 'leak', 'siren'], {
            type: 'string',
            description: 'The kind of alarm.',
          }),
        },
        { description: 'The alarm that began, was acknowledged, or ended.' },
      ),
    ),
    channel: Type.Optional(
      Type.String({
        description: 'Channel id. A removed device’s is no longer visible. Absent for a scene.',
      }),
    ),
    scene: Type.Optional(Type.String({ description: 'Id of a scene, which may be deleted by now.' })),
    name: Type.Optional(Type.String({ description: 'Name of a removed device, or of a scene.' })),
    component: Type.Optional(Type.String({ description: 'Component id.' })),
    property: Type.Optional(Type.String({ description: 'Property id, or `access`.' })),
    data: Type.Optional(
      Type.Unknown({
        description:
          'Valid against the property’s schema. Absent when it is longer than 2,000 characters of JSON.',
      }),
    ),
    timestamp: Timestamp,
    by: Actor,
    through: Activity.properties.through,
  },
  { title: 'HomeActivity', description: 'Something that happened in a home.' },
);
export type HomeActivity = Static<typeof HomeActivity>;

export const HomeActivityList = Type.Object(
  {
    elements: Type.Array(HomeActivity, { description: 'Newest first.' }),
    people: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ description: 'User id.' }),
          name: Type.String({ description: 'The user’s name.' }),
        }),
        {
          description:
            'The users of the same application who currently may use a device of this home, this user included; 50 at most. Only on the first page.',
        },
      ),
    ),
  },
  { title: 'HomeActivityList' },
);
export type HomeActivityList = Static<typeof HomeActivityList>;

/** Chooses the language of the reasons of automations. */
const language = Type.Optional(
  Text({
    maxLength: 35,
    description: 'Language in which automations say why they ran, e.g. `de`; the user’s language if absent.',
  }),
);

const to = Type.Optional(
  Text({
    maxLength: 40,
    description:
      'End of the range (exclusive): ISO 8601 with an offset, or milliseconds since 1970; the newest by default. To get the next page, use the `timestamp` of the last element.',
  }),
);

export const ActivityList = Type.Object(
  { elements: Type.Array(Activity, { description: 'Newest first.' }) },
  { title: 'ActivityList' },
);
export type ActivityList = Static<typeof ActivityList>;

export const activity = {
  list: operation({
    id: 'activity.list',
    summary: 'List the activity of a device',
    description:
      'The values of all properties that are writable or not numeric, newest first; measurements are in the history. An empty page is the end.',
    origin: 'base',
    access: 'channel',
    needs: 'history',
    guests: 'filtered',
    bindings: [{ method: 'GET', path: '/v3/channels/{channel_id}/activity', input: 'query' }],
    params: Type.Object({ channel_id: Id('Channel id.') }),
    input: Type.Object({
      language,
      to,
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
  listOfHome: operation({
    id: 'activity.listOfHome',
    summary: 'List the activity of a home',
    description:
      'Like `list`, for all devices that the user may use, with the devices that were added and removed. The activity of a device begins with the user’s access to it. An empty page is the end.',
    origin: 'base',
    access: 'home',
    needs: 'history',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/activity', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      language,
      to,
      page_size: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 100,
          description:
            'Approximate number of elements; 50 by default. Elements of the same millisecond are always on the same page.',
        }),
      ),
      kind: Type.Optional(
        Type.Enum(['changes', 'reports', 'devices', 'alarms'], {
          type: 'string',
          description:
            'Only what people and applications changed, scenes included, what devices reported, devices that were added and removed, or alarms that began, were acknowledged, and ended. Without it, alarms are only the values that raised and ended them.',
        }),
      ),
      by: Type.Optional(Text({ maxLength: 64, description: 'Only what this user did; a user id.' })),
      group: Type.Optional(
        Text({ maxLength: 64, description: 'Only devices with a tile in this area or group.' }),
      ),
    }),
    reply: HomeActivityList,
    list: { items: 'elements', next: { send: 'to', item: 'timestamp' } },
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_request'],
    example: {
      input: { user_id: 'me', kind: 'changes' },
      reply: {
        elements: [
          {
            type: 'value',
            channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
            component: 'light-bulb',
            property: 'status',
            data: true,
            timestamp: '2026-01-02T03:04:05.678+0000',
            by: { type: 'user', id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Ana Marques' },
            through: { id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20', name: 'Casa Azul' },
          },
        ],
        people: [{ id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11', name: 'Ana Marques' }],
      },
    },
  }),
};
