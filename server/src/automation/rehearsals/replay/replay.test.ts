import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  advance,
  apply,
  compile,
  createCalendar,
  createHome,
  type Decision,
  type HomeFacts,
  type PropertyFacts,
  start,
} from '@azulejo/automations';
import type { AutomationDefinition } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import fc from 'fast-check';
import type { PastEvent } from '../../../telemetry/events/index.ts';
import { daysBetween } from '../days.ts';
import { createReplay } from './replay.ts';
import { type ReplayTask, toSentFacts } from './task.ts';

const FROM = Date.UTC(2026, 9, 20);
const HOUR = 3_600_000;
const TO = FROM + 10 * 24 * HOUR;
const zone = 'Europe/Lisbon';

const property = (channel: string, name: string, type: 'boolean' | 'number'): PropertyFacts => ({
  channel,
  component: 'c',
  property: name,
  componentType: 'c',
  classes: [`com.azulejo.properties.test.${name}`],
  rooms: [],
  unit: '',
  io: 'rws',
  accepts: (value) => typeof value === type,
});
const motion = property('M', 'motion', 'boolean');
const light = property('L', 'status', 'boolean');
const warmth = property('T', 'warmth', 'number');
const all = [motion, light, warmth];

const facts: HomeFacts = {
  owner: 'U',
  properties: new Map(all.map((each) => [addressKey(each), each])),
  people: new Map(),
  places: new Set(),
  scenes: new Set(['S']),
  automations: new Set(),
  hasZone: true,
  hasPosition: true,
};
const of = ({ channel, component, property: name }: PropertyFacts) => ({
  channel,
  component,
  property: name,
});

const definition = (members: Partial<AutomationDefinition>): AutomationDefinition => ({
  label: 'Automation',
  when: [{ kind: 'property', id: 't1', property: of(motion), is: 'becomes', value: true }],
  then: [{ kind: 'set', id: 's1', set: of(light), value: true }],
  ...members,
});

const definitions: AutomationDefinition[] = [
  definition({
    mode: 'restart',
    then: [
      { kind: 'set', set: of(light), value: true },
      { kind: 'wait', wait: 'PT1H' },
      { kind: 'set', set: of(light), value: false },
    ],
  }),
  definition({
    onlyIf: { kind: 'property', property: of(light), is: 'is', value: false, since: 'PT2H' },
    atMostEvery: 'PT6H',
  }),
  definition({
    when: [
      { kind: 'property', property: of(motion), is: 'becomes', value: true, for: 'PT90M' },
      { kind: 'interval', every: 'PT7H' },
    ],
  }),
  definition({
    when: [
      { kind: 'property', property: of(warmth), is: 'rises-above', value: 20, leeway: 1 },
      { kind: 'scene', scene: 'S' },
    ],
  }),
  definition({
    when: [
      { kind: 'time', time: { at: '01:30' } },
      { kind: 'device', device: 'silent', channel: 'M', for: 'PT12H' },
    ],
  }),
  definition({
    mode: 'queued',
    onlyIf: {
      kind: 'any',
      any: [
        { kind: 'sun', sun: 'down' },
        { kind: 'property', property: of(warmth), is: 'above', value: 21 },
      ],
    },
    then: [
      {
        kind: 'wait-until',
        waitUntil: { kind: 'property', property: of(light), is: 'is', value: true },
        atMost: 'PT3H',
        else: 'stop',
      },
      { kind: 'wait', wait: 'PT30M' },
    ],
  }),
];

const time = { zone, latitude: 38.7, longitude: -9.1 };
const versionOf = (given: AutomationDefinition) => ({
  id: 'A',
  version: 1,
  isEnabled: true,
  definition: given,
});
const row = (n: number, at: number, rest: Partial<PastEvent>): PastEvent => ({
  n,
  at,
  type: 'value',
  channelId: '',
  componentId: '',
  propertyId: '',
  data: null,
  state: null,
  cause: null,
  isOwn: 0,
  ...rest,
});
const value = (n: number, at: number, address: PropertyFacts, data: unknown, rest: Partial<PastEvent> = {}) =>
  row(n, at, {
    channelId: address.channel,
    componentId: address.component,
    propertyId: address.property,
    data: JSON.stringify(data),
    ...rest,
  });

const taskOf = (given: AutomationDefinition, members: Partial<ReplayTask> = {}): ReplayTask => ({
  version: versionOf(given),
  facts: toSentFacts(facts, new Set(['M', 'L', 'T'])),
  time,
  values: [],
  from: FROM,
  days: daysBetween(zone, FROM, TO),
  recordFrom: FROM,
  ...members,
});

function replay(task: ReplayTask, events: readonly PastEvent[], to = TO) {
  const own = createReplay(task);
  for (const event of events) own.take(event);
  return own.finish(to);
}

