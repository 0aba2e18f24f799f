import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compiled,
  door,
  follow,
  HOUR,
  kitchenLight,
  light,
  MINUTE,
  MONDAY,
  motion,
  SECOND,
  temperature,
  turnOn,
} from './testing/home.ts';

const off: [typeof motion, unknown][] = [
  [motion, false],
  [light, false],
];
const waiting = {
  then: [turnOn, { kind: 'wait', wait: 'PT3M' }, { kind: 'set', set: light, value: false, only: 'always' }],
} as const;

/** Motion at each of the times. */
function move(home: ReturnType<typeof follow>, ...times: number[]): void {
  for (const at of times) {
    home.value(at, motion, false);
    home.value(at, motion, true);
  }
}
const setTimes = (home: ReturnType<typeof follow>) =>
  home.of('step-decided').flatMap(({ action, at }) => (action.type === 'set' ? [at - MONDAY] : []));
const asMode = (mode: 'single' | 'restart' | 'queued' | 'parallel') =>
  follow([compiled({ mode, then: [...waiting.then] })], { values: off, assumesDone: true });

test('does not run while a condition is false or not known, and says which value it had', () => {
  const onlyIf = {
    kind: 'all',
    all: [
      { kind: 'property', property: temperature, is: 'below', value: 20 },
      { kind: 'not', not: { kind: 'sun', sun: 'up' } },
    ],
  } as const;
  const home = follow([compiled({ onlyIf: { kind: 'all', all: [...onlyIf.all] } })], { values: off });
  move(home, 1);
  home.value(2, temperature, 21);
  move(home, 3);
  home.value(4, temperature, 19);
  move(home, 5, 12 * HOUR);
  assert.deepEqual(home.misses(), ['condition-unknown', 'condition-false', 'condition-false']);
  const [began] = home.of('run-began');
  assert.deepEqual(
    began?.conditions.map(({ id, is, value }) => [id, is, value]),
    [
      ['c1', true, undefined],
      ['c2', true, 19],
      ['c3', true, undefined],
      ['c4', false, MONDAY + 5],
    ],
  );
});

test('checks that a condition has been true for long enough', () => {
  const onlyIf = { kind: 'property', property: door, is: 'is', value: false, since: 'PT2M' } as const;
  const home = follow([compiled({ onlyIf })], { values: [...off, [door, true]] });
  home.value(0, door, false);
  move(home, MINUTE, 2 * MINUTE);
  assert.deepEqual(home.began(), [2 * MINUTE]);
});

test('keeps the current run in mode "single"', () => {
  const home = asMode('single');
  move(home, 0, MINUTE, 5 * MINUTE);
  home.advance(HOUR);
  assert.deepEqual(setTimes(home), [0, 3 * MINUTE, 5 * MINUTE, 8 * MINUTE]);
  assert.deepEqual(home.misses(), ['still-running']);
});

test('begins a run again in mode "restart"', () => {
  const home = asMode('restart');
  move(home, 0, MINUTE);
  home.advance(HOUR);
  assert.deepEqual(setTimes(home), [0, MINUTE, 4 * MINUTE]);
  assert.deepEqual(home.outcomes(), ['replaced', 'done']);
});

test('runs one after the other in mode "queued", at most ten', () => {
  const home = asMode('queued');
  move(home, 0, 1, 2);
  home.advance(HOUR);
  assert.deepEqual(home.began(), [0, 3 * MINUTE, 6 * MINUTE]);
  move(home, ...Array.from({ length: 12 }, (_, index) => 2 * HOUR + index));
  assert.deepEqual(home.misses(), ['still-running', 'still-running']);
});

test('runs at most ten at the same time in mode "parallel"', () => {
  const home = asMode('parallel');
  move(home, ...Array.from({ length: 11 }, (_, index) => index));
  assert.equal(home.began().length, 10);
  assert.deepEqual(home.misses(), ['still-running']);
});

