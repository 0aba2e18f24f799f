import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { nextOf } from './next.ts';
import { type HomeTime, isSunUp } from './sun.ts';
import { isWithin, type TimeWindow } from './window.ts';

const at = (text: string) => Date.parse(text);
const LISBON = { zone: 'Europe/Lisbon', latitude: 38.72, longitude: -9.14 };
const within = (window: TimeWindow, text: string) => isWithin(window, at(text), LISBON);

describe('a window of the day', () => {
  it('includes the start of a window and excludes its end, over midnight too', () => {
    const night = { from: 22 * 60, to: 6 * 60 };
    assert.equal(within(night, '2026-01-10T21:59:59.999Z'), false);
    assert.equal(within(night, '2026-01-10T22:00Z'), true);
    assert.equal(within(night, '2026-01-11T05:59:59.999Z'), true);
    assert.equal(within(night, '2026-01-11T06:00Z'), false);
  });

  it('assigns a window to the day of the week on which it begins', () => {
    const fridayNight: TimeWindow = { from: 22 * 60, to: 6 * 60, days: ['fr'] };
    assert.equal(within(fridayNight, '2026-01-09T23:00Z'), true);
    assert.equal(within(fridayNight, '2026-01-10T03:00Z'), true);
    assert.equal(within(fridayNight, '2026-01-10T23:00Z'), false);
    assert.equal(within(fridayNight, '2026-01-09T03:00Z'), false);
  });

  it('lasts all day when both ends of a window are midnight', () => {
    const saturday: TimeWindow = { from: 0, to: 0, days: ['sa'] };
    assert.equal(within(saturday, '2026-01-10T00:00Z'), true);
    assert.equal(within(saturday, '2026-01-10T23:59Z'), true);
    assert.equal(within(saturday, '2026-01-11T00:00Z'), false);
  });

  it('includes both times of an hour that comes twice', () => {
    const quarters: TimeWindow = { from: 75, to: 105 };
    const isIn = (text: string) => isWithin(quarters, at(text), { zone: 'Europe/Lisbon' });
    const times = ['00:10', '00:30', '00:50', '01:10', '01:30', '01:50', '02:30'];
    assert.deepEqual(
      times.map((time) => isIn(`2026-10-25T${time}Z`)),
      [false, true, false, false, true, false, false],
    );
  });

  it('begins and ends a window when triggers at its ends fire, on days when the clock changes too', () => {
    const minute = fc.integer({ min: 0, max: 1439 });
    const zone = fc.constantFrom('Europe/Lisbon', 'Australia/Lord_Howe', 'Africa/Cairo', 'Antarctica/Troll');
    const moment = fc.oneof(
      fc.integer({ min: at('2026-03-27T00:00Z'), max: at('2026-04-06T00:00Z') }),
      fc.integer({ min: at('2026-10-02T00:00Z'), max: at('2026-11-01T00:00Z') }),
    );
    fc.assert(
      fc.property(minute, minute, zone, moment, (from, to, name, after) => {
        // A window that both begins and ends in the hours that a clock skips or repeats may be empty.
        fc.pre(Math.abs(from - to) > 180);
        const home = { zone: name };
        const start = nextOf({ kind: 'time', minute: from }, after, home)?.at ?? 0;
        const end = nextOf({ kind: 'time', minute: to }, start, home)?.at ?? 0;
        const states = [start - 1, start, end - 1, end].map((time) => isWithin({ from, to }, time, home));
        assert.deepEqual(states, [false, true, true, false]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('the sun of a home', () => {
  it('considers the sun up between the triggers for sunrise and sunset', () => {
    const place = fc.record({
      zone: fc.constantFrom('Europe/Lisbon', 'Asia/Shanghai', 'Atlantic/Reykjavik', 'Pacific/Apia'),
      latitude: fc.double({ min: -60, max: 60, noNaN: true }),
    });
    const longitudes: Record<string, number> = {
      'Europe/Lisbon': -9.14,
      'Asia/Shanghai': 76,
      'Atlantic/Reykjavik': -21.9,
      'Pacific/Apia': -171.8,
    };
    const moment = fc.integer({ min: at('2020-01-01T00:00Z'), max: at('2030-01-01T00:00Z') });
    fc.assert(
      fc.property(place, moment, ({ zone, latitude }, after) => {
        const home: HomeTime = { zone, latitude, longitude: longitudes[zone] };
        const sunrise = nextOf({ kind: 'sun', event: 'sunrise', offsetMs: 0 }, after, home)?.at ?? 0;
        const sunset = nextOf({ kind: 'sun', event: 'sunset', offsetMs: 0 }, sunrise, home)?.at ?? 0;
        const states = [sunrise - 1, sunrise, sunset - 1, sunset].map((time) => isSunUp(home, time));
        assert.deepEqual(states, [false, true, true, false]);
      }),
      { numRuns: 500 },
    );
  });

  it('considers the sun up in the polar day and down in the polar night', () => {
    const tromso = { zone: 'Europe/Oslo', latitude: 69.65, longitude: 18.96 };
    for (let hour = 0; hour < 48; hour += 1) {
      assert.equal(isSunUp(tromso, at('2026-06-20T00:00Z') + hour * 3_600_000), true);
      assert.equal(isSunUp(tromso, at('2026-12-20T00:00Z') + hour * 3_600_000), false);
    }
  });

  it('does not know whether the sun is up without a position', () => {
    assert.equal(isSunUp({ zone: 'Europe/Lisbon' }, 0), undefined);
  });
});
