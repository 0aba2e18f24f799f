import { type Static, Type } from 'typebox';
import { operation } from '../operation.ts';
import { Id, Text } from '../text.ts';
import { Timestamp } from '../timestamp.ts';

const sums = {
  estimated: Type.Optional(
    Type.Number({
      description:
        'The part of `consumed`, or of `produced` for a counter of production, that was spread evenly over hours without a value. Absent when it is 0.',
    }),
  ),
  cost: Type.Optional(
    Type.Number({ description: 'Cost of `consumed` by the person’s tariff, in `currency`.' }),
  ),
};

export const EnergyBar = Type.Object(
  {
    timestamp: Timestamp,
    consumed: Type.Optional(
      Type.Number({ description: 'In kWh. Absent when no counter has a value for this time.' }),
    ),
    produced: Type.Optional(Type.Number({ description: 'In kWh. Absent without a counter of production.' })),
    ...sums,
  },
  { title: 'EnergyBar', description: 'An hour, a day or a month, by its beginning.' },
);
export type EnergyBar = Static<typeof EnergyBar>;

export const EnergyCounter = Type.Object(
  {
    channel: Type.String({ description: 'Channel id.' }),
    component: Type.String({ description: 'Component id.' }),
    property: Type.String({ description: 'Property id.' }),
    measures: Type.Enum(['home', 'device'], {
      type: 'string',
      description: '`home`: a meter. `device`: a device that measures its own energy.',
    }),
    consumed: Type.Optional(
      Type.Number({ description: 'In kWh. Absent for a counter of production, and without a value.' }),
    ),
    produced: Type.Optional(
      Type.Number({ description: 'In kWh. Absent for a counter of consumption, and without a value.' }),
    ),
    ...sums,
    resets: Type.Integer({ description: 'How many times the counter was reset.' }),
  },
  {
    title: 'EnergyCounter',
    description: 'The consumption that one energy counter counted in the whole range.',
  },
);
export type EnergyCounter = Static<typeof EnergyCounter>;

export const Energy = Type.Object(
  {
    bars: Type.Array(EnergyBar, {
      description:
        'Every bar of the range, oldest first. It is the sum of all meters or, without meters, of all devices, because a meter also counts the consumption of devices.',
    }),
    counters: Type.Array(EnergyCounter, { description: 'All counters of energy, also those not added up.' }),
    timezone: Type.String({ description: 'The time zone of days and months.' }),
    currency: Type.Optional(
      Type.String({ description: 'ISO 4217 code of the costs. Absent without a tariff.' }),
    ),
  },
  { title: 'Energy', description: 'The energy of a home, in kWh.' },
);
export type Energy = Static<typeof Energy>;

const instant = (description: string) => Type.Optional(Text({ maxLength: 40, description }));

export const energy = {
  read: operation({
    id: 'energy.read',
    summary: 'Read how much energy a home used and produced',
    description:
      'Computed from the hours of counters of energy; devices that measure only power are not included. A counter that falls begins a new count, and so does one that rises by more than 100 kWh in an hour. An increase between two values belongs to the hour of the first one; an increase over hours without a value is spread evenly over them, and is `estimated`. The past of a device begins with the first whole hour after the user got access to it.',
    origin: 'base',
    access: 'home',
    needs: 'history',
    bindings: [{ method: 'GET', path: '/v3/users/{user_id}/energy', input: 'query' }],
    params: Type.Object({ user_id: Id('`me`, `self` or a user id.') }),
    input: Type.Object({
      interval: Type.Optional(
        Type.Enum(['hour', 'day', 'month'], {
          type: 'string',
          description:
            'The length of a bar: `hour` by default, at most 800 bars; `day`, 400; or `month`, 120.',
        }),
      ),
      from: instant(
        'Bars that begin from this time on: ISO 8601 with an offset, or milliseconds since 1970. By default the beginning of the day, month or year of the last bar, for hours, days and months.',
      ),
      to: instant('Bars that begin before this time; now by default.'),
      tz: Type.Optional(
        Text({
          maxLength: 64,
          description:
            'The IANA time zone of days, months and tariff; by default that of the preferences, or UTC.',
        }),
      ),
      channel: Type.Optional(Text({ maxLength: 64, description: 'Only this device; a channel id.' })),
      group: Type.Optional(
        Text({
          maxLength: 64,
          description:
            'Only devices with a tile in this area or group; meters of the home only if it has no other.',
        }),
      ),
    }),
    reply: Energy,
    status: 200,
    errors: ['no_user', 'not_found', 'invalid_request'],
    example: {
      input: { user_id: 'me', interval: 'day', tz: 'Europe/Lisbon' },
      reply: {
        bars: [{ timestamp: '2026-01-02T00:00:00.000+0000', consumed: 8.42, cost: 1.6 }],
        counters: [
          {
            channel: '3f1d2c7e-8a64-4b0c-9a53-0d2b9a6f1c11',
            component: 'main',
            property: 'energy',
            measures: 'home',
            consumed: 8.42,
            cost: 1.6,
            resets: 0,
          },
        ],
        timezone: 'Europe/Lisbon',
        currency: 'EUR',
      },
    },
  }),
};
