import { type Static, Type } from 'typebox';
import { AutomationHealth, AutomationStop } from '../../automation/record.ts';
import { Channel } from '../../devices/channel.ts';
import { Preferences } from '../../home/preferences.ts';
import { Tile } from '../../home/tile.ts';
import { TileGroup } from '../../home/tile-group.ts';
import { Timestamp } from '../../timestamp.ts';

const Nullable = <Schema extends Parameters<typeof Type.Union>[0][number]>(
  schema: Schema,
  description: string,
) => Type.Union([schema, Type.Null()], { description });

export const PortalUserState = Type.Union([Type.Literal('active'), Type.Literal('inactive')], {
  description: 'An inactive user is signed out and cannot sign in.',
});

const summary = {
  id: Type.String({ description: 'User id.' }),
  email: Type.String({ description: 'The e-mail with which the user signs in.' }),
  name: Type.String({ description: 'Display name.' }),
  photo_url: Nullable(Type.String(), 'Null for the default picture.'),
  state: PortalUserState,
  namespace: Type.String({ description: 'That of the user.' }),
  application: Type.Object(
    {
      id: Type.String({ description: 'The application’s `client_id`.' }),
      name: Type.String({ description: 'The application’s name.' }),
      namespace: Type.String({ description: 'Unique name of the application.' }),
    },
    { description: 'The application of which this is a user.' },
  ),
  created: Timestamp,
  updated: Timestamp,
  last_seen: Nullable(
    Timestamp,
    'When a session was last used, accurate to about 15 minutes; null if there was none.',
  ),
};

/** A user of an application, as returned in lists. */
export const PortalUser = Type.Object(summary, { title: 'PortalUser' });
export type PortalUser = Static<typeof PortalUser>;

/** A user with the details shown on the user's page. */
export const PortalUserDetails = Type.Object(
  {
    ...summary,
    state_since: Timestamp,
    preferences: Preferences,
    counts: Type.Object(
      {
        channels: Type.Integer({ description: 'Channels that the user may use.' }),
        tiles: Type.Integer({ description: 'Tiles.' }),
        groups: Type.Integer({ description: 'Areas of the home.' }),
        places: Type.Integer({ description: 'Places.' }),
        services: Type.Integer({ description: 'Connected services.' }),
      },
      { description: 'How many of each the user has.' },
    ),
  },
  { title: 'PortalUserDetails' },
);
export type PortalUserDetails = Static<typeof PortalUserDetails>;

/** A sign-in with all tokens issued from it. */
export const PortalUserSession = Type.Object(
  {
    id: Type.String({ description: 'Id of the session.' }),
    type: Type.Union([Type.Literal('password'), Type.Literal('client_credentials')], {
      description: 'How it was opened: with the user’s password, or by the application itself.',
    }),
    address: Nullable(Type.String(), 'Address of the sign-in; null if unknown.'),
    created: Timestamp,
    last_used: Timestamp,
    expires: Timestamp,
    shared: Nullable(
      Type.Object({ address: Type.String({ description: 'IP address.' }), at: Timestamp }),
      'Another network that used the same refresh token: the phone changed networks, or the token was stolen.',
    ),
  },
  { title: 'PortalUserSession' },
);
export type PortalUserSession = Static<typeof PortalUserSession>;

/** An automation of a user, without what it does. */
export const PortalUserAutomation = Type.Object(
  {
    id: Type.String({ description: 'Automation id.' }),
    name: Type.String({ description: 'The name that its user gave it.' }),
    health: AutomationHealth,
    problems: Type.Array(Type.String(), {
      description: 'What is wrong with it, in the requested language; at most 20.',
    }),
    stopped: Nullable(AutomationStop, 'When and why the platform switched it off; null if it did not.'),
    last_run: Nullable(Timestamp, 'When its last run began; null if it never ran.'),
    next: Nullable(Timestamp, 'When its next schedule is due; null without one.'),
  },
  { title: 'PortalUserAutomation' },
);
export type PortalUserAutomation = Static<typeof PortalUserAutomation>;

/** A user's home with the stored values. */
export const PortalUserHome = Type.Object(
  {
    tiles: Type.Array(Tile, { description: 'The user’s tiles.' }),
    groups: Type.Array(TileGroup, { description: 'The areas of the home.' }),
    channels: Type.Array(Channel, { description: 'The channels that the user may use.' }),
    values: Type.Array(
      Type.Object({
        channel: Type.String({ description: 'Channel id.' }),
        component: Type.String({ description: 'Id of the component.' }),
        property: Type.String({ description: 'Id of the property.' }),
        data: Type.Unknown({ description: 'The last value, in the shape of the property’s schema.' }),
        timestamp: Timestamp,
      }),
      { description: 'The last value of each property.' },
    ),
  },
  { title: 'PortalUserHome' },
);
export type PortalUserHome = Static<typeof PortalUserHome>;

export const exampleUser: PortalUser = {
  id: '0b7f7c38-61a0-4b29-8f57-1e0a4f3c2d11',
  email: 'ana@example.org',
  name: 'Ana Marques',
  photo_url: null,
  state: 'active',
  namespace: 'casa-azul.users.k3j9x0m2q7ab',
  application: {
    id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
    name: 'Casa Azul',
    namespace: 'casa-azul.7d5c2c',
  },
  created: '2026-01-02T03:04:05.678+0000',
  updated: '2026-01-02T03:04:05.678+0000',
  last_seen: '2026-02-03T04:05:06.789+0000',
};
