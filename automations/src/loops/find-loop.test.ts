import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLoop } from './find-loop.ts';
import { inLoopsWith } from './in-loops-with.ts';
import { assertAgreement } from './testing/random-homes.ts';
import type { LoopAutomation } from './types.ts';

const check = (automations: readonly LoopAutomation[], ...momentary: string[]) =>
  findLoop({ automations, momentary: new Set(momentary) });
const automation = (id: string, rest: Omit<LoopAutomation, 'id' | 'mode'>): LoopAutomation => ({
  id,
  mode: 'restart',
  ...rest,
});
const becomes = (property: string, value: unknown) => ({
  every: [{ property, is: 'equals' as const, value }],
});

const ON = automation('hall light', {
  triggers: [becomes('lamp', false)],
  steps: [{ set: 'lamp', value: true }],
});
const OFF = automation('night off', {
  triggers: [becomes('lamp', true)],
  steps: [{ waitMs: 1_000 }, { set: 'lamp', value: false }],
});

describe('the check for loops', () => {
  it('describes the loop of two automations that switch one lamp', () => {
    const found = check([ON, OFF]);
    assert.equal(found.kind, 'loop');
    const story = found.kind === 'loop' ? found.story : [];
    assert.deepEqual(
      story.toSorted((a, b) => a.automation.localeCompare(b.automation)),
      [
        { automation: 'hall light', property: 'lamp', value: true, afterMs: 0 },
        { automation: 'night off', property: 'lamp', value: false, afterMs: 1_000 },
      ],
    );
  });

  it('finds no loop where nothing makes a trigger false again', () => {
    assert.deepEqual(check([OFF]), { kind: 'none' });
    const both = [
      ON,
      automation('follow', { triggers: [becomes('lamp', true)], steps: [{ set: 'fan', value: true }] }),
    ];
    assert.deepEqual(check(both), { kind: 'none' });
  });

  it('finds a possible loop where a condition can prevent it, and names its automations', () => {
    const onlyIf = { test: { property: 'lamp', is: 'equals', value: false } } as const;
    const found = check([ON, { ...OFF, onlyIf }]);
    assert.deepEqual(found, {
      kind: 'possible',
      automations: ['hall light', 'night off'],
      isExhaustive: true,
    });
  });

  it('leaves out what cannot take part in a loop of an automation', () => {
    const follow = automation('follow', {
      triggers: [becomes('lamp', true)],
      steps: [{ set: 'fan', value: true }],
    });
    const starter = automation('starter', { triggers: [], steps: [{ set: 'lamp', value: true }] });
    const apart = automation('apart', {
      triggers: [becomes('tv', true)],
      steps: [{ set: 'tv', value: false }],
    });
    const all = [starter, ON, follow, apart, OFF];
    assert.deepEqual(inLoopsWith(OFF, all), [starter, ON, follow, OFF]);
    assert.deepEqual(inLoopsWith(follow, all), []);
    assert.deepEqual(inLoopsWith(starter, all), []);
  });

  it('assumes that conditions on the time, the sun and people are true', () => {
    assert.equal(check([ON, { ...OFF, onlyIf: { all: ['depends', { not: 'depends' }] } }]).kind, 'loop');
  });

  it('treats each report of a momentary property as a new one', () => {
    const button = automation('echo', {
      triggers: [becomes('button', 'single')],
      steps: [{ set: 'button', value: 'single' }],
    });
    assert.equal(check([button]).kind, 'none');
    assert.equal(check([button], 'button').kind, 'loop');
  });

  it('knows that a value within the leeway changes nothing', () => {
    const heater = (low: number) => [
      automation('warm', {
        triggers: [{ every: [{ property: 'target', is: 'below', value: 18, leeway: 2 }] }],
        steps: [{ set: 'target', value: low }],
      }),
      automation('cold', { triggers: [becomes('target', low)], steps: [{ set: 'target', value: 10 }] }),
    ];
    assert.equal(check(heater(19)).kind, 'none');
    assert.equal(check(heater(21)).kind, 'loop');
  });

  it('includes triggers that have to stay true for some time', () => {
    const slow = automation('slow', {
      triggers: [{ ...becomes('lamp', true), forMs: 2_000 }],
      steps: [{ set: 'lamp', value: false }],
    });
    assert.equal(check([ON, slow]).kind, 'loop');
    assert.equal(check([OFF, ON, { ...slow, steps: [{ set: 'alarm', value: true }] }]).kind, 'loop');
    const never = automation('never', {
      triggers: [{ ...becomes('lamp', true), forMs: 2_000 }],
      steps: [{ set: 'fan', value: true }],
    });
    const reset = automation('reset', {
      triggers: [becomes('fan', true)],
      steps: [
        { set: 'fan', value: false },
        { set: 'lamp', value: true },
      ],
    });
    const brief = automation('brief', {
      triggers: [becomes('lamp', true)],
      steps: [{ set: 'lamp', value: false }],
    });
    assert.equal(check([never, reset]).kind, 'none');
    assert.equal(check([never, reset, brief]).kind, 'possible');
  });

  it('requires the state of every member of a group', () => {
    const all = (value: unknown) =>
      automation('all off', {
        triggers: [
          { every: ['lamp', 'lamp 2'].map((property) => ({ property, is: 'equals' as const, value })) },
        ],
        steps: [{ set: 'lamp', value: !value }],
      });
    const back = automation('back', {
      triggers: [becomes('lamp', true)],
      steps: [{ set: 'lamp', value: false }],
    });
    assert.equal(check([all(false), back]).kind, 'loop');
    assert.equal(
      check([all(false), { ...back, steps: [...back.steps, { set: 'lamp 2', value: true }] }]).kind,
      'possible',
    );
  });

  it('checks automations separately when they have no property in common', () => {
    const pairs = Array.from({ length: 30 }, (_, index) => [
      automation(`on ${index}`, {
        triggers: [becomes(`lamp ${index}`, false)],
        steps: [{ set: `lamp ${index}`, value: true }],
      }),
      automation(`off ${index}`, {
        triggers: [becomes(`lamp ${index}`, true)],
        onlyIf: { test: { property: `lamp ${index}`, is: 'equals', value: false } },
        steps: [{ set: `lamp ${index}`, value: false }],
      }),
    ]).flat();
    const found = check(pairs);
    assert.equal(found.kind === 'possible' && found.isExhaustive, true);
    assert.equal(check([...pairs, OFF, ON]).kind, 'loop');
  });

  it('tries random states when there are too many to try all, and reports that', () => {
    const lamps = Array.from({ length: 12 }, (_, index) => becomes(`lamp ${index}`, true));
    const found = check([
      { ...ON, triggers: [...ON.triggers, ...lamps] },
      { ...OFF, onlyIf: { test: { property: 'lamp', is: 'equals', value: false } } },
    ]);
    assert.equal(found.kind === 'possible' && found.isExhaustive, false);
  });

  it('finds exactly the loops that brute force finds in random homes', () => assertAgreement(500));
});