test('fires timers that are due before an event, in the order of due time, automation and id', () => {
  const trigger = { kind: 'property', property: door, is: 'becomes', value: true, for: 'PT1M' } as const;
  const home = follow(
    [
      compiled({ when: [trigger], then: [turnOn] }, { id: 'B' }),
      compiled(
        { when: [trigger], onlyIf: { kind: 'property', property: light, is: 'is', value: true } },
        { id: 'A' },
      ),
    ],
    {
      values: [
        [door, false],
        [light, false],
      ],
    },
  );
  home.value(0, door, true);
  home.value(MINUTE, light, true);
  assert.deepEqual(
    home.of('run-began').map(({ automation }) => automation),
    ['B'],
  );
  assert.deepEqual(
    home.of('miss').map(({ automation, reason }) => [automation, reason]),
    [['A', 'condition-false']],
  );
});

test('skips a write of the current value, unless the step always writes', () => {
  const home = follow([compiled({ then: [turnOn, { ...turnOn, only: 'always' }] })], {
    values: [
      [motion, false],
      [light, true],
    ],
  });
  move(home, 1);
  const writes = home
    .of('step-decided')
    .map(({ action }) => (action.type === 'set' ? action.writes.map(({ command }) => command) : []));
  assert.deepEqual(writes, [[], ['A.1.e2.s2']]);
});

test('retries an unanswered write after the run has waited for something else', () => {
  const waitUntil = { kind: 'property', property: door, is: 'is', value: true } as const;
  const next = { kind: 'set', set: kitchenLight, value: true, else: 'stop' } as const;
  const then = [
    turnOn,
    { kind: 'wait-until', waitUntil, atMost: 'PT7S', else: 'go-on' },
    next,
    { kind: 'notify', notify: { text: 'Done' } },
  ] as const;
  for (const opens of [true, false]) {
    const home = follow([compiled({ then: [...then] })], { values: [...off, [door, false]] });
    move(home, 0);
    home.input(5 * SECOND, { type: 'command', command: 'A.1.e2.s1', state: 'unanswered' });
    if (opens) home.value(6 * SECOND, door, true);
    home.input(8 * SECOND, { type: 'command', command: 'A.1.e2.s3', state: 'done' });
    home.advance(10 * SECOND);
    home.input(11 * SECOND, { type: 'command', command: 'A.1.e2.s1.again', state: 'done' });
    assert.deepEqual(home.outcomes(), ['done']);
    assert.ok(home.of('step-decided').some(({ action }) => action.type === 'notify'));
  }
});

test('retries an unanswered write once, then reports that it failed', () => {
  const home = follow([compiled({})], { values: off });
  move(home, 0);
  home.input(10 * SECOND, { type: 'command', command: 'A.1.e2.s1', state: 'unanswered' });
  home.advance(15 * SECOND);
  assert.deepEqual(
    home.of('step-decided').map(({ action }) => action.type === 'set' && action.isRetry),
    [false, true],
  );
  home.input(30 * SECOND, { type: 'command', command: 'A.1.e2.s1.again', state: 'unanswered' });
  assert.deepEqual(home.outcomes(), ['failed']);
});

test('waits for the device when a step stops on failure, and continues otherwise', () => {
  const next = { kind: 'set', set: kitchenLight, value: true } as const;
  const home = follow([compiled({ then: [{ ...turnOn, else: 'stop' }, next] })], { values: off });
  move(home, 0);
  assert.equal(setTimes(home).length, 1);
  home.input(1, { type: 'command', command: 'A.1.e2.s1', state: 'refused', reason: 'not yours any more' });
  assert.deepEqual(home.outcomes(), ['stopped']);
  const other = follow([compiled({ then: [turnOn, next] })], { values: off });
  move(other, 0);
  other.input(1, { type: 'command', command: 'A.1.e2.s1', state: 'refused' });
  other.input(2, { type: 'command', command: 'A.1.e2.s2', state: 'done' });
  assert.deepEqual([setTimes(other), other.outcomes()], [[0, 0], ['partly']]);
});

