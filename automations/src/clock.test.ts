import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createCalendar } from './calendar.ts';
import type { Decision } from './decision.ts';
import { createHome } from './home.ts';
import { advance, apply, nextDue, start } from './reducer.ts';
import type { HomeState } from './state.ts';
import { calendar, compiled, follow, HOUR, light, MINUTE, MONDAY, motion, turnOn } from './testing/home.ts';

const DAY = 24 * HOUR;
const turnOff = { kind: 'set', set: light, value: false } as const;
const daily = { kind: 'time', time: { at: '07:00' } } as const;
const LATE_MS = HOUR;

type Moment = { readonly after: number; readonly happens: 'jump' | 'motion'; readonly by: number };

const moments = fc.array(
  fc.record<Moment>({
    after: fc.integer({ min: 1, max: 30 * HOUR }),
    happens: fc.constantFrom('jump', 'jump', 'motion'),
    by: fc.oneof(
      fc.integer({ min: -3 * DAY, max: 3 * DAY }),
      fc.integer({ min: -90 * MINUTE, max: 90 * MINUTE }),
      fc.constantFrom(-DAY, -HOUR, HOUR, DAY),
    ),
  }),
  { minLength: 1, maxLength: 8 },
);

const automations = [
  compiled({ when: [daily], then: [] }, { id: 'daily' }),
  compiled({ when: [{ kind: 'interval', every: 'PT50M' }], then: [] }, { id: 'every' }),
  compiled(
    {
      when: [{ kind: 'property', property: motion, is: 'reports' }],
      mode: 'restart',
      then: [turnOn, { kind: 'wait', wait: 'PT3M' }, turnOff],
    },
    { id: 'light' },
  ),
  compiled(
    { when: [{ kind: 'property', property: motion, is: 'becomes', value: true, for: 'PT5M' }], then: [] },
    { id: 'stays' },
  ),
  compiled(
    { when: [{ kind: 'device', device: 'silent', channel: motion.channel, for: 'PT2H' }], then: [] },
    { id: 'silent' },
  ),
  compiled(
    { when: [{ kind: 'property', property: motion, is: 'reports' }], atMostEvery: 'PT1H', then: [] },
    { id: 'seldom' },
  ),
];

type Seen = { readonly elapsed: number; readonly decision: Decision };

/** Lets a home live through moments. Returns what it decided, with the time that had really passed. */
function live(given: readonly Moment[]) {
  const home = createHome(automations, calendar, { assumesDone: true });
  const present = [{ ...motion, data: false, since: MONDAY, reported: MONDAY }];
  const { state } = start(home, present, MONDAY);
  const seen: Seen[] = [];
  const passed: [from: number, to: number][] = [];
  const reports: number[] = [];
  let [elapsed, wall, n] = [0, MONDAY, 0];

  function wait(ms: number): void {
    for (let due = nextDue(state); due !== undefined && due <= wall + ms; due = nextDue(state)) {
      const at = elapsed + due - wall;
      for (const decision of advance(home, state, due)) seen.push({ elapsed: at, decision });
    }
    passed.push([wall, wall + ms]);
    elapsed += ms;
    wall += ms;
  }

  for (const { after, happens, by } of given) {
    wait(after);
    n += 1;
    const decided =
      happens === 'jump'
        ? apply(home, state, { type: 'clock', n, from: wall, at: wall + by })
        : apply(home, state, { type: 'value', n, at: wall, ...motion, data: true });
    for (const decision of decided) seen.push({ elapsed, decision });
    if (happens === 'jump') {
      if (by > 0) passed.push([wall + Math.max(0, by - LATE_MS), wall + by]);
      wall += by;
    } else reports.push(elapsed);
    assertOrdered(state);
  }
  wait(2 * DAY);
  return { seen, passed, reports, elapsed };
}

function assertOrdered({ timers }: HomeState): void {
  for (const [index, { due }] of timers.entries()) assert.ok(due >= (timers[index - 1]?.due ?? 0));
}

const runsOf = (seen: readonly Seen[], automation: string) =>
  seen.flatMap(({ elapsed, decision }) =>
    decision.type === 'run-began' && decision.automation === automation ? [{ elapsed, ...decision }] : [],
  );

