import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Empty, Id } from '../text.ts';
import { exampleUserRecord, UserChange, UserRecord } from './user.ts';

const FREE = { additionalProperties: Type.Unknown() };

/** The preferences inside the legacy user record (ios-app 5.4). */
export const LegacyPreferences = Type.Object(
  {
    units: Type.Optional(
      Type.String({ description: '`metric` or `imperial`. Shared with the other preferences.' }),
    ),
    hourFormat: Type.Optional(
      Type.Number({ description: '24 or 12. Shared with the other preferences, as their `hour_format`.' }),
    ),
    location_sharing: Type.Optional(Type.Boolean({ description: 'The same as in the other preferences.' })),
  },
  {
    ...FREE,
    title: 'LegacyPreferences',
    description:
      'A separate document, returned as it was sent. A new user has the `language` of the request that created the account, if it named one that the platform has.',
  },
);
export type LegacyPreferences = Static<typeof LegacyPreferences>;

export const LegacyUserRecord = Type.Object(
  {
    ...UserRecord.properties,
    photo: Type.String({ format: 'uri', description: 'The user’s picture, or the default picture.' }),
    photoUrl: Type.String({ format: 'uri', description: 'The same as `photo`.' }),
    preferences: LegacyPreferences,
  },
  { title: 'LegacyUserRecord' },
);
export type LegacyUserRecord = Static<typeof LegacyUserRecord>;

const given = Type.Object(
  {
    units: Type.Optional(
      Type.Union([Type.String({ maxLength: 1000 }), Type.Null()], {
        description: '`metric` or `imperial`; null for none.',
      }),
    ),
    hourFormat: Type.Optional(
      Type.Union([Type.Number(), Type.Null()], { description: '12 or 24; null for none.' }),
    ),
    location_sharing: Type.Optional(
      Type.Union([Type.Boolean(), Type.Null()], {
        description: 'Whether the app may share the location; null for no answer.',
      }),
    ),
  },
  {
    ...FREE,
    description: 'Merged like `preferences.update`, with the same limits. A member that is null is removed.',
  },
);

const params = Type.Object({ user_id: Id('`me`, `self` or a user id.') });
const path = '/v3/legacy/users/{user_id}';
const photo = 'https://casa.example/uploads/4f1b0c8f2d.png';
const reply = {
  ...exampleUserRecord,
  photo,
  photoUrl: photo,
  preferences: { units: 'metric', hourFormat: 24 },
};

export const legacyUsers = {
  get: operation({
    id: 'legacyUsers.get',
    summary: 'Read a user, with picture and preferences',
    description: 'The user record with the additional members that known apps expect.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: LegacyUserRecord,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply },
  }),
  update: operation({
    id: 'legacyUsers.update',
    summary: 'Change a user, the user’s picture or preferences',
    description: 'Members that are not sent stay as they are; `preferences` is merged recursively.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: Type.Object({ ...UserChange.properties, preferences: Type.Optional(given) }),
    reply: LegacyUserRecord,
    status: 200,
    errors: ['quota_exceeded', 'no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', preferences: { units: 'metric' } }, reply },
  }),
};
