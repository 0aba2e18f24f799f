import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { DAY_MS, HOUR_MS } from './point.ts';
import { beginOf, cutByOffset, findZone, UTC, type Zone } from './zone.ts';

const NAMES = [
  'Europe/Lisbon',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'America/Sao_Paulo',
  'Asia/Beirut',
  'Africa/Casablanca',
  'UTC',
];
const moment = fc.integer({ min: 0, max: Date.UTC(2037, 0, 1) });
const name = fc.constantFrom(...NAMES);
const zoneOf = (of: string): Zone => findZone(of) ?? assert.fail(of);

it('finds zones only by their IANA names', () => {
  for (const wrong of ['', 'Lisbon', '+01:00', '-03', 'UTC+1', 'Europe/Atlantis', '../etc', 'x'.repeat(65)])
    assert.equal(findZone(wrong), undefined, wrong);
});

it('begins an interval at its first moment in any zone', () => {
  fc.assert(
    fc.property(name, moment, fc.constantFrom(1, 7, 366), (of, time, days) => {
      const zone = zoneOf(of);
      const interval = days * DAY_MS;
      const placeOf = (at: number) => Math.floor((at + zone.offsetAt(at)) / interval);
      const begin = beginOf(zone, placeOf(time), interval);
      assert.ok(begin <= time);
      assert.equal(placeOf(begin), placeOf(time));
      assert.notEqual(placeOf(begin - 1), placeOf(time));
    }),
    { numRuns: 500 },
  );
});

it('cuts a range exactly where the clocks change', () => {
  fc.assert(
    fc.property(name, moment, fc.integer({ min: 1, max: 700 * DAY_MS }), (of, from, length) => {
      const zone = zoneOf(of);
      const pieces = cutByOffset(zone, from, from + length);
      assert.deepEqual([pieces[0]?.from, pieces.at(-1)?.to], [from, from + length]);
      for (const [index, piece] of pieces.entries()) {
        const next = pieces[index + 1];
        assert.equal(piece.to, next?.from ?? from + length);
        if (next) assert.notEqual(next.offset, piece.offset);
        for (const at of [piece.from, piece.to - 1, (piece.from + piece.to) / 2])
          assert.equal(zone.offsetAt(at), piece.offset);
      }
    }),
    { numRuns: 200 },
  );
  assert.deepEqual(cutByOffset(UTC, 5, 5 + HOUR_MS), [{ from: 5, to: 5 + HOUR_MS, offset: 0 }]);
});
