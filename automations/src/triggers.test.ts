import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createCalendar } from './calendar.ts';
import {
  accessOf,
  compiled,
  door,
  follow,
  HOUR,
  light,
  MINUTE,
  MONDAY,
  motion,
  otherDoor,
  presence,
  SECOND,
  temperature,
  turnOn,
} from './testing/home.ts';

const isOpen = { kind: 'property', property: door, is: 'becomes', value: true } as const;
const risesAbove = { kind: 'property', property: temperature, is: 'rises-above', value: 25 } as const;

test('fires when a trigger turns from false to true, and not while it stays true', () => {
  const home = follow([compiled({})], { values: [[motion, false]] });
  home.value(1, motion, true);
  home.value(2, motion, true);
  home.value(3, motion, false);
  home.value(4, motion, true);
  assert.deepEqual(home.began(), [1, 4]);
});

test('fires again with each report while a trigger is true that is to', () => {
  const when = [{ kind: 'property', property: motion, is: 'becomes', value: true, retrigger: true } as const];
  const home = follow([compiled({ when })], { values: [[motion, false]] });
  home.value(1, motion, true);
  home.value(2, motion, true);
  home.value(3, motion, false);
  home.value(4, motion, false);
  home.value(5, motion, true);
  assert.deepEqual(home.began(), [1, 2, 5]);
});

test('keeps a light on while a sensor reports motion every minute', () => {
  const when = [{ kind: 'property', property: motion, is: 'becomes', value: true, retrigger: true } as const];
  const then = [
    turnOn,
    { kind: 'wait', wait: 'PT3M' } as const,
    { kind: 'set', set: light, value: false } as const,
  ];
  const home = follow([compiled({ mode: 'restart', when, then })], {
    assumesDone: true,
    values: [
      [motion, false],
      [light, false],
    ],
  });
  for (let minute = 1; minute <= 10; minute += 1) home.value(minute * MINUTE, motion, true);
  home.advance(HOUR);
  const off = home
    .of('step-decided')
    .filter(({ action }) => action.type === 'set' && action.writes.some(({ value }) => value === false));
  assert.deepEqual(
    off.map(({ at }) => at - MONDAY),
    [13 * MINUTE],
  );
});

test('does not fire when an unknown value becomes true, and records that', () => {
  const home = follow([compiled({})]);
  home.value(1, motion, true);
  assert.deepEqual(home.began(), []);
  assert.deepEqual(home.misses(), ['not-true-before']);
  home.value(2, motion, null);
  home.value(3, motion, true);
  assert.deepEqual(home.began(), []);
});

test('does not fire for a trigger that is true when the automation is switched on', () => {
  const home = follow([compiled({})], { values: [[motion, true]] });
  const [miss] = home.of('miss');
  assert.equal(miss?.reason === 'not-true-before' && miss.wasKnown, true);
  home.value(1, motion, true);
  assert.deepEqual(home.began(), []);
});

test('fires again only after a number was past the leeway', () => {
  const home = follow([compiled({ when: [{ ...risesAbove, leeway: 0.5 }] })], {
    values: [[temperature, 20]],
  });
  [26, 24.8, 26, 24.5, 26].forEach((value, at) => {
    home.value(at, temperature, value);
  });
  assert.deepEqual(home.began(), [0, 4]);
});

test('compares a threshold in another unit as the same quantity', () => {
  const home = follow([compiled({ when: [{ ...risesAbove, value: 77, unit: 'fahrenheit', leeway: 0.9 }] })], {
    values: [[temperature, 20]],
  });
  [24.9, 25.1, 24.6, 25.1, 24.4, 25.1].forEach((value, at) => {
    home.value(at, temperature, value);
  });
  assert.deepEqual(home.began(), [1, 5]);
});

