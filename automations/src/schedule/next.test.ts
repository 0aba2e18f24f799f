import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextOf, type ScheduleTrigger } from './next.ts';
import { assertEqualToTemporal, firingsBetween } from './testing/agreement.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const at = (text: string) => Date.parse(text);
const LISBON = { zone: 'Europe/Lisbon', latitude: 38.72, longitude: -9.14 };
const TROMSO = { zone: 'Europe/Oslo', latitude: 69.65, longitude: 18.96 };

/** Homes whose zones change their clocks in unusual ways, with the days of 2026 on which they do. */
const CHANGES: readonly [string, readonly string[]][] = [
  ['Europe/Lisbon', ['2026-03-29', '2026-10-25']],
  ['America/New_York', ['2026-03-08', '2026-11-01']],
  ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
  ['Africa/Cairo', ['2026-04-24', '2026-10-30']],
  ['Africa/Casablanca', ['2026-02-15', '2026-03-22']],
  ['Antarctica/Troll', ['2026-03-29', '2026-10-25']],
];

const weekdays = fc.uniqueArray(fc.constantFrom('mo', 'tu', 'we', 'th', 'fr', 'sa', 'su'), { minLength: 1 });
const trigger: fc.Arbitrary<ScheduleTrigger> = fc.oneof(
  fc.record(
    {
      kind: fc.constant('time' as const),
      minute: fc.integer({ min: 0, max: 1439 }),
      days: weekdays as fc.Arbitrary<['mo']>,
    },
    { requiredKeys: ['kind', 'minute'] },
  ),
  fc.record({
    kind: fc.constant('sun' as const),
    event: fc.constantFrom('sunrise' as const, 'sunset' as const),
    offsetMs: fc.integer({ min: -12 * HOUR, max: 12 * HOUR }),
  }),
  fc.record({
    kind: fc.constant('every' as const),
    periodMs: fc.integer({ min: 1_000, max: 30 * DAY }),
    since: fc.integer({ min: 0, max: at('2040-01-01T00:00Z') }),
  }),
);
const home = fc.record({
  zone: fc.constantFrom(...CHANGES.map(([zone]) => zone), 'Europe/Oslo', 'Pacific/Apia', 'America/Nuuk'),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
});
const moment = fc.integer({ min: at('2000-01-01T00:00Z'), max: at('2040-01-01T00:00Z') });

