import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Property } from '@azulejo/contract';
import fc from 'fast-check';
import { WEEKDAYS } from './schedule-layouts.ts';
import { readSchedule, type SwitchPoint, scheduleWrites } from './schedules.ts';

const propertyOf = (id: string, schema = 'text', io = 'rws'): Property =>
  ({ id, schema: `https://home.example.org/v3/schemas/${schema}`, io }) as Property;
const daysOf = (prefix: string, schema = 'text', io = 'rws'): Property[] =>
  WEEKDAYS.map((day) => propertyOf(`${prefix}-${day}`, schema, io));

/** Reads the schedule of a device with these properties and these values. */
const read = (properties: readonly Property[], values: Readonly<Record<string, unknown>>) =>
  readSchedule(properties, (id) => values[id]);
const everyDay = (prefix: string, text: string): Record<string, string> =>
  Object.fromEntries(WEEKDAYS.map((day) => [`${prefix}-${day}`, text]));

const at = (time: string, temperature: number): SwitchPoint => {
  const [hours, minutes] = time.split(':').map(Number);
  return { minute: (hours ?? 0) * 60 + (minutes ?? 0), temperature };
};

const twelve = (suffix: string, separator: string): string =>
  ['06:00/20', '11:30/21', '13:30/22', '17:30/23.5']
    .concat(
      ['06:00/24', '12:00/23', '14:30/22', '17:30/21'],
      ['06:00/19', '12:30/20', '14:30/21', '18:30/20'],
    )
    .map((point) => `${point}${suffix}`)
    .join(separator);

/** Every layout of the catalogue, with a text that such a device reports. */
const devices: readonly {
  readonly name: string;
  readonly properties: readonly Property[];
  readonly values: Readonly<Record<string, unknown>>;
  /** The number of programs. */
  readonly programs: number;
}[] = [
  {
    name: 'Tuya, with one text of four points a day',
    properties: daysOf('schedule'),
    values: everyDay('schedule', '06:00/20.0 08:00/16.5 17:00/21.0 22:00/16.0'),
    programs: 7,
  },
  {
    name: 'Sunricher, without decimals',
    properties: daysOf('schedule'),
    values: everyDay('schedule', '06:00/20 08:00/16.25 17:00/21 22:00/16'),
    programs: 7,
  },
  {
    name: 'Slacky-DIY, with a unit',
    properties: ['monday', 'saturday', 'sunday'].map((day) => propertyOf(`schedule-${day}`, 'text', 'rs')),
    values: everyDay('schedule', '06:00/20°C 08:00/16.5°C'),
    programs: 3,
  },
  {
    name: 'SONOFF',
    properties: daysOf('weekly-schedule'),
    values: everyDay('weekly-schedule', '00:00/17 06:30/21.5'),
    programs: 7,
  },
  {
    name: 'Tuya TS0601_thermostat',
    properties: [propertyOf('workdays-schedule'), propertyOf('holidays-schedule')],
    values: {
      'workdays-schedule': '06:00/20°C 08:00/15°C 11:30/15°C 12:30/15°C 17:30/20°C 22:00/15°C',
      'holidays-schedule': '06:00/20°C 08:00/15°C 11:30/15°C 12:30/15°C 17:30/20°C 22:00/15°C',
    },
    programs: 2,
  },
  {
    name: 'Moes ZHT-S03',
    properties: [propertyOf('schedule-weekday'), propertyOf('schedule-holiday')],
    values: {
      'schedule-weekday': '06:00/20.0°C 08:00/15.0°C 11:30/15.0°C 12:30/15.0°C 17:30/20.5°C 22:00/15.0°C',
      'schedule-holiday': '06:00/20.0°C 22:00/15.0°C',
    },
    programs: 2,
  },
  {
    name: 'Moes BRT-100-TRV, with two spaces',
    properties: [propertyOf('programming-mode')],
    values: { 'programming-mode': twelve('°C', '  ') },
    programs: 3,
  },
  {
    name: 'Gluon ST001',
    properties: [propertyOf('schedule-text')],
    values: { 'schedule-text': twelve('', ' ') },
    programs: 3,
  },
  {
    name: 'Tuya X5H-GB-B',
    properties: [propertyOf('schedule')],
    values: { schedule: '06:00/20.5 08:00/15 11:30/15 13:30/15 17:00/22 22:00/15 06:00/20 22:00/15' },
    programs: 2,
  },
  {
    name: 'Sber SBDV-00205, with a text for each day in one value',
    properties: [propertyOf('schedule', 'composite'), propertyOf('clear-weekly-schedule', 'choice')],
    values: { schedule: Object.fromEntries(WEEKDAYS.map((day) => [day, '06:00/20 22:00/16.5'])) },
    programs: 7,
  },
];