test('fires for a change only with another value, and for a report with every one', () => {
  const home = follow([
    compiled({ when: [{ kind: 'property', property: temperature, is: 'changes' }] }, { id: 'A' }),
    compiled({ when: [{ kind: 'property', property: temperature, is: 'reports' }] }, { id: 'B' }),
  ]);
  home.value(1, temperature, 20);
  home.value(2, temperature, 20);
  home.value(3, temperature, 21);
  const began = home.of('run-began').map(({ automation, at }) => `${automation}${at - MONDAY}`);
  assert.deepEqual(began, ['B1', 'B2', 'A3', 'B3']);
});

test('fires after a condition lasted, counted from the event, and not when it ended before', () => {
  const home = follow([compiled({ when: [{ ...isOpen, for: 'PT5M' }] })], { values: [[door, false]] });
  home.value(0, door, true);
  home.value(4 * MINUTE, door, false);
  home.value(10 * MINUTE, door, true);
  home.value(11 * MINUTE, door, true);
  home.value(20 * MINUTE, motion, true);
  assert.deepEqual(home.began(), [15 * MINUTE]);
  const [miss] = home.of('miss');
  assert.deepEqual(miss?.reason === 'did-not-last' && [miss.lastedMs, miss.neededMs], [
    4 * MINUTE,
    5 * MINUTE,
  ]);
});

test('fires once while a trigger stays true', () => {
  const home = follow([compiled({ when: [{ ...isOpen, for: 'PT1M' }] })], { values: [[door, false]] });
  home.value(0, door, true);
  home.advance(HOUR);
  assert.deepEqual(home.began(), [MINUTE]);
});

test('fires for each member of "any" in a group, and once for "every"', () => {
  const group = { class: 'test.open' } as const;
  const trigger = (of: 'any' | 'every') =>
    ({ kind: 'property', properties: { ...group, of }, is: 'becomes', value: true }) as const;
  const home = follow(
    [compiled({ when: [trigger('any')] }, { id: 'A' }), compiled({ when: [trigger('every')] }, { id: 'B' })],
    {
      values: [
        [door, false],
        [otherDoor, false],
      ],
    },
  );
  home.value(1, door, true);
  home.value(2, otherDoor, true);
  const began = home.of('run-began').map(({ automation, at }) => `${automation}${at - MONDAY}`);
  assert.deepEqual(began, ['A1', 'A2', 'B2']);
});

test('runs once for an input that makes two triggers true', () => {
  const home = follow([compiled({ when: [isOpen, { kind: 'property', property: door, is: 'changes' }] })], {
    values: [[door, false]],
  });
  home.value(1, door, true);
  assert.deepEqual(
    home.of('run-began').map(({ run }) => run),
    ['A.1.e1'],
  );
});

test('distinguishes an unreachable device from a silent one', () => {
  const home = follow([
    compiled({ when: [{ kind: 'device', device: 'unreachable', channel: 'D1', for: 'PT10M' }] }, { id: 'A' }),
    compiled({ when: [{ kind: 'device', device: 'silent', channel: 'D1', for: 'PT1H' }] }, { id: 'B' }),
  ]);
  home.value(0, accessOf(door), 'ok');
  home.value(10 * MINUTE, accessOf(door), 'unreachable');
  home.input(30 * MINUTE, { type: 'sign-of-life', channel: 'D1' });
  home.advance(3 * HOUR);
  const began = home.of('run-began').map(({ automation, at }) => [automation, at - MONDAY]);
  assert.deepEqual(began, [
    ['A', 20 * MINUTE],
    ['B', 90 * MINUTE],
  ]);
  home.value(4 * HOUR, door, true);
  home.advance(6 * HOUR);
  assert.equal(home.began().at(-1), 5 * HOUR);
});

