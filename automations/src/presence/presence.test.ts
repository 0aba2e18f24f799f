import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { advance, ignore, presenceDue, report, UNKNOWN_PRESENCE } from './presence.ts';
import type { Fix, KnownPlace, Presence, Report, WifiReport } from './types.ts';

const START = Date.parse('2026-05-04T06:00Z');
const MINUTE = 60_000;
const METERS_PER_DEGREE = 111_195;
const ORIGIN = { latitude: 38.72, longitude: -9.14 };

/** Returns a position this far east of home, in meters. */
const east = (meters: number) => ({
  latitude: ORIGIN.latitude,
  longitude: ORIGIN.longitude + meters / (METERS_PER_DEGREE * Math.cos((ORIGIN.latitude * Math.PI) / 180)),
});
const HOME: KnownPlace = { id: 'home', ...ORIGIN, wifi: [{ ssid: 'casa', bssid: '02:00:5e:10:00:01' }] };
const WORK: KnownPlace = { id: 'work', ...east(5_000), wifi: [] };
const PLACES = [HOME, WORK];

const fix = (seconds: number, meters: number, accuracy = 20, phone = 'a'): Fix => ({
  kind: 'fix',
  phone,
  at: START + seconds * 1_000,
  accuracy,
  ...east(meters),
});
const wifi = (seconds: number, ssid: string, bssid: string, phone = 'a'): WifiReport => ({
  kind: 'wifi',
  phone,
  at: START + seconds * 1_000,
  ssid,
  bssid,
});
const after = (reports: readonly Report[], from: Presence = UNKNOWN_PRESENCE): Presence =>
  reports.reduce((presence, each) => report(presence, each, PLACES), from);

/** Returns each change of where the person is, with timers that fall due between the reports. */
function changesOf(reports: readonly Report[]): (string | null)[] {
  const changes: (string | null)[] = [];
  let presence = UNKNOWN_PRESENCE;
  const become = (next: Presence) => {
    if (next.whereabouts !== presence.whereabouts) changes.push(next.whereabouts);
    presence = next;
  };
  for (const each of reports) {
    const due = presenceDue(presence);
    if (due !== undefined && due <= each.at) become(advance(presence, due, PLACES));
    become(report(presence, each, PLACES));
  }
  return changes;
}

