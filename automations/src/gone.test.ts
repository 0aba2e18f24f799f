import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { type Address, addressKey } from '@azulejo/model';
import { compile } from './compile.ts';
import type { HomeFacts } from './facts.ts';
import { isBlocking } from './problems.ts';
import {
  compiled,
  definitionOf,
  door,
  facts,
  follow,
  kitchenLight,
  light,
  MINUTE,
  motion,
  otherDoor,
  presence,
  SECOND,
  temperature,
  turnOn,
} from './testing/home.ts';

/** What the triggers are before they fire. */
const AT_REST: [Address, unknown][] = [
  [motion, false],
  [door, false],
  [otherDoor, false],
];

const turnOnKitchen = { kind: 'set', set: kitchenLight, value: true } as const;

/** Returns the facts of the home without some of its devices. */
function without(...removed: readonly Address[]): HomeFacts {
  const keys = new Set(removed.map(addressKey));
  return { ...facts, properties: new Map([...facts.properties].filter(([key]) => !keys.has(key))) };
}

const automationOf = (members: Partial<AutomationDefinition>, known: HomeFacts) =>
  compile({ id: 'A', version: 1, isEnabled: true, definition: definitionOf(members) }, known).automation;

/** Returns the steps that were decided, and how the runs ended. */
function runOf(members: Partial<AutomationDefinition>, known: HomeFacts, values: [Address, unknown][] = []) {
  const home = follow([compiled(members, { known })], { assumesDone: true, values: [...values, ...AT_REST] });
  home.value(SECOND, motion, true);
  const steps = home
    .of('step-decided')
    .map(({ step, action }) =>
      action.type === 'skip' ? `${step} skip ${action.kind}` : `${step} ${action.type}`,
    );
  return { home, steps, outcomes: home.outcomes() };
}

