import { type Static, Type } from 'typebox';
import { UserState } from '../enumerations.ts';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

/** A user (spec 2.3). Only the user's own token gets `secret` and `confirmation_hash`. */
export const UserRecord = Type.Object(
  {
    _id: Type.String({ description: 'Path `/v3/users/<user_id>`.' }),
    _rev: Type.String({ description: 'Revision marker, also the `ETag`.' }),
    active_ts: Timestamp,
    cdata: Type.Unknown({ description: 'The application’s own data, or null.' }),
    confirmation_hash: Type.Optional(
      Type.String({ description: 'Only for the user. Known clients check that it is there.' }),
    ),
    created: Timestamp,
    email: Type.String({ description: 'The user’s e-mail.' }),
    href: Type.String({ description: 'Path `/v3/users/<user_id>`.' }),
    id: Type.String({ description: 'User id.' }),
    inactive_ts: Timestamp,
    name: Type.String({ description: 'The user’s name.' }),
    namespace: Type.String({ description: 'Unique user namespace.' }),
    photoUrl: Type.Optional(
      Type.String({ format: 'uri', description: 'The user’s picture, if there is one.' }),
    ),
    secret: Type.Optional(Type.String({ description: 'Only for the user.' })),
    state: UserState,
    target_id: Type.String({ description: 'Id of the application the user belongs to.' }),
    type: Type.Literal('users', { description: 'Always `users`.' }),
    updated: Timestamp,
  },
  { title: 'UserRecord' },
);
export type UserRecord = Static<typeof UserRecord>;

export const exampleUserRecord: UserRecord = {
  _id: '/v3/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  _rev: '1-5f4dcc3b5aa765d61d8327deb882cf99',
  active_ts: '2026-01-02T03:04:05.678+0000',
  cdata: null,
  confirmation_hash: 'b1946ac92492d2347c6235b4d2611184',
  created: '2026-01-02T03:04:05.678+0000',
  email: 'ana@example.org',
  href: '/v3/users/0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  id: '0f5a3c1e-22a1-4f5b-8f5d-0f6f0c9a7b11',
  inactive_ts: '1970-01-01T00:00:00.000+0000',
  name: 'Ana Marques',
  namespace: 'casa.users.0f5a3c1e22a1',
  secret: 'azu_…',
  state: 'active',
  target_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20',
  type: 'users',
  updated: '2026-01-02T03:04:05.678+0000',
};

/** The members of the user record that a user may change. */
export const UserChange = Type.Object({
  name: Type.Optional(Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The user’s name.' })),
  photo: Type.Optional(
    Type.Union([Text({ maxLength: 2000 }), Type.Null()], {
      description: 'An `https` URL or the URL of an upload; null restores the default picture.',
    }),
  ),
  photoUrl: Type.Optional(
    Type.Union([Text({ maxLength: 2000 }), Type.Null()], { description: 'The same as `photo`.' }),
  ),
});
export type UserChange = Static<typeof UserChange>;

export const users = {
  get: operation({
    id: 'users.get',
    summary: 'Read a user',
    description: 'The path has `me` or `self` for the token’s own user, or a user id.',
    spec: '4.6',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: UserRecord,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: exampleUserRecord },
  }),
  update: operation({
    id: 'users.update',
    summary: 'Change a user',
    description: 'Changes name and picture. Members that are not sent stay as they are.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'PATCH', path: '/v3/users/{user_id}', input: 'json' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: UserChange,
    reply: UserRecord,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', name: 'Ana Marques' }, reply: exampleUserRecord },
  }),
};