describe('presence of a person', () => {
  it('places a person as soon as a fix and its inaccuracy are inside the place', () => {
    assert.equal(after([fix(0, 131)]).whereabouts, null);
    assert.equal(after([fix(0, 129)]).whereabouts, 'home');
    assert.equal(after([fix(0, 40, 190)]).whereabouts, 'home');
    assert.equal(after([fix(0, 5_010)]).whereabouts, 'work');
  });

  it('uses the radius of a place, and ignores places without a position', () => {
    const wide = [{ ...HOME, radius: 1_000 }];
    assert.equal(report(UNKNOWN_PRESENCE, fix(0, 900), wide).whereabouts, 'home');
    const unset = [{ id: 'gym', latitude: 0, longitude: 0, wifi: [] }];
    const atZero: Fix = { ...fix(0, 0), latitude: 0, longitude: 0 };
    assert.equal(report(UNKNOWN_PRESENCE, atZero, unset).whereabouts, null);
  });

  it('keeps a person at a place until a second fix outside, which is not of the same burst', () => {
    const burst = after([fix(0, 0), fix(60, 260), fix(62, 265), fix(70, 262)]);
    assert.equal(burst.whereabouts, 'home');
    assert.equal(after([fix(75, 260)], burst).whereabouts, 'away');
    assert.equal(after([fix(80, 10), fix(95, 260)], burst).whereabouts, 'home');
  });

  it('keeps a person at a place within the margin of leaving', () => {
    const onTheEdge = Array.from({ length: 20 }, (_, index) => fix(60 * index, index % 2 ? 205 : 140));
    assert.deepEqual(changesOf([fix(-60, 0), ...onTheEdge]), ['home']);
  });

  it('marks a person as away three minutes after a single fix outside', () => {
    const seen = after([fix(0, 0), fix(60, 400)]);
    assert.equal(presenceDue(seen), START + 4 * MINUTE);
    assert.equal(advance(seen, START + 4 * MINUTE - 1, PLACES).whereabouts, 'home');
    const left = advance(seen, START + 4 * MINUTE, PLACES);
    assert.equal(left.whereabouts, 'away');
    assert.equal(presenceDue(left), undefined);
  });

  it('places a person where the network of the phone is, regardless of its fixes', () => {
    const online = after([wifi(0, 'casa', '2:0:5E:10:0:1'), fix(60, 400), fix(120, 400), fix(400, 420)]);
    assert.equal(online.whereabouts, 'home');
    assert.equal(after([wifi(420, '', '')], online).whereabouts, 'home');
    const offline = after([wifi(420, '', ''), fix(450, 420)], online);
    assert.equal(offline.whereabouts, 'away');
  });

  it('ignores a network that is out of reach, and a network name far from its place', () => {
    const left = after([wifi(0, 'casa', '02:00:5e:10:00:01'), fix(300, 2_000), fix(360, 2_400)]);
    assert.equal(left.whereabouts, 'away');
    assert.equal(after([wifi(400, 'casa', '02:00:5e:99:99:99')], left).whereabouts, 'away');
    assert.equal(after([wifi(0, 'casa', '')]).whereabouts, 'home');
  });

  it('moves a person from place to place', () => {
    assert.deepEqual(changesOf([fix(0, 0), fix(600, 5_000)]), ['home', 'work']);
  });

  it('follows the phone that reported last', () => {
    const both = after([fix(0, 0, 20, 'a'), fix(10, 5_000, 20, 'b')]);
    assert.equal(both.whereabouts, 'work');
    assert.equal(after([fix(20, 5, 20, 'a')], both).whereabouts, 'home');
    assert.equal(after([fix(30, 900, 20, 'c')], both).whereabouts, 'work');
  });

  it('remembers at most ten phones of a person', () => {
    const many = Array.from({ length: 50 }, (_, index) => fix(index, 0, 20, `phone ${index}`));
    assert.equal(after(many).phones.length, 10);
  });

  it('forgets where a person is when the place is deleted, and marks them as away after two more fixes', () => {
    const deleted = advance(after([fix(0, 0)]), START + MINUTE, [WORK]);
    assert.equal(deleted.whereabouts, null);
    const later = [fix(90, 0), fix(120, 0)].reduce((each, next) => report(each, next, [WORK]), deleted);
    assert.equal(later.whereabouts, 'away');
  });

  it('counts ignored reports by reason', () => {
    const ignored = after([fix(0, 0), fix(0, 0), fix(-10, 0), fix(60, 20_000)]);
    assert.deepEqual(ignored.ignored, { repeated: 1, 'out-of-order': 1, 'too-fast': 1 });
    assert.equal(ignored.whereabouts, 'home');
    assert.equal(ignore(ignored, 'inaccurate').ignored.inaccurate, 1);
  });

  it('accepts a jump that lasts for ten minutes', () => {
    const jumps = Array.from({ length: 12 }, (_, index) => fix(60 + 60 * index, 200_000));
    const first = after([fix(0, 0), ...jumps.slice(0, 10)]);
    assert.deepEqual([first.whereabouts, first.ignored['too-fast']], ['home', 10]);
    assert.equal(after(jumps.slice(10), first).whereabouts, 'away');
  });

  it('changes the place of a person once for each arrival or departure of a walk with noise and jumps', () => {
    // Meters from home every 30 s: at home, to work by car, at work, and home again.
    const commute = Array.from({ length: 30 }, (_, index) => (index + 1) * (5_000 / 30));
    const stay = (meters: number) => Array.from({ length: 60 }, () => meters);
    const path = [...stay(0), ...commute, ...stay(5_000), ...commute.map((each) => 5_000 - each), ...stay(0)];
    const noise = fc.record({
      accuracy: fc.integer({ min: 5, max: 60 }),
      part: fc.double({ min: -1, max: 1, noNaN: true }),
      jump: fc.option(fc.constantFrom(260, -400, 30_000, -50_000), { freq: 12 }),
      delayMs: fc.integer({ min: 0, max: 9_000 }),
    });
    fc.assert(
      fc.property(fc.array(noise, { minLength: path.length, maxLength: path.length }), (noises) => {
        const reports = path.flatMap((meters, index) => {
          const each = noises[index];
          if (each === undefined) return [];
          const isStaying = path[index - 1] === meters && path[index + 1] === meters;
          // Two consecutive jumps could not be distinguished from leaving.
          const jump = isStaying && noises[index - 1]?.jump === null ? (each.jump ?? 0) : 0;
          const seconds = index * 30 + each.delayMs / 1_000;
          const seen = fix(seconds, meters + jump + each.part * each.accuracy, each.accuracy);
          return [seen, seen];
        });
        assert.deepEqual(changesOf(reports), ['home', 'away', 'work', 'away', 'home']);
      }),
      { numRuns: 200 },
    );
  });
});
