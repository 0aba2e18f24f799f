import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compiled, door, follow, light, MINUTE, motion, SECOND, turnOn } from './testing/home.ts';

const off: [typeof motion, unknown][] = [
  [motion, false],
  [light, false],
];

/** Motion at each of the times. */
function move(home: ReturnType<typeof follow>, ...times: number[]): void {
  for (const at of times) {
    home.value(at, motion, false);
    home.value(at, motion, true);
  }
}

/** What the runs wrote to the light. */
const written = (home: ReturnType<typeof follow>) =>
  home.of('step-decided').flatMap(({ action }) => (action.type === 'set' ? action.writes : []));
const valuesWritten = (home: ReturnType<typeof follow>) => written(home).map(({ value }) => value);
const isOn: [typeof motion, unknown][] = [
  [motion, false],
  [door, true],
  [light, true],
];
const leaving = compiled(
  {
    when: [{ kind: 'property', property: door, is: 'becomes', value: false }],
    then: [{ kind: 'set', set: light, value: false }],
  },
  { id: 'B' },
);

test('writes a value that a write on its way to the device is about to change', () => {
  const home = follow([compiled({}), leaving], { values: isOn });
  home.value(0, door, false);
  move(home, 300);
  assert.deepEqual(valuesWritten(home), [false, true]);
  // The light reports what it did in between; the later write is still on its way.
  home.input(400, { type: 'command', command: 'B.1.e1.s1', state: 'superseded' });
  home.value(500, light, false);
  move(home, 600);
  assert.deepEqual(valuesWritten(home), [false, true]);
});

test('compares with what it wrote itself before the answer came', () => {
  const turnOff = { kind: 'set', set: light, value: false } as const;
  const home = follow([compiled({ mode: 'restart', then: [turnOff, turnOn, turnOn, turnOff] })], {
    values: isOn,
  });
  move(home, 0, 1);
  assert.deepEqual(valuesWritten(home), [false, true, false, true, false]);
});

test('compares with what others wrote, until that ended or its end got lost', () => {
  const home = follow([compiled({})], { values: isOn });
  const other = { ...light, command: 'command:other' };
  home.input(0, { type: 'write-opened', ...other, data: false });
  move(home, 1);
  assert.deepEqual(valuesWritten(home), [true]);
  const ended = { ...light, command: 'A.1.e3.s1' };
  home.input(2, { type: 'write-ended', ...ended });
  home.input(3, { type: 'write-opened', ...other, data: true });
  home.value(3, light, false);
  move(home, 4);
  assert.deepEqual(valuesWritten(home), [true]);
  home.input(5, { type: 'write-ended', ...other });
  move(home, 6);
  home.input(7, { type: 'write-ended', ...light, command: written(home).at(-1)?.command ?? '' });
  home.value(8, light, false);
  home.input(9, { type: 'write-opened', ...other, data: true });
  move(home, MINUTE, 2 * MINUTE);
  assert.deepEqual(valuesWritten(home), [true, true, true]);
});

test('does not repeat an unanswered write after a later one', () => {
  const home = follow([compiled({}), leaving], { values: isOn });
  home.value(0, door, false);
  home.input(1, { type: 'command', command: 'B.1.e1.s1', state: 'unanswered' });
  home.input(2, { type: 'write-opened', ...light, command: 'command:other', data: true });
  home.advance(10 * SECOND);
  assert.deepEqual(valuesWritten(home), [false]);
  assert.deepEqual(home.outcomes(), ['done']);
});

test('counts its writes as done in a rehearsal, until the log has another value', () => {
  const then = [turnOn, { kind: 'wait', wait: 'PT3M' }, { kind: 'set', set: light, value: false }] as const;
  const home = follow([compiled({ then: [...then] })], { values: off, assumesDone: true });
  move(home, 0);
  home.advance(4 * MINUTE);
  assert.deepEqual(valuesWritten(home), [true, false]);
  home.value(5 * MINUTE, light, true);
  move(home, 6 * MINUTE);
  assert.deepEqual(valuesWritten(home), [true, false]);
});
