import assert from 'node:assert/strict';
import { Temporal } from 'temporal-polyfill';
import { nextOf } from '../next.ts';

/** Returns every time at which the trigger fires in this span, by asking for the next one after each. */
export function firingsBetween(
  trigger: Parameters<typeof nextOf>[0],
  home: Parameters<typeof nextOf>[2],
  from: number,
  until: number,
): number[] {
  const found: number[] = [];
  for (let after = from; ; ) {
    const next = nextOf(trigger, after, home);
    if (next === undefined || next.at >= until) return found;
    assert.ok(next.at > after, `${next.at} is not after ${after}`);
    if (next.kind === 'fires') found.push(next.at);
    after = next.at;
  }
}

/** Checks that a daily time fires exactly when Temporal says, on every date of the year that the zone has. */
export function assertEqualToTemporal(zone: string, year: number, minute: number): void {
  const expected = new Set<number>();
  let date = Temporal.PlainDate.from({ year, month: 1, day: 1 });
  const plainTime = { hour: Math.floor(minute / 60), minute: minute % 60 };
  const start = date.subtract({ days: 1 }).toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds;
  for (; date.year === year; date = date.add({ days: 1 })) {
    expected.add(date.toZonedDateTime({ timeZone: zone, plainTime }).epochMilliseconds);
  }
  const found = firingsBetween({ kind: 'time', minute }, { zone }, start, Math.max(...expected) + 1);
  // Both times of a skipped date fall on one instant, which is in the set once.
  assert.deepEqual(found, [...expected], `${zone} ${year} minute ${minute}`);
}