it('fires once for each date that a clock shows, however it jumps', () => {
  fc.assert(
    fc.property(moments, (given) => {
      const { seen, passed } = live(given);
      const dates = runsOf(seen, 'daily').map(({ start: { since = 0 } }) => since);
      assert.equal(new Set(dates).size, dates.length, 'a date fired twice');
      // 07:00 in Lisbon is 07:00 in UTC, in winter.
      const due = new Set<number>();
      for (const [from, to] of passed)
        for (let at = Math.ceil((from + 1 - 7 * HOUR) / DAY) * DAY + 7 * HOUR; at <= to; at += DAY)
          due.add(at);
      assert.deepEqual(dates.toSorted(), [...due].toSorted());
    }),
    { numRuns: 300 },
  );
});

it('lets durations last as long as they should while the clock jumps', () => {
  fc.assert(
    fc.property(moments, (given) => {
      const { seen, reports, elapsed } = live(given);
      const began = runsOf(seen, 'every').map((run) => run.elapsed);
      const periods = Math.floor(elapsed / (50 * MINUTE));
      assert.deepEqual(
        began,
        Array.from({ length: periods }, (_, index) => (index + 1) * 50 * MINUTE),
      );

      const off = seen.filter(({ decision }) => decision.type === 'step-decided' && decision.step === 's3');
      const isLast = (at: number, index: number) => (reports[index + 1] ?? Infinity) - at >= 3 * MINUTE;
      assert.deepEqual(
        off.map((each) => each.elapsed),
        reports.filter(isLast).map((at) => at + 3 * MINUTE),
      );

      const [first] = reports;
      const stayed = first === undefined ? [] : [first + 5 * MINUTE];
      assert.deepEqual(
        runsOf(seen, 'stays').map((run) => run.elapsed),
        stayed,
      );

      const silent = [0, ...reports].filter(
        (at, index) => ([0, ...reports][index + 1] ?? Infinity) - at >= 2 * HOUR,
      );
      assert.deepEqual(
        runsOf(seen, 'silent').map((run) => run.elapsed),
        silent.map((at) => at + 2 * HOUR),
      );

      let last = -Infinity;
      const seldom = reports.filter((at) => {
        if (at - last < HOUR) return false;
        last = at;
        return true;
      });
      assert.deepEqual(
        runsOf(seen, 'seldom').map((run) => run.elapsed),
        seldom,
      );
    }),
    { numRuns: 300 },
  );
});

it('gives runs different names when a clock comes to the same time again', () => {
  fc.assert(
    fc.property(moments, (given) => {
      const names = live(given).seen.flatMap(({ decision }) =>
        decision.type === 'run-began' ? decision.run : [],
      );
      assert.equal(new Set(names).size, names.length);
    }),
    { numRuns: 100 },
  );
});

it('records what a clock skipped by years as missed once', () => {
  const home = follow([compiled({ when: [daily] })]);
  home.input(50 * 365 * DAY + 12 * HOUR, { type: 'clock', from: MONDAY });
  assert.deepEqual([home.began(), home.misses()], [[], ['missed']]);
  home.advance(50 * 365 * DAY + 36 * HOUR);
  assert.equal(home.began().length, 1);
});

it('does not fire again for a date when a home moves west', () => {
  const noon = compiled({ when: [{ kind: 'time', time: { at: '12:00' } }] });
  const home = follow([noon]);
  home.advance(13 * HOUR);
  // It is 08:00 in New York.
  home.change(13 * HOUR, [noon], { calendar: createCalendar({ zone: 'America/New_York' }) });
  home.advance(DAY + 18 * HOUR);
  assert.deepEqual(home.began(), [12 * HOUR, DAY + 17 * HOUR]);
});

it('does not fire again for a date when it is switched off and on after the clock was set back', () => {
  const noon = compiled({ when: [{ kind: 'time', time: { at: '12:00' } }] });
  const off = compiled({ when: [{ kind: 'time', time: { at: '12:00' } }] }, { isEnabled: false });
  const home = follow([noon]);
  home.advance(13 * HOUR);
  home.input(11 * HOUR, { type: 'clock', from: MONDAY + 13 * HOUR });
  home.change(11 * HOUR + MINUTE, [off]);
  home.change(11 * HOUR + 2 * MINUTE, [noon]);
  home.advance(DAY);
  assert.deepEqual(home.began(), [12 * HOUR]);
});
