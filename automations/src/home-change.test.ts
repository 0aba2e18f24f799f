import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressKey } from '@azulejo/model';
import {
  compiled,
  door,
  facts,
  follow,
  HOUR,
  light,
  MINUTE,
  MONDAY,
  motion,
  otherDoor,
  temperature,
  turnOn,
} from './testing/home.ts';

const isOpen = {
  kind: 'property',
  id: 't1',
  property: door,
  is: 'becomes',
  value: true,
  for: 'PT5M',
} as const;
const values: [typeof door, unknown][] = [
  [door, false],
  [motion, false],
  [light, false],
];

test('keeps the timers of unchanged triggers and drops those of changed ones when an automation is edited', () => {
  const home = follow([compiled({ when: [isOpen] })], { values });
  home.value(0, door, true);
  home.change(MINUTE, [compiled({ label: 'Other', when: [isOpen] }, { version: 2 })], { values });
  home.advance(HOUR);
  assert.deepEqual(home.began(), [5 * MINUTE]);
  const other = follow([compiled({ when: [isOpen] })], { values });
  other.value(0, door, true);
  other.change(MINUTE, [compiled({ when: [{ ...isOpen, for: 'PT4M' }] }, { version: 2 })], { values });
  other.advance(HOUR);
  assert.deepEqual(other.began(), []);
  assert.equal(other.of('timer-cancelled').length, 1);
});

test('an edit of one automation does not touch what another one waits for', () => {
  const first = compiled({ when: [isOpen] });
  const home = follow([first, compiled({}, { id: 'B' })], { values });
  home.value(0, door, true);
  home.change(MINUTE, [compiled({}, { id: 'B', version: 2 }), first], { values });
  home.advance(HOUR);
  assert.deepEqual(home.began(), [5 * MINUTE]);
});

test('a run finishes in the version with which it began', () => {
  const first = compiled({ then: [{ kind: 'wait', wait: 'PT1M' }, turnOn] });
  const home = follow([first], { values, assumesDone: true });
  home.value(0, motion, true);
  const second = compiled(
    {
      then: [
        { kind: 'wait', wait: 'PT1M' },
        { kind: 'scene', scene: 'S' },
      ],
    },
    { version: 2 },
  );
  home.change(1, [second], { values, earlier: [first], assumesDone: true });
  home.advance(HOUR);
  assert.deepEqual(
    home.of('step-decided').map(({ action, version }) => [action.type, version]),
    [
      ['wait', 1],
      ['set', 1],
    ],
  );
});

test('resumes a run of an earlier version when its condition becomes true, even if no later version uses the property', () => {
  const waitUntil = { kind: 'property', property: door, is: 'is', value: true } as const;
  const first = compiled({ then: [{ kind: 'wait-until', waitUntil, atMost: 'PT1H', else: 'stop' }, turnOn] });
  const home = follow([first], { values, assumesDone: true });
  home.value(0, motion, true);
  home.change(1, [compiled({}, { version: 2 })], { values, earlier: [first], assumesDone: true });
  home.value(MINUTE, door, true);
  assert.deepEqual(home.outcomes(), ['done']);
  // The value would become old, because nothing reads it any more.
  assert.ok(!Object.hasOwn(home.state.values, addressKey(door)));
  home.value(HOUR, door, false);
  assert.equal(home.state.at, MONDAY + MINUTE);
});

test('cancels timers and waits when an automation is switched off, and fires nothing when it is switched on', () => {
  const automation = compiled({ when: [isOpen], then: [{ kind: 'wait', wait: 'PT1H' }, turnOn] });
  const home = follow([automation], { values });
  home.value(0, door, true);
  home.advance(6 * MINUTE);
  home.change(7 * MINUTE, [{ ...automation, isEnabled: false }], { values });
  assert.deepEqual(home.outcomes(), ['cancelled']);
  assert.deepEqual(home.state.timers, []);
  home.change(8 * MINUTE, [automation], { values });
  home.advance(2 * HOUR);
  assert.equal(home.began().length, 1);
  assert.deepEqual(home.misses(), ['not-true-before']);
});

test('an automation that was removed leaves nothing behind', () => {
  const home = follow(
    [compiled({ when: [{ kind: 'interval', every: 'PT1M' }], then: [{ kind: 'wait', wait: 'PT1H' }] })],
    { values },
  );
  home.advance(MINUTE);
  home.change(2 * MINUTE, []);
  assert.deepEqual(home.outcomes(), ['cancelled']);
  const { automations, timers, values: known } = home.state;
  assert.deepEqual([automations, timers, known], [{}, [], {}]);
});

test('includes a device that joins a group, without firing', () => {
  const when = [
    { kind: 'property', properties: { class: 'test.open', of: 'any' }, is: 'becomes', value: true },
  ] as const;
  const properties = new Map(facts.properties);
  properties.delete(addressKey(otherDoor));
  const home = follow([compiled({ when: [...when] }, { known: { ...facts, properties } })], { values });
  home.change(1, [compiled({ when: [...when] })], { values: [[otherDoor, true]] });
  assert.deepEqual(home.began(), []);
  home.value(2, otherDoor, false);
  home.value(3, otherDoor, true);
  assert.deepEqual(home.began(), [3]);
});

test('an edited condition does not count how long the earlier one was true', () => {
  const isAbove = (value: number) =>
    ({ kind: 'property', property: temperature, is: 'above', value, since: 'PT10M' }) as const;
  const known: [typeof door, unknown][] = [...values, [temperature, 21]];
  const home = follow([compiled({ onlyIf: isAbove(20) })], { values: known });
  home.value(30 * MINUTE, temperature, 23);
  home.change(31 * MINUTE, [compiled({ onlyIf: isAbove(22) }, { version: 2 })]);
  home.value(32 * MINUTE, motion, true);
  assert.deepEqual(home.misses(), ['condition-false']);
  home.value(33 * MINUTE, motion, false);
  home.value(41 * MINUTE, motion, true);
  assert.deepEqual(home.began(), [41 * MINUTE]);
});