describe('an automation of which something is gone', () => {
  test('runs because of the triggers that are left', () => {
    const open = (property: Address) => ({ kind: 'property', property, is: 'becomes', value: true }) as const;
    const automation = automationOf({ when: [open(door), open(otherDoor)] }, without(door));
    assert.ok(automation);
    const home = follow([automation], { values: AT_REST });
    home.value(SECOND, door, true);
    assert.deepEqual(home.began(), []);
    home.value(2 * SECOND, otherDoor, true);
    assert.deepEqual(home.began(), [2 * SECOND]);
  });

  test('runs when one of several people comes, whose place is known', () => {
    const when = [{ kind: 'person', person: 'arrives', place: 'home', who: ['rui', 'ana'] }] as const;
    const automation = automationOf({ when: [...when] as never }, facts);
    assert.ok(automation);
    const home = follow([automation], { values: [[presence, 'away']] });
    home.value(SECOND, presence, 'home');
    assert.deepEqual(home.began(), [SECOND]);
  });

  test('ends its run in progress and remembers when it ran, when no trigger is left', () => {
    const members = { then: [turnOn, { kind: 'wait' as const, wait: 'PT1M' }, turnOnKitchen] };
    const home = follow([compiled(members)], { assumesDone: true, values: AT_REST });
    home.value(SECOND, motion, true);
    const { automation, running } = compile(
      { id: 'A', version: 1, isEnabled: true, definition: definitionOf(members) },
      without(motion),
    );
    assert.deepEqual([automation, running?.triggers], [undefined, []]);
    home.change(2 * SECOND, running ? [running] : [], { assumesDone: true });
    home.value(3 * SECOND, motion, false);
    home.value(4 * SECOND, motion, true);
    home.advance(2 * MINUTE);
    home.input(3 * MINUTE, { type: 'play', automation: 'A', checksConditions: false });
    assert.deepEqual(home.began(), [SECOND]);
    assert.deepEqual(home.outcomes(), ['done']);
    assert.ok(home.state.automations['A']?.ranAt);
  });

  test('does not run when no trigger or no action is left', () => {
    assert.equal(automationOf({}, without(motion)), undefined);
    assert.equal(automationOf({ then: [turnOn, { kind: 'wait', wait: 'PT1M' }] }, without(light)), undefined);
    assert.equal(
      automationOf({ then: [{ kind: 'scene', scene: 'S' }] }, { ...facts, scenes: new Set() }),
      undefined,
    );
  });

  test('leaves out the steps that name it, and says so', () => {
    const then = [
      turnOn,
      { kind: 'scene' as const, scene: 'S' },
      { kind: 'automation' as const, automation: 'B', as: 'run' as const },
      turnOnKitchen,
    ];
    const known = { ...without(light), scenes: new Set<string>(), automations: new Set<string>() };
    const { steps, outcomes } = runOf({ then }, known);
    assert.deepEqual(steps, ['s1 skip set', 's2 skip scene', 's3 skip automation', 's4 set']);
    assert.deepEqual(outcomes, ['partly']);
  });

  test('stops at such a step if it should stop when that fails', () => {
    const { steps, outcomes } = runOf({ then: [{ ...turnOn, else: 'stop' }, turnOnKitchen] }, without(light));
    assert.deepEqual(steps, ['s1 skip set']);
    assert.deepEqual(outcomes, ['stopped']);
  });

  test('sends its message without the value', () => {
    const notify = { text: '{{warm}}', values: { warm: temperature, open: door } };
    const { home, outcomes } = runOf({ then: [{ kind: 'notify', notify }] }, without(temperature), [
      [door, true],
    ]);
    const [decided] = home.of('step-decided');
    assert.deepEqual(decided?.action.type === 'notify' && decided.action.values, { warm: null, open: true });
    assert.deepEqual(outcomes, ['done']);
  });

  const isOpen = { kind: 'property', property: door, is: 'is', value: true } as const;
  const isOtherOpen = { kind: 'property', property: otherDoor, is: 'is', value: true } as const;

  test('stays closed when its condition is no longer known, and says why', () => {
    for (const onlyIf of [
      isOpen,
      { kind: 'not', not: isOpen },
      { kind: 'all', all: [isOpen, isOtherOpen] },
      { kind: 'any', any: [isOpen] },
    ] as const) {
      const home = follow([compiled({ onlyIf } as never, { known: without(door) })], {
        values: [
          [motion, false],
          [door, true],
          [otherDoor, true],
        ],
      });
      home.value(SECOND, motion, true);
      assert.deepEqual(home.began(), [], JSON.stringify(onlyIf));
      assert.deepEqual(home.misses(), ['condition-unknown']);
    }
  });

  test('cannot run at all if its condition can never be true without it', () => {
    const areHome = { kind: 'person', person: 'is-at', place: 'home', who: ['rui', 'ana'] };
    const conditions: [condition: object, blocks: boolean][] = [
      [isOpen, true],
      [{ kind: 'not', not: isOpen }, true],
      [{ kind: 'not', not: { kind: 'not', not: isOpen } }, true],
      [{ kind: 'all', all: [isOpen, isOtherOpen] }, true],
      [{ kind: 'not', not: { kind: 'any', any: [isOpen, isOtherOpen] } }, true],
      [{ kind: 'any', any: [isOpen, isOtherOpen] }, false],
      [{ kind: 'any', any: [{ kind: 'not', not: isOpen }, isOtherOpen] }, false],
      [{ kind: 'not', not: { kind: 'all', all: [isOpen, isOtherOpen] } }, false],
      [
        {
          kind: 'all',
          all: [{ kind: 'not', not: { kind: 'all', all: [isOpen, isOtherOpen] } }, isOtherOpen],
        },
        false,
      ],
      [areHome, true],
      [{ ...areHome, of: 'any' }, false],
      [{ kind: 'not', not: areHome }, false],
      [{ kind: 'not', not: { ...areHome, of: 'any' } }, true],
    ];
    for (const [onlyIf, blocks] of conditions) {
      const definition = definitionOf({ onlyIf } as never);
      const { problems } = compile({ id: 'A', version: 1, isEnabled: true, definition }, without(door));
      const areBlocking = problems.some((each) => isBlocking(each, definition));
      assert.equal(areBlocking, blocks, JSON.stringify(onlyIf));
    }
  });

  test('runs when its condition is true without the part that is gone', () => {
    const onlyIf = { kind: 'any', any: [isOpen, isOtherOpen] } as never;
    const { outcomes } = runOf({ onlyIf }, without(door), [[otherDoor, true]]);
    assert.deepEqual(outcomes, ['done']);
  });

  test('takes neither branch when it is not known which, and goes on after it once', () => {
    const then = [
      {
        kind: 'if' as const,
        if: isOpen,
        then: [turnOn],
        else: [{ kind: 'set' as const, set: light, value: false }],
      },
      turnOnKitchen,
    ];
    const { steps, outcomes } = runOf({ then }, without(door), [[door, true]]);
    assert.deepEqual(steps, ['s1 skip if', 's4 set']);
    assert.deepEqual(outcomes, ['partly']);
  });

  test('takes the branch that is right whatever the part that is gone was', () => {
    const then = [
      {
        kind: 'if' as const,
        if: { kind: 'all' as const, all: [isOpen, isOtherOpen] },
        then: [turnOn],
        else: [turnOnKitchen],
      },
    ];
    const { steps, outcomes } = runOf({ then }, without(door), [[otherDoor, false]]);
    assert.deepEqual(steps, ['s1 if', 's3 set']);
    assert.deepEqual(outcomes, ['done']);
  });

  test('waits no longer than it should for what can no longer happen', () => {
    const waitUntil = { kind: 'wait-until', waitUntil: isOpen, atMost: 'PT5M', else: 'go-on' } as const;
    const { home } = runOf({ then: [waitUntil, turnOn] }, without(door));
    home.advance(6 * MINUTE);
    assert.deepEqual(
      home.of('step-decided').map(({ step }) => step),
      ['s1', 's2'],
    );
    assert.deepEqual(home.outcomes(), ['done']);
  });

  test('goes on with a run at its place when a device goes while it waits', () => {
    const then = [
      turnOn,
      { kind: 'wait' as const, wait: 'PT1M' },
      { kind: 'set' as const, set: light, value: false },
      turnOnKitchen,
    ];
    const home = follow([compiled({ then })], { assumesDone: true, values: AT_REST });
    home.value(SECOND, motion, true);
    home.change(2 * SECOND, [compiled({ then }, { known: without(light) })], { assumesDone: true });
    home.advance(2 * MINUTE);
    const actions = home.of('step-decided').map(({ step, action }) => `${step} ${action.type}`);
    assert.deepEqual(actions, ['s1 set', 's2 wait', 's3 skip', 's4 set']);
    assert.deepEqual(home.outcomes(), ['partly']);
  });

  test('repeats the write of a group to the same device when another one went meanwhile', () => {
    const lights = { class: 'test.status', component: 'light-bulb', of: 'every' as const };
    const then = [{ kind: 'set' as const, set: { properties: lights }, value: true }];
    const home = follow([compiled({ then })], { values: AT_REST });
    home.value(SECOND, motion, true);
    const writes = () =>
      home
        .of('step-decided')
        .flatMap(({ action }) => (action.type === 'set' ? action.writes : []))
        .map(({ channel, command }) => ({ channel, command }));
    const [first, second] = writes();
    assert.deepEqual([first?.channel, second?.channel], ['L', 'K']);
    home.change(2 * SECOND, [compiled({ then }, { known: without(light) })]);
    for (const each of [first, second])
      home.input(3 * SECOND, { type: 'command', command: each?.command ?? '', state: 'unanswered' });
    home.advance(MINUTE);
    assert.deepEqual(
      writes().map(({ channel }) => channel),
      ['L', 'K', 'K'],
    );
  });

  test('goes on when a write ends whose device went meanwhile', () => {
    const then = [turnOn, turnOnKitchen];
    for (const outcome of ['done', 'unanswered'] as const) {
      const home = follow([compiled({ then })], { values: AT_REST });
      home.value(SECOND, motion, true);
      const [command] = Object.keys(home.state.automations['A']?.runs[0]?.writes ?? {});
      assert.ok(command);
      home.change(2 * SECOND, [compiled({ then }, { known: without(light) })]);
      home.input(3 * SECOND, { type: 'command', command, state: outcome });
      const ended = home.of('step-ended').map(({ step, outcome: how }) => `${step} ${how}`);
      assert.deepEqual(ended, [`s1 ${outcome}`]);
      assert.deepEqual(
        Object.keys(home.state.automations['A']?.runs[0]?.writes ?? {}).includes(command),
        false,
      );
    }
  });
});