test('fires leaving one place and arriving at another when a person moves between them', () => {
  const home = follow([
    compiled({ when: [{ kind: 'person', person: 'leaves', place: 'work' }] }, { id: 'A' }),
    compiled({ when: [{ kind: 'person', person: 'arrives', place: 'home' }] }, { id: 'B' }),
  ]);
  home.value(1, presence, 'work');
  home.value(2, presence, null);
  home.value(3, presence, 'work');
  assert.deepEqual(home.began(), []);
  home.value(4, presence, 'home');
  assert.deepEqual(
    home.of('run-began').map(({ automation }) => automation),
    ['A', 'B'],
  );
});

test('runs at times of day, by the sun and at intervals', () => {
  const home = follow([
    compiled({ when: [{ kind: 'time', time: { at: '07:00', days: ['tu'] } }] }, { id: 'A' }),
    compiled({ when: [{ kind: 'sun', sun: { event: 'sunset', offset: '-PT15M' } }] }, { id: 'B' }),
    compiled({ when: [{ kind: 'interval', every: 'PT8H' }] }, { id: 'C' }),
  ]);
  home.advance(48 * HOUR);
  const hoursOf = (id: string) =>
    home.of('run-began').flatMap(({ automation, at }) => (automation === id ? [(at - MONDAY) / HOUR] : []));
  assert.deepEqual(hoursOf('A'), [31]);
  assert.deepEqual(hoursOf('C'), [8, 16, 24, 32, 40, 48]);
  // The sun sets in Lisbon shortly before half past five.
  assert.deepEqual(hoursOf('B').map(Math.floor), [17, 41]);
});

test('says on which days the sun did not set', () => {
  const polar = createCalendar({ zone: 'Europe/Oslo', latitude: 69.65, longitude: 18.96 });
  const home = follow([compiled({ when: [{ kind: 'sun', sun: { event: 'sunset' } }] })], { calendar: polar });
  home.advance(48 * HOUR);
  assert.deepEqual([home.began(), home.misses()], [[], ['no-sun', 'no-sun']]);
});

test('catches up after an interruption: at most an hour late, and otherwise missed', () => {
  const home = follow([
    compiled({ when: [{ kind: 'time', time: { at: '06:00' } }] }, { id: 'A' }),
    compiled({ when: [{ kind: 'time', time: { at: '07:30' } }] }, { id: 'B' }),
    compiled({ when: [{ kind: 'interval', every: 'PT1S' }] }, { id: 'C', isEnabled: false }),
  ]);
  home.input(8 * HOUR, { type: 'downtime', from: MONDAY + 5 * HOUR });
  assert.deepEqual(home.began(), [7.5 * HOUR]);
  const [miss] = home.of('miss');
  assert.deepEqual([miss?.automation, miss?.reason === 'missed' && miss.lateMs], ['A', 2 * HOUR]);
});

test('records a short interval that was missed only once', () => {
  const home = follow([compiled({ when: [{ kind: 'interval', every: 'PT10S' }] })]);
  home.input(8 * HOUR, { type: 'downtime', from: MONDAY + SECOND });
  assert.deepEqual(home.misses(), ['missed']);
  home.advance(8 * HOUR + 10 * SECOND);
  assert.equal(home.began().length, 1);
});

test('starts runs by a scene, a call and a play, and reports when the automation is off', () => {
  const when = [
    { kind: 'scene', scene: 'S' },
    { kind: 'webhook', webhook: true },
  ] as const;
  const on = compiled({ when: [...when], atMostEvery: 'PT1H' });
  const home = follow([on]);
  home.input(1, { type: 'scene', scene: 'S' });
  home.input(2, { type: 'webhook', automation: 'A' });
  home.input(3, { type: 'play', automation: 'A', checksConditions: false });
  assert.deepEqual(
    home.of('run-began').map(({ start }) => start.by),
    ['scene', 'play'],
  );
  assert.deepEqual(home.misses(), ['suppressed']);
  home.change(4, [{ ...on, isEnabled: false }]);
  home.input(5, { type: 'play', automation: 'A', checksConditions: false });
  assert.equal(home.misses().at(-1), 'disabled');
});
