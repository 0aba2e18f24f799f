import { type Static, Type } from 'typebox';
import { MAX_NAME_LENGTH } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const Wifi = Type.Object({
  ssid: Type.String({ description: 'Name of the network.' }),
  bssid: Type.String({ description: 'MAC address of the access point.' }),
});

const RADIUS = 'How far from its position the place reaches, in meters; 150 if absent.';

/** A place. All members but the radius are required, because a known app crashes without them (ios-app 2.2). */
export const Place = Type.Object(
  {
    id: Type.String({ description: '`home`, `work`, `gym`, `school`, or a generated id.' }),
    name: Type.String({ description: 'The names of home, work, gym and school cannot be changed.' }),
    address: Type.String({ description: 'Empty if unknown.' }),
    latitude: Type.Number({ description: 'Degrees; 0 if unknown.' }),
    longitude: Type.Number({ description: 'Degrees; 0 if unknown.' }),
    wifi: Type.Array(Wifi, { description: 'Networks by which a phone recognizes the place.' }),
    radius: Type.Optional(Type.Number({ description: RADIUS })),
  },
  { title: 'Place' },
);
export type Place = Static<typeof Place>;

export const PlaceList = Type.Object(
  {
    places: Type.Array(Place, {
      description: 'Home, work, gym and school, then the user’s other places, oldest first.',
    }),
  },
  { title: 'PlaceList' },
);
export type PlaceList = Static<typeof PlaceList>;

const WifiInput = Type.Object({
  ssid: Text({ maxLength: 100, description: 'Name of the network.' }),
  bssid: Text({ maxLength: 100, description: 'MAC address of the access point.' }),
});
const members = {
  address: Type.Optional(
    Type.Union([Text({ maxLength: 500 }), Type.Null()], { description: 'Postal address; null for none.' }),
  ),
  latitude: Type.Optional(Type.Number({ minimum: -90, maximum: 90, description: 'Degrees.' })),
  longitude: Type.Optional(Type.Number({ minimum: -180, maximum: 180, description: 'Degrees.' })),
  wifi: Type.Optional(
    Type.Array(WifiInput, {
      description: 'Networks by which a phone notices that it is there.',
      maxItems: 50,
    }),
  ),
  radius: Type.Optional(
    Type.Union([Type.Number({ minimum: 50, maximum: 10_000 }), Type.Null()], {
      description: `${RADIUS} Null removes it.`,
    }),
  ),
};
const name = Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The user’s name for it.' });

const user_id = Id('`me`, `self` or a user id.');
const place_id = Id('`home`, `work`, `gym`, `school`, or the id of another place.');
const path = '/v3/legacy/users/{user_id}/places';
const example: Place = {
  id: '0d9f5a0e-7a55-4b53-9a3a-5c2f2f0b8a11',
  name: 'Grandparents',
  address: 'Rua das Flores 7, Porto',
  latitude: 41.1432,
  longitude: -8.6145,
  wifi: [{ ssid: 'casa', bssid: '02:00:5e:10:00:01' }],
};
const { id: _id, ...exampleInput } = example;

export const places = {
  list: operation({
    id: 'places.list',
    summary: 'List a user’s places',
    description: 'Every user has home, work, gym and school.',
    origin: 'base',
    access: 'home',
    needs: 'view',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params: Type.Object({ user_id }),
    input: Empty,
    reply: PlaceList,
    list: { items: 'places' },
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: { places: [example] } },
  }),
  create: operation({
    id: 'places.create',
    summary: 'Add a place',
    description: 'A user can have up to 100 places in addition to home, work, gym and school.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params: Type.Object({ user_id }),
    input: Type.Object({ name, ...members }),
    reply: Place,
    status: 201,
    errors: ['quota_exceeded', 'no_user', 'not_found'],
    example: { input: { user_id: 'me', ...exampleInput }, reply: example },
  }),
  update: operation({
    id: 'places.update',
    summary: 'Change a place',
    description: 'Members that are not sent stay as they are.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'PATCH', path: `${path}/{place_id}`, input: 'json' }],
    params: Type.Object({ user_id, place_id }),
    input: Type.Object({ name: Type.Optional(name), ...members }),
    reply: Place,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', place_id: example.id, name: 'Grandparents' }, reply: example },
  }),
  remove: operation({
    id: 'places.remove',
    summary: 'Remove a place',
    description: 'Home, work, gym and school are cleared instead of removed.',
    origin: 'base',
    access: 'home',
    needs: 'manage',
    bindings: [{ method: 'DELETE', path: `${path}/{place_id}`, input: 'query' }],
    params: Type.Object({ user_id, place_id }),
    input: Empty,
    reply: Empty,
    status: 200,
    errors: ['no_user', 'not_found'],
    example: { input: { user_id: 'me', place_id: example.id }, reply: {} },
  }),
};