describe('schedules', () => {
  for (const { name, properties, values, programs } of devices) {
    it(`reads and writes the schedule of ${name}`, () => {
      const schedule = read(properties, values);
      assert.ok(schedule);
      assert.equal(schedule.programs.length, programs);
      const same = new Map(schedule.programs.map(({ points }, index) => [index, points ?? []]));
      const written = scheduleWrites(schedule, same);
      assert.deepEqual(
        Object.fromEntries(written.map(({ property, data }) => [property, data])),
        Object.fromEntries(Object.keys(pick(values, properties)).map((id) => [id, values[id]])),
      );
    });
  }

  it('writes any points in the style of each device, and reads the same points again', () => {
    const point = fc
      .tuple(fc.integer({ min: 1, max: 1439 }), fc.integer({ min: 8, max: 70 }))
      .map(([minute, half]) => ({ minute, temperature: half / 2 }));
    for (const { properties, values } of devices) {
      const schedule = read(properties, values);
      assert.ok(schedule);
      const programs = schedule.programs.map(({ min, max }) =>
        fc.uniqueArray(point, { minLength: min, maxLength: max, selector: ({ minute }) => minute }),
      );
      fc.assert(
        fc.property(fc.tuple(...programs), (wanted) => {
          const changes = new Map(wanted.map((points, index) => [index, points]));
          const writes = scheduleWrites(schedule, changes);
          const again = read(properties, {
            ...values,
            ...Object.fromEntries(writes.map(({ property, data }) => [property, data])),
          });
          const sorted = wanted.map((points) => points.toSorted((one, other) => one.minute - other.minute));
          assert.deepEqual(
            again?.programs.map(({ points }) => points),
            sorted,
          );
        }),
        { numRuns: 60 },
      );
    }
  });

  it('never throws, whatever a device reports', () => {
    const odd = fc.oneof(
      fc.anything(),
      fc.stringMatching(/^([0-3]?\d:\d\d\/\d{1,3}(\.\d)?(°C)? {0,2}){0,14}$/),
    );
    fc.assert(
      fc.property(fc.constantFrom(...devices), odd, ({ properties, values }, data) => {
        const [first = ''] = Object.keys(values);
        read(properties, { ...values, [first]: data });
      }),
    );
  });

  it('gives an hour a leading zero and sorts by time', () => {
    const schedule = read(daysOf('weekly-schedule'), everyDay('weekly-schedule', '0:00/17 6:30/21'));
    assert.ok(schedule);
    const points = [at('22:00', 17), at('00:00', 16.5)];
    assert.deepEqual(scheduleWrites(schedule, new Map([[0, points]])), [
      { property: 'weekly-schedule-monday', data: '00:00/16.5 22:00/17' },
    ]);
  });

  it('keeps the other programs of a text when one is changed', () => {
    const schedule = read([propertyOf('schedule-text')], { 'schedule-text': twelve('', ' ') });
    assert.ok(schedule);
    const saturday = [at('07:00', 18), at('09:00', 19), at('11:00', 20), at('23:00', 17)];
    const [write] = scheduleWrites(schedule, new Map([[1, saturday]]));
    assert.equal(
      write?.data,
      '06:00/20 11:30/21 13:30/22 17:30/23.5 07:00/18 09:00/19 11:00/20 23:00/17 06:00/19 12:30/20 14:30/21 18:30/20',
    );
  });

  it('changes one day of a value that contains all days', () => {
    const properties = [propertyOf('schedule', 'composite'), propertyOf('clear-weekly-schedule', 'choice')];
    const schedule = read(properties, { schedule: { monday: '06:00/20', tuesday: '07:00/19' } });
    assert.ok(schedule);
    const changes = new Map([
      [1, [at('08:00', 21)]],
      [2, [at('09:00', 22)]],
    ]);
    assert.deepEqual(scheduleWrites(schedule, changes), [
      { property: 'schedule', data: { monday: '06:00/20', tuesday: '08:00/21', wednesday: '09:00/22' } },
    ]);
  });

  it('lets people fill an empty schedule if the number of its points is not fixed', () => {
    const empty = read(daysOf('weekly-schedule'), {});
    assert.deepEqual(
      empty?.programs.map(({ points, isWritable, min, max }) => [points, isWritable, min, max]),
      WEEKDAYS.map(() => [undefined, true, 1, 6]),
    );
    const fixed = read(daysOf('schedule'), {});
    assert.ok(fixed?.programs.every(({ isWritable }) => !isWritable));
  });

  it('takes the number of points of an unknown day from the days that are known', () => {
    const schedule = read(daysOf('schedule'), { 'schedule-monday': '06:00/20.0 22:00/16.0' });
    assert.deepEqual(
      schedule?.programs.map(({ isWritable, min, max }) => [isWritable, min, max]),
      WEEKDAYS.map(() => [true, 2, 2]),
    );
  });

  it('allows twelve points where the thermostat has groups of programs', () => {
    const properties = [...daysOf('weekly-schedule'), propertyOf('schedule-active-group', 'choice')];
    assert.equal(read(properties, {})?.programs[0]?.max, 12);
  });

  it('does not let people change what the device only reports', () => {
    const schedule = read(daysOf('schedule', 'text', 'rs'), everyDay('schedule', '06:00/20°C'));
    assert.ok(schedule?.programs.every(({ isWritable, points }) => !isWritable && points?.length === 1));
  });

  const notUnderstood: readonly (readonly [string, readonly Property[], Record<string, unknown>])[] = [
    ['presets', daysOf('weekly-schedule'), everyDay('weekly-schedule', '08:00/home, 22:00/sleep')],
    ['ends of periods', daysOf('schedule'), everyDay('schedule', '06:00/21.5 17:20/26 24:00/18')],
    ['times that are not in order', daysOf('schedule'), everyDay('schedule', '08:00/21 06:00/17')],
    ['too few points', [propertyOf('schedule-text')], { 'schedule-text': '06:00/20 11:30/21' }],
    ['a text that is too long', daysOf('schedule'), everyDay('schedule', '06:00/20 '.repeat(80))],
    ['JSON', daysOf('schedule'), everyDay('schedule', '[{"time":"06:30","temp":20}]')],
    [
      'an upload apart',
      [...daysOf('weekly-schedule'), propertyOf('save-schedule', 'choice')],
      everyDay('weekly-schedule', ''),
    ],
    [
      'another week',
      [propertyOf('schedule-mode'), ...['monday', 'sunday'].map((day) => propertyOf(`schedule-${day}`))],
      {},
    ],
    ['a switch', [propertyOf('schedule', 'boolean'), propertyOf('schedule-settings')], {}],
    ['no schedule', [propertyOf('battery', 'percentage')], {}],
  ];
  for (const [what, properties, values] of notUnderstood)
    it(`does not change what it does not understand: ${what}`, () => {
      assert.equal(read(properties, values), undefined);
    });
});

const pick = (values: Readonly<Record<string, unknown>>, properties: readonly Property[]) =>
  Object.fromEntries(Object.entries(values).filter(([id]) => properties.some((each) => each.id === id)));