describe('the next time of a trigger', () => {
  it('returns the first matching time after the given one', () => {
    fc.assert(
      fc.property(
        trigger,
        moment,
        home,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (each, after, where, part) => {
          const next = nextOf(each, after, where);
          assert.ok(next !== undefined && next.at > after);
          const between = after + Math.floor((next.at - 1 - after) * part);
          assert.deepEqual(nextOf(each, between, where), next);
        },
      ),
      { numRuns: 500 },
    );
  });

  for (const [zone, changes] of CHANGES) {
    it(`returns one time a day for each of 48 half-hours around the changes of ${zone}`, () => {
      for (const date of changes) {
        const noon = at(`${date}T12:00Z`);
        const dates = [-2, -1, 0, 1, 2].map((days) => new Date(noon + days * DAY).toISOString().slice(0, 10));
        for (let minute = 0; minute < 1440; minute += 30) {
          const found = firingsBetween({ kind: 'time', minute }, { zone }, noon - 5 * DAY, noon + 5 * DAY);
          const days = found.map((time) => dateIn(zone, time)).filter((day) => dates.includes(day));
          assert.deepEqual(days, dates, `${zone} minute ${minute}`);
        }
      }
    });
  }

  it('equals Temporal for a time of a sample of zones and years', () => {
    const zones = Intl.supportedValuesOf('timeZone');
    const year = fc.integer({ min: 2000, max: 2037 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), year, fc.integer({ min: 0, max: 1439 }), assertEqualToTemporal),
      { numRuns: 40 },
    );
  });

  it('moves a time in the gap by the gap, and takes the first of two', () => {
    const next = (minute: number, after: string) =>
      new Date(nextOf({ kind: 'time', minute }, at(after), LISBON)?.at ?? 0).toISOString();
    assert.equal(next(90, '2026-03-28T12:00Z'), '2026-03-29T01:30:00.000Z');
    assert.equal(next(90, '2026-10-24T12:00Z'), '2026-10-25T00:30:00.000Z');
    assert.equal(next(90, '2026-10-25T00:30Z'), '2026-10-26T01:30:00.000Z');
  });

  it('leaves out a date that the zone skipped, and fires on the next date for a gap that ends there', () => {
    const apia = { kind: 'time', minute: 420, days: ['fr'] } as const;
    const found = firingsBetween(
      apia,
      { zone: 'Pacific/Apia' },
      at('2011-12-24T00:00Z'),
      at('2012-01-08T00:00Z'),
    );
    assert.deepEqual(
      found.map((time) => new Date(time).toISOString()),
      ['2012-01-05T17:00:00.000Z'],
    );
    const nuuk = firingsBetween(
      { kind: 'time', minute: 1410 },
      { zone: 'America/Nuuk' },
      at('2024-03-30T12:00Z'),
      at('2024-04-01T12:00Z'),
    );
    assert.deepEqual(
      nuuk.map((time) => new Date(time).toISOString()),
      ['2024-03-31T01:30:00.000Z', '2024-04-01T00:30:00.000Z'],
    );
  });

  it('returns only the days of the week that a trigger names', () => {
    const found = firingsBetween(
      { kind: 'time', minute: 30, days: ['mo', 'we'] },
      LISBON,
      at('2026-06-01T00:00Z'),
      at('2026-06-15T00:00Z'),
    );
    assert.deepEqual(
      found.map((time) => new Date(time).toISOString().slice(0, 10)),
      // Half past midnight in Lisbon is still the day before in UTC.
      ['2026-06-02', '2026-06-07', '2026-06-09', '2026-06-14'],
    );
  });

  it('counts an interval in elapsed time, also over a change of the clock', () => {
    const since = at('2026-03-28T23:50Z');
    const found = firingsBetween(
      { kind: 'every', periodMs: HOUR, since },
      LISBON,
      since,
      since + 5 * HOUR + 1,
    );
    assert.deepEqual(
      found.map((time) => time - since),
      [1, 2, 3, 4, 5].map((hours) => hours * HOUR),
    );
  });

  it('follows the sun of each local date, with the offset', () => {
    const sunset = { kind: 'sun', event: 'sunset', offsetMs: -15 * 60_000 } as const;
    const next = nextOf(sunset, at('2026-06-21T00:00Z'), LISBON);
    const minute = Math.round((next?.at ?? 0) / 60_000) * 60_000;
    // The almanac gives 21:05 in Lisbon.
    assert.ok(Math.abs(minute - at('2026-06-21T19:50Z')) <= 60_000, new Date(minute).toISOString());
    const year = firingsBetween(sunset, LISBON, at('2026-01-01T00:00Z'), at('2027-01-01T00:00Z'));
    assert.equal(new Set(year.map((time) => dateIn(LISBON.zone, time))).size, 365);
  });

  it('says once a day that the sun does not rise or set', () => {
    const sunrise = { kind: 'sun', event: 'sunrise', offsetMs: 0 } as const;
    let after = at('2026-12-10T11:30Z');
    for (let count = 0; count < 10; count += 1) {
      const next = nextOf(sunrise, after, TROMSO);
      assert.equal(next?.kind, 'no-sun');
      assert.equal(next?.at, at('2026-12-11T11:00Z') + count * DAY);
      after = next?.at ?? 0;
    }
  });

  it('returns no time by the sun for a home without a position', () => {
    const sunrise = { kind: 'sun', event: 'sunrise', offsetMs: 0 } as const;
    assert.equal(nextOf(sunrise, 0, { zone: 'Europe/Lisbon' }), undefined);
  });
});

function dateIn(zone: string, time: number): string {
  return new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' }).format(time);
}
