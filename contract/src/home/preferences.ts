import { type Static, Type } from 'typebox';
import { MAX_FAVOURITES, MAX_LAMP_GROUPS, MAX_LAMPS, MAX_NAME_LENGTH, MAX_TILE_ICONS } from '../limits.ts';
import { operation } from '../operation.ts';
import { Empty, Id, Text } from '../text.ts';

const FREE = { additionalProperties: Type.Unknown() };

const words = {
  units: '`metric` or `imperial`. Shared with the legacy user record.',
  hour_format: '`24h` or `12h`. Shared with the legacy user record, as its `hourFormat`.',
  timezone: 'The phone’s time zone: a name in the time zone database, e.g. `Europe/Lisbon`.',
  currency: 'ISO 4217 code, e.g. `EUR`.',
  language: 'E.g. `pt`.',
  locale: 'E.g. `pt_PT`.',
  notifications: 'A string: with an object here, a known app fails to sign in.',
};

const FAVOURITES =
  'Ids of tiles and groups of lamps, in the person’s order, at most 100. A tile that was removed may still be named. Stays unchanged unless it is sent.';

export const LAMP_GROUPS =
  'Groups of lamps that Home shows as one tile, at most 50. A tile that was removed may still be named. Stays unchanged unless it is sent.';

export const LampGroup = Type.Object(
  {
    id: Text({
      minLength: 1,
      maxLength: 64,
      description: 'Chosen by the application; `favourites` may name it.',
    }),
    name: Text({ minLength: 1, maxLength: MAX_NAME_LENGTH, description: 'The name on the tile.' }),
    tiles: Type.Array(Id('Tile id.'), {
      minItems: 1,
      maxItems: MAX_LAMPS,
      uniqueItems: true,
      description: 'The tiles of its lamps.',
    }),
  },
  { additionalProperties: false },
);

export const TILE_ICONS =
  'Icons that the person chose for tiles, at most 100. A tile that was removed may still be named. Stays unchanged unless it is sent.';

export const TileIcon = Type.Enum(
  [
    'lamp',
    'christmas-tree',
    'television',
    'games-console',
    'speaker',
    'record-player',
    'computer',
    'printer',
    'router',
    'washing-machine',
    'dishwasher',
    'fridge',
    'cooker',
    'microwave',
    'coffee-machine',
    'heater',
    'fan',
    'air-conditioner',
    'vacuum-cleaner',
    'pump',
    'plant',
    'car',
    'tool',
  ],
  { type: 'string', title: 'TileIcon', description: 'What the device is, as the person sees it.' },
);
export type TileIcon = Static<typeof TileIcon>;

export const OwnIcon = Type.Object(
  { tile: Id('Tile id.'), icon: TileIcon },
  { additionalProperties: false, description: 'The icon of one tile.' },
);

const HOME_ZONE =
  'The time zone of the home, by which automations run: a name in the time zone database. Without it, `homeTime.get` returns the one in use. Does not change unless it is sent.';

const SHARING =
  'Whether reports of the user’s location are accepted; true by default. Stays unchanged unless it is sent.';

const TIME = '^([01][0-9]|2[0-3]):[0-5][0-9]$';
const Price = (description: string) => Type.Number({ minimum: 0, maximum: 1_000_000, description });
const Time = (description: string) => Type.String({ pattern: TIME, description });

const SECOND_RATE = 'A second rate at certain times. An hour with both rates is shared by its minutes.';

const secondRate = Type.Object(
  {
    price: Price('Price of a kWh at these times.'),
    from: Time('When it begins each day, e.g. `22:00`.'),
    to: Time('When it ends, e.g. `08:00`; before `from`, it is on the next day.'),
    weekends: Type.Boolean({ description: 'Whether it holds all Saturday and Sunday, too.' }),
  },
  { description: SECOND_RATE },
);

const TARIFF =
  'The price of energy, for `energy.read`. Does not change unless it is sent; a `second` that is null removes the second rate.';
const tariffMembers = {
  currency: Type.String({ pattern: '^[A-Z]{3}$', description: 'ISO 4217 code, e.g. `EUR`.' }),
  price: Price('Price of a kWh.'),
};

export const Tariff = Type.Object(
  { ...tariffMembers, second: Type.Optional(secondRate) },
  { title: 'Tariff', description: TARIFF },
);
export type Tariff = Static<typeof Tariff>;

/** Describes a member of a request. Null removes the member. */
const Removable = (description: string) =>
  Type.Optional(Type.Union([Text({ maxLength: 1000 }), Type.Null()], { description }));