test('waits until a condition is true, or until the limit of the wait', () => {
  const waitUntil = { kind: 'property', property: door, is: 'is', value: false } as const;
  const then = [{ kind: 'wait-until', waitUntil, atMost: 'PT30M' }, turnOn] as const;
  const home = follow([compiled({ then: [...then] })], { values: [...off, [door, true]], assumesDone: true });
  move(home, 0);
  home.value(5 * MINUTE, door, false);
  home.value(6 * MINUTE, door, true);
  move(home, 10 * MINUTE);
  home.advance(HOUR);
  assert.deepEqual(setTimes(home), [5 * MINUTE]);
  assert.deepEqual(home.outcomes(), ['done', 'stopped']);
});

test('chooses between steps, and between steps of different triggers', () => {
  const home = follow(
    [
      compiled({
        when: [
          { kind: 'property', id: 't1', property: motion, is: 'becomes', value: true },
          { kind: 'property', id: 't2', property: door, is: 'becomes', value: true },
        ],
        then: [
          { kind: 'set', set: light, value: true, for: ['t1'] },
          {
            kind: 'if',
            if: { kind: 'property', property: temperature, is: 'above', value: 20 },
            then: [{ kind: 'set', set: kitchenLight, value: true }],
            else: [{ kind: 'wait', wait: 'PT1S' }],
          },
          { kind: 'scene', scene: 'S', for: ['t2'] },
        ],
      }),
    ],
    { values: [...off, [door, false]], assumesDone: true },
  );
  const stepsOf = () => home.of('step-decided').map(({ step }) => step);
  move(home, 0);
  home.advance(MINUTE);
  assert.deepEqual(stepsOf(), ['s1', 's2', 's4']);
  home.value(2 * MINUTE, temperature, 25);
  home.value(2 * MINUTE, door, true);
  assert.deepEqual(stepsOf().slice(3), ['s2', 's3', 's5']);
});

test('limits how often an automation runs, as its definition says', () => {
  const home = follow([compiled({ atMostEvery: 'PT1H' })], { values: off, assumesDone: true });
  move(home, 0, 30 * MINUTE, HOUR);
  assert.deepEqual(home.began(), [0, HOUR]);
  const [miss] = home.of('miss');
  assert.equal(miss?.reason === 'suppressed' && miss.ranAt, MONDAY);
});

test('stops an automation that appears three times in a chain of causes', () => {
  const flip = (is: boolean) =>
    ({
      when: [{ kind: 'property', property: light, is: 'becomes', value: is }],
      then: [{ kind: 'set', set: light, value: !is }],
    }) as const;
  const automations = [true, false].map((is) =>
    compiled({ when: [...flip(is).when], then: [...flip(is).then] }, { id: is ? 'A' : 'B' }),
  );
  const home = follow(automations, { values: [[light, false]], assumesDone: true });
  let value = true;
  let cause: string | undefined;
  for (let at = 0; at < 20 && home.of('braked').length === 0; at += 1) {
    const began = home.value(at, light, value, cause).find(({ type }) => type === 'run-began');
    cause = began?.type === 'run-began' ? began.run : undefined;
    value = !value;
  }
  const [braked] = home.of('braked');
  assert.deepEqual(
    [braked?.automation, braked?.why, braked?.chain],
    ['A', 'chain', ['A', 'B', 'A', 'B', 'A']],
  );
  assert.deepEqual(home.began().length, 4);
});

test('stops an automation that runs more than 60 times in a minute, until it is edited', () => {
  const home = follow([compiled({})], { values: off, assumesDone: true });
  move(home, ...Array.from({ length: 70 }, (_, index) => index));
  assert.equal(home.began().length, 60);
  assert.deepEqual(
    home.of('braked').map(({ why }) => why),
    ['runs-per-minute'],
  );
  home.change(2 * MINUTE, [compiled({}, { version: 2 })], { assumesDone: true });
  move(home, 3 * MINUTE);
  assert.equal(home.began().length, 61);
});
