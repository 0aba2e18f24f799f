import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import {
  definitionOf,
  door,
  facts,
  kitchenLight,
  light,
  motion,
  temperature,
  turnOn,
} from '../testing/home.ts';
import { describeAutomation } from './describe-automation.ts';
import { findLoop } from './find-loop.ts';

const check = (...definitions: Partial<AutomationDefinition>[]) =>
  findLoop({
    automations: definitions.map((each, index) =>
      describeAutomation({ id: 'ABC'[index] ?? '', definition: definitionOf(each) }, facts, scenes),
    ),
    momentary: new Set(),
  });
const scenes = new Map([['S', [{ key: addressKey(light), value: false }]]]);
const turnOff = { kind: 'set' as const, set: light, value: false };
const lightIs = (value: boolean) => [
  { kind: 'property' as const, property: light, is: 'becomes' as const, value },
];

describe('the check of definitions for loops', () => {
  it('converts values and leeway into the unit of the property', () => {
    const trigger = {
      kind: 'property',
      property: temperature,
      is: 'rises-above',
      value: 68,
      unit: 'fahrenheit',
      leeway: 9,
    } as const;
    const { triggers } = describeAutomation(
      { id: 'A', definition: definitionOf({ when: [trigger] }) },
      facts,
    );
    const [test] = triggers[0]?.every ?? [];
    assert.ok(test?.is === 'above' && Math.abs(test.value - 20) < 1e-9);
    assert.ok(Math.abs((test.leeway ?? 0) - 5) < 1e-9);
  });

  it('finds two automations that switch the same light', () => {
    assert.equal(check({ when: lightIs(false) }, { when: lightIs(true), then: [turnOff] }).kind, 'loop');
    assert.equal(check({ when: lightIs(false) }, { then: [turnOff] }).kind, 'none');
  });

  it('compares a number as it is shown, as running does', () => {
    const unit = 'fahrenheit';
    const back = {
      when: [{ kind: 'property' as const, property: temperature, is: 'becomes' as const, value: 21.1 }],
      then: [{ kind: 'set' as const, set: temperature, value: 50, unit }],
    };
    const warm = {
      when: [
        { kind: 'property' as const, property: temperature, is: 'stops-being' as const, value: 70, unit },
      ],
      then: [{ kind: 'set' as const, set: temperature, value: 21.1 }],
    };
    assert.equal(check(back, warm).kind, 'loop');
    const cold = {
      ...warm,
      when: [{ kind: 'property' as const, property: temperature, is: 'becomes' as const, value: 50, unit }],
    };
    const hot = {
      ...back,
      when: [{ kind: 'property' as const, property: temperature, is: 'becomes' as const, value: 70, unit }],
    };
    assert.equal(check(hot, cold).kind, 'loop');
  });

  it('finds a loop through a group, a scene, and an automation that is run', () => {
    const group = { class: 'test.status', component: 'light-bulb', of: 'any' as const };
    const lights = { ...group, of: 'every' as const };
    const all = { kind: 'set' as const, set: { properties: lights }, value: true };
    const other = { when: lightIs(true), then: [{ kind: 'scene' as const, scene: 'S' }] };
    assert.equal(
      check(
        { when: [{ kind: 'property', properties: group, is: 'becomes', value: false }], then: [all] },
        other,
      ).kind,
      'loop',
    );
    assert.equal(check({ when: [{ kind: 'scene', scene: 'S' }] }, other).kind, 'loop');
    assert.equal(
      check(
        { then: [{ kind: 'automation', automation: 'B', as: 'run' }] },
        { then: [{ kind: 'automation', automation: 'A', as: 'run' }] },
      ).kind,
      'loop',
    );
    assert.equal(
      check(
        { then: [{ kind: 'automation', automation: 'B', as: 'switch-on' }] },
        { then: [{ kind: 'automation', automation: 'A', as: 'run' }] },
      ).kind,
      'none',
    );
  });

  it('knows for which trigger a step is done, and in which branch', () => {
    const when = [
      { kind: 'property', id: 't1', property: light, is: 'becomes', value: true },
      { kind: 'property', id: 't2', property: motion, is: 'becomes', value: true },
    ] as const;
    const toggle = (triggers: [string]) => ({ when: [...when], then: [{ ...turnOff, for: triggers }] });
    assert.equal(check({ when: lightIs(false) }, toggle(['t1'])).kind, 'loop');
    assert.equal(check({ when: lightIs(false) }, toggle(['t2'])).kind, 'possible');
    const branch = (value: boolean) => ({
      when: lightIs(true),
      then: [
        {
          kind: 'if' as const,
          if: { kind: 'property' as const, property: light, is: 'is' as const, value },
          then: [turnOff],
          else: [{ kind: 'set' as const, set: kitchenLight, value: true }],
        },
      ],
    });
    assert.equal(check({ when: lightIs(false) }, branch(true)).kind, 'loop');
    assert.equal(check({ when: lightIs(false) }, branch(false)).kind, 'possible');
  });

  it('takes conditions that do not depend on values for true', () => {
    const closed = { kind: 'property' as const, property: door, is: 'is' as const, value: false };
    const off = { when: lightIs(true), then: [turnOff] };
    assert.equal(
      check(
        {
          when: lightIs(false),
          onlyIf: { kind: 'all', all: [{ kind: 'sun', sun: 'down' }, closed] },
          then: [turnOn],
        },
        off,
      ).kind,
      'loop',
    );
  });
});
