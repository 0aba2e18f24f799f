import { type Static, Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';
import { homeSettings, LAMP_GROUPS, LampGroup, OwnIcon, Tariff, TILE_ICONS } from './preferences.ts';

const id = Type.String({
  description: 'Names the home in paths and topics, in place of `me`: `h_` and its id.',
});
const name = Type.Optional(
  Type.String({ description: 'Absent until somebody names it; then it is its owner’s home.' }),
);
const owner = Type.Object(
  {
    id: Type.String({ description: 'The person’s id.' }),
    name: Type.String({ description: 'The person’s name.' }),
  },
  { description: 'The person whose home it is.' },
);

export const HomeListEntry = Type.Object(
  {
    id,
    name,
    owner,
    role: Type.Enum(['owner'], { type: 'string', description: 'What the caller is in it.' }),
  },
  { title: 'HomeListEntry', description: 'A home that the person can open.' },
);

export const Home = Type.Object(
  {
    id,
    name,
    owner,
    timezone: Type.Optional(Type.String({ description: 'The time zone that was chosen for it.' })),
    tariff: Type.Optional(Tariff),
    lamp_groups: Type.Optional(Type.Array(LampGroup, { description: LAMP_GROUPS })),
    tile_icons: Type.Optional(Type.Array(OwnIcon, { description: TILE_ICONS })),
  },
  { title: 'Home', description: 'A home, and what is said of it as a whole.' },
);
export type Home = Static<typeof Home>;

export const HomeList = Type.Object(
  { elements: Type.Array(HomeListEntry, { description: 'At present one.' }) },
  { title: 'HomeList', description: 'The person’s own home comes first.' },
);
export type HomeList = Static<typeof HomeList>;

const ZONE =
  'The time zone of the home, by which automations run: a name in the time zone database. Null lets `homeTime.get` propose one.';

const params = Type.Object({ user_id: Id('`me`, `self`, a user id, or `h_` and the id of a home.') });
const path = '/v3/users/{user_id}/home';
const example = { id: 'h_6f2c', owner: { id: '6f2c', name: 'Ana Silva' } };

export const homes = {
  list: operation({
    id: 'homes.list',
    summary: 'List the homes that a person can open',
    description: 'Everybody has an own home from sign-up.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/homes', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Empty,
    reply: HomeList,
    list: { items: 'elements' },
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me' }, reply: { elements: [{ ...example, role: 'owner' }] } },
  }),
  get: operation({
    id: 'homes.get',
    summary: 'Read a home',
    description: 'Its name and settings. The settings of one’s own home are members of the preferences, too.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: Home,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { ...example, name: 'Seaside', timezone: 'Europe/Lisbon' } },
  }),
  update: operation({
    id: 'homes.update',
    summary: 'Change a home',
    description: 'Only members that are sent change; null removes one.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: Type.Object({
      name: Type.Optional(
        Type.Union([Text({ minLength: 1, maxLength: MAX_NAME_LENGTH }), Type.Null()], {
          description: 'What people call it.',
        }),
      ),
      timezone: Type.Optional(Type.Union([Text({ maxLength: 64 }), Type.Null()], { description: ZONE })),
      ...homeSettings,
    }),
    reply: Home,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed', 'quota_exceeded'],
    example: {
      input: { user_id: 'me', name: 'Seaside' },
      reply: { ...example, name: 'Seaside', timezone: 'Europe/Lisbon' },
    },
  }),
};
