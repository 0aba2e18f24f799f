import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CompiledAutomation } from './compiled.ts';
import type { Decision } from './decision.ts';
import { createHome } from './home.ts';
import type { Input } from './input.ts';
import { advance, apply, nextDue, start } from './reducer.ts';
import type { HomeState } from './state.ts';
import {
  calendar,
  compiled,
  door,
  light,
  MINUTE,
  MONDAY,
  motion,
  otherDoor,
  temperature,
  turnOn,
} from './testing/home.ts';

const automations: readonly CompiledAutomation[] = [
  compiled(
    {
      mode: 'restart',
      then: [turnOn, { kind: 'wait', wait: 'PT3M' }, { kind: 'set', set: light, value: false }],
    },
    { id: 'A' },
  ),
  compiled(
    {
      mode: 'queued',
      when: [
        { kind: 'property', property: temperature, is: 'rises-above', value: 22, leeway: 1, for: 'PT2M' },
      ],
      onlyIf: { kind: 'property', property: door, is: 'is', value: false, since: 'PT1M' },
      then: [
        {
          kind: 'wait-until',
          waitUntil: { kind: 'property', property: otherDoor, is: 'is', value: true },
          atMost: 'PT10M',
          else: 'go-on',
        },
        turnOn,
      ],
    },
    { id: 'B' },
  ),
  compiled(
    {
      when: [
        { kind: 'interval', every: 'PT7M' },
        { kind: 'device', device: 'silent', channel: 'T', for: 'PT5M' },
      ],
    },
    { id: 'C' },
  ),
];
const home = createHome(automations, calendar);

/** A log of random values; the seed is in the message of a failure. */
function logOf(seed: number): Input[] {
  let random = seed;
  const next = (limit: number) => {
    random = (random * 1103515245 + 12345) % 2147483648;
    return Math.floor(random / 65536) % limit;
  };
  let at = MONDAY;
  return Array.from({ length: 300 }, (_, index): Input => {
    at += next(2) * next(3 * MINUTE);
    const address = [motion, light, door, otherDoor, temperature][next(5)] ?? motion;
    const data = address === temperature ? 20 + next(5) : next(2) === 1;
    return { type: 'value', n: index + 1, at, ...address, data };
  });
}

function replay(
  log: readonly Input[],
  before: (state: HomeState, input: Input) => [HomeState, readonly Decision[]],
) {
  const begun = start(home, [], MONDAY);
  let { state } = begun;
  const decisions = [...begun.decisions];
  for (const input of log) {
    const [next, decided] = before(state, input);
    state = next;
    decisions.push(...decided, ...apply(home, state, input));
  }
  return JSON.stringify({ decisions, state });
}

test('decides the same however often it is stopped, and however late timers are seen', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const log = logOf(seed);
    const plain = replay(log, (state) => [state, []]);
    assert.ok(plain.includes('"run-began"'));
    const restarted = replay(log, (state) => [JSON.parse(JSON.stringify(state)), []]);
    assert.equal(restarted, plain, `seed ${seed}`);
    const punctual = replay(log, (state, { at }) => {
      const decided: Decision[] = [];
      for (let due = nextDue(state); due !== undefined && due < at; due = nextDue(state))
        decided.push(...advance(home, state, due));
      return [state, decided];
    });
    assert.equal(punctual, plain, `seed ${seed}`);
  }
});

test('begins a run at most once for each automation, version and input', () => {
  for (let seed = 1; seed <= 20; seed += 1) {
    const { decisions } = JSON.parse(replay(logOf(seed), (state) => [state, []])) as {
      decisions: Decision[];
    };
    const runs = decisions.flatMap((each) => (each.type === 'run-began' ? [each.run] : []));
    assert.equal(new Set(runs).size, runs.length, `seed ${seed}`);
    const steps = decisions.flatMap((each) =>
      each.type === 'step-decided' ? [`${each.run}.${each.step}`] : [],
    );
    assert.ok(steps.length > 0);
    assert.equal(new Set(steps).size, steps.length, `seed ${seed}`);
  }
});
