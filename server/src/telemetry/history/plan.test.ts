import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { planIntervals } from './plan.ts';
import { HOUR_MS, MINUTE_MS, OPEN_END, startOf } from './point.ts';

const HOURS = 30;
const END = HOURS * HOUR_MS;
const time = fc.integer({ min: 0, max: END });
const question = fc
  .record({
    ends: fc.tuple(time, fc.oneof(time, fc.constant(OPEN_END))),
    interval: fc.oneof(
      fc.integer({ min: 1, max: 5 }).map((hours) => hours * HOUR_MS),
      fc.integer({ min: 1, max: 200 }).map((minutes) => minutes * MINUTE_MS),
    ),
    rawFrom: fc.integer({ min: 0, max: HOURS }).map((hour) => hour * HOUR_MS),
  })
  .map(({ ends: [a, b], ...rest }) => ({ from: Math.min(a, b), to: Math.max(a, b), ...rest }));

it('covers every moment of the range exactly once and nothing outside it', () => {
  fc.assert(
    fc.property(question, time, (requested, moment) => {
      const { raw, hours } = planIntervals(requested);
      const holds = ({ from, to }: { from: number; to: number }) => from <= moment && moment < to;
      const times = [...raw, ...hours].filter(holds).length;
      const hour = startOf(moment, HOUR_MS);
      const isInRange = requested.from <= moment && moment < requested.to;
      // An hour whose raw values were pruned cannot be split, so a range that cuts it leaves it out.
      const isWhole = requested.from <= hour && (requested.to === OPEN_END || hour + HOUR_MS <= requested.to);
      assert.equal(times, isInRange && (moment >= requested.rawFrom || isWhole) ? 1 : 0);
    }),
    { numRuns: 2_000 },
  );
});

it('reads raw values only where they are kept, and hours only as a whole', () => {
  fc.assert(
    fc.property(question, (requested) => {
      const { raw, hours } = planIntervals(requested);
      for (const { from, to } of raw) assert.ok(from >= requested.rawFrom && from < to);
      for (const { from, to } of hours) {
        assert.equal(from % HOUR_MS, 0);
        assert.ok(to === OPEN_END || to % HOUR_MS === 0);
        assert.ok(from < to);
      }
    }),
  );
});

it('uses only hours for intervals of whole hours', () => {
  const day = { from: 0, to: 24 * HOUR_MS, interval: HOUR_MS, rawFrom: 0 };
  assert.deepEqual(planIntervals(day), { raw: [], hours: [{ from: 0, to: 24 * HOUR_MS }] });
  const quarters = { ...day, interval: 15 * MINUTE_MS };
  assert.deepEqual(planIntervals(quarters), { raw: [{ from: 0, to: 24 * HOUR_MS }], hours: [] });
});