/** One pass of the reducer over the same log. */
function naive(given: AutomationDefinition, events: readonly PastEvent[]): Decision[] {
  const { automation } = compile(versionOf(given), facts);
  assert.ok(automation);
  const home = createHome([automation], createCalendar(time), { assumesDone: true });
  const { state } = start(home, [], FROM);
  const decisions = events.flatMap(({ n, at, type, channelId, componentId, propertyId, data }) => {
    const members = JSON.parse(data ?? 'null');
    if (type === 'scene') return [...apply(home, state, { type, n, at, scene: members.scene })];
    if (type === 'downtime') return [...apply(home, state, { type, n, at, from: members.from })];
    const address = { channel: channelId, component: componentId, property: propertyId };
    return [...apply(home, state, { type: 'value', n, at, ...address, data: members })];
  });
  return [...decisions, ...advance(home, state, TO)];
}

const arbitraryLog = fc
  .array(
    fc.record({
      after: fc.integer({ min: 0, max: 9 * HOUR }),
      what: fc.oneof(
        fc.tuple(fc.constantFrom(motion, light), fc.boolean()),
        fc.tuple(fc.constant(warmth), fc.integer({ min: 15, max: 25 })),
        fc.constantFrom<'scene' | 'downtime'>('scene', 'downtime'),
      ),
    }),
    { maxLength: 60 },
  )
  .map((items) => {
    let at = FROM;
    return items.map(({ after, what }, index) => {
      at += after;
      const n = index + 1;
      if (what === 'scene') return row(n, at, { type: 'scene', data: '{"scene":"S"}' });
      if (what === 'downtime')
        return row(n, at, { type: 'downtime', data: JSON.stringify({ from: at - Math.floor(after / 2) }) });
      return value(n, at, what[0] as PropertyFacts, what[1]);
    });
  });

describe('replaying a definition', () => {
  it('decides like one naive pass of the reducer over the same log', () => {
    fc.assert(
      fc.property(fc.constantFrom(...definitions), arbitraryLog, (given, events) => {
        const log = events.filter(({ at }) => at <= TO);
        const result = replay(taskOf(given), log);
        const decisions = naive(given, log);
        const began = decisions.filter((each) => each.type === 'run-began');
        assert.deepEqual(
          result.runs.map(({ run }) => run),
          began.map(({ run }) => run).slice(-200),
        );
        assert.equal(result.count, began.length);
        const misses = Map.groupBy(
          decisions.filter((each) => each.type === 'miss'),
          ({ reason }) => reason,
        );
        for (const { reason, count, last } of result.misses) {
          assert.equal(count, misses.get(reason)?.length);
          assert.deepEqual(last, misses.get(reason)?.slice(-20));
        }
        assert.equal(result.misses.length, misses.size);
        const steps = decisions.filter((each) => each.type === 'step-decided');
        for (const { run, steps: own } of result.runs)
          assert.deepEqual(
            own.map(({ step, at }) => [step, at]),
            steps.filter((each) => each.run === run).map(({ step, at }) => [step, at]),
          );
        assert.equal(
          result.days.reduce((sum, { runs }) => sum + runs, 0),
          result.count,
        );
      }),
      { numRuns: 150 },
    );
  });

  it('counts runs by the days of the home, one of which has 25 hours', () => {
    const days = daysBetween(zone, Date.UTC(2026, 9, 24, 12), Date.UTC(2026, 9, 27, 12));
    assert.deepEqual(
      days.map(({ date }) => date),
      ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'],
    );
    const lengths = days.slice(1).map(({ from }, index) => (from - (days[index]?.from ?? 0)) / HOUR);
    assert.deepEqual(lengths, [24, 25, 24]);
  });

  it('leaves out effects of the replaced automation, and events before the recorded time', () => {
    const given = definition({});
    const events = [
      value(1, FROM + 1, motion, false),
      value(2, FROM + 2, motion, true, { isOwn: 1 }),
      value(3, FROM + 3, motion, true),
      value(4, FROM + 4, motion, false),
      value(5, FROM + 9, motion, true),
    ];
    assert.deepEqual(
      replay(taskOf(given), events).runs.map(({ at }) => at - FROM),
      [3, 9],
    );
    const late = replay(taskOf(given, { recordFrom: FROM + 5 }), events);
    assert.deepEqual([late.count, late.leftOut, late.events], [1, 1, 4]);
  });

  it('names gaps, properties without values, and what triggers are at the end', () => {
    const given = definition({
      onlyIf: { kind: 'property', id: 'c1', property: of(light), is: 'is', value: false },
    });
    const result = replay(taskOf(given), [
      value(1, FROM + 1, motion, true),
      row(2, FROM + HOUR, { type: 'downtime', data: JSON.stringify({ from: FROM - HOUR }) }),
    ]);
    assert.deepEqual(result.gaps, [{ from: FROM, to: FROM + HOUR }]);
    assert.deepEqual(result.withoutValues, [addressKey(light)]);
    assert.deepEqual(result.probe.triggers, [{ id: 't1', is: true, value: true, since: FROM + 1 }]);
    assert.deepEqual(
      result.probe.conditions.map(({ id, is }) => [id, is]),
      [['c1', null]],
    );
  });

  it('stops at a bound, however often an interval is due', () => {
    const steps = Array.from({ length: 40 }, () => ({ kind: 'notify' as const, notify: { text: 'again' } }));
    const given = definition({ when: [{ kind: 'interval', every: 'PT4S' }], then: steps });
    const { isFull, reached, runs } = replay(taskOf(given), []);
    assert.ok(isFull && reached < TO);
    assert.equal(runs.length, 200);
  });
});