const Kept = (description: string) => Type.Optional(Type.String({ description }));

/** Settings of the home, which known apps read and change with the preferences of its owner. */
export const homeSettings = {
  tariff: Type.Optional(
    Type.Union(
      [
        Type.Object({
          ...tariffMembers,
          second: Type.Optional(Type.Union([secondRate, Type.Null()], { description: SECOND_RATE })),
        }),
        Type.Null(),
      ],
      { description: TARIFF },
    ),
  ),
  lamp_groups: Type.Optional(
    Type.Union([Type.Array(LampGroup, { maxItems: MAX_LAMP_GROUPS }), Type.Null()], {
      description: LAMP_GROUPS,
    }),
  ),
  tile_icons: Type.Optional(
    Type.Union([Type.Array(OwnIcon, { maxItems: MAX_TILE_ICONS }), Type.Null()], {
      description: TILE_ICONS,
    }),
  ),
};

const given = Type.Object(
  {
    units: Removable(words.units),
    hour_format: Removable(words.hour_format),
    timezone: Removable(words.timezone),
    home_timezone: Type.Optional(
      Type.Union([Text({ maxLength: 64 }), Type.Null()], { description: HOME_ZONE }),
    ),
    currency: Removable(words.currency),
    language: Removable(words.language),
    locale: Removable(words.locale),
    notifications: Removable(words.notifications),
    location_sharing: Type.Optional(Type.Union([Type.Boolean(), Type.Null()], { description: SHARING })),
    favourites: Type.Optional(
      Type.Union([Type.Array(Id('Tile id.'), { maxItems: MAX_FAVOURITES, uniqueItems: true }), Type.Null()], {
        description: FAVOURITES,
      }),
    ),
    ...homeSettings,
  },
  FREE,
);

export const Preferences = Type.Object(
  {
    units: Kept(words.units),
    hour_format: Kept(words.hour_format),
    timezone: Kept(words.timezone),
    home_timezone: Kept(HOME_ZONE),
    currency: Kept(words.currency),
    language: Kept(words.language),
    locale: Kept(words.locale),
    notifications: Kept(words.notifications),
    location_sharing: Type.Optional(Type.Boolean({ description: SHARING })),
    favourites: Type.Optional(Type.Array(Type.String(), { description: FAVOURITES })),
    tariff: Type.Optional(Tariff),
    lamp_groups: Type.Optional(Type.Array(LampGroup, { description: LAMP_GROUPS })),
    tile_icons: Type.Optional(Type.Array(OwnIcon, { description: TILE_ICONS })),
  },
  { ...FREE, title: 'Preferences', description: 'Returned exactly as they were sent. New users have `{}`.' },
);
export type Preferences = Static<typeof Preferences>;

const BOUNDS =
  'Any members are allowed, up to 16 KB of JSON and 8 levels deep, without null in lists. A member that is null is removed.';

const params = Type.Object({ user_id: Id('`me`, `self` or a user id.') });
const path = '/v3/users/{user_id}/preferences';
const example: Preferences = { units: 'metric', hour_format: '24h', timezone: 'Europe/Lisbon' };

export const preferences = {
  get: operation({
    id: 'preferences.get',
    summary: 'Read a user’s preferences',
    description: 'Every user has preferences; they are empty at first.',
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'GET', path, input: 'query' }],
    params,
    input: Empty,
    reply: Preferences,
    status: 200,
    errors: ['no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me' }, reply: example },
  }),
  update: operation({
    id: 'preferences.update',
    summary: 'Change some of a user’s preferences',
    description: `Objects are merged; any other value replaces the previous one. ${BOUNDS}`,
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'PATCH', path, input: 'json' }],
    params,
    input: given,
    reply: Preferences,
    status: 200,
    errors: ['quota_exceeded', 'no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', units: 'metric' }, reply: example },
  }),
  replace: operation({
    id: 'preferences.replace',
    summary: 'Replace a user’s preferences',
    description: `Members that are not sent are removed, except \`location_sharing\`, \`favourites\`, \`lamp_groups\`, \`tile_icons\`, \`tariff\` and \`home_timezone\`. ${BOUNDS}`,
    origin: 'base',
    access: 'user-resource',
    needs: 'account',
    bindings: [{ method: 'POST', path, input: 'json' }],
    params,
    input: given,
    reply: Preferences,
    status: 200,
    errors: ['quota_exceeded', 'no_user', 'not_found', 'precondition_failed'],
    example: { input: { user_id: 'me', ...example }, reply: example },
  }),
};
