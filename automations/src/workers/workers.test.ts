import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import fc from 'fast-check';
import { withPartIds } from '../part-ids.ts';
import { anyDefinition, isEditableByHand } from './testing/definitions.ts';
import { mangledByAndroid, mangledByIos, places, rulesOf } from './testing/phones.ts';
import { toDefinitionParts } from './to-definition.ts';
import { peopleUnits, toWorkerUnits } from './to-units.ts';

const RUNS = 2_000;
const partsOf = ({ when, onlyIf, then }: AutomationDefinition) => ({ when, ...(onlyIf && { onlyIf }), then });

const light = { channel: 'L', component: 'light-bulb', property: 'status' };
const motion = { channel: 'M', component: 'motion', property: 'occupancy' };
const make = (members: Partial<AutomationDefinition>): AutomationDefinition =>
  withPartIds({
    label: 'Hall light',
    when: [{ kind: 'property', property: motion, is: 'becomes', value: true }],
    then: [{ kind: 'set', set: light, value: true }],
    ...members,
  });

describe('automations as units of the phone apps', () => {
  it('converts automations to units of both apps and back unchanged, if and only if apps can edit them', () => {
    let editable = 0;
    const property = fc.property(anyDefinition, (source) => {
      const definition = withPartIds(source);
      const units = toWorkerUnits(definition, places);
      assert.equal(units !== undefined, isEditableByHand(definition), JSON.stringify(definition));
      if (!units) return;
      editable += 1;
      for (const mangle of [mangledByAndroid, mangledByIos]) {
        const read = toDefinitionParts(mangle(units));
        assert.ok('parts' in read, JSON.stringify(read));
        assert.deepEqual(read.parts, partsOf(definition));
      }
    });
    fc.assert(property, { numRuns: RUNS });
    assert.ok(editable > RUNS / 10 && editable < RUNS, `${editable} of ${RUNS} can be edited`);
  });

  it('keeps a wait as a part of the step after it', () => {
    const definition = make({
      then: [
        { kind: 'set', set: light, value: true },
        { kind: 'wait', wait: 'PT3M' },
        { kind: 'set', set: light, value: false },
      ],
    });
    const units = toWorkerUnits(definition, places);
    assert.deepEqual(
      units?.actions.map(({ rule }) => JSON.parse(rule)),
      [
        { is: 'set', property: 'status', value: true, id: 's1', order: 0 },
        {
          is: 'set',
          property: 'status',
          value: false,
          id: 's3',
          after: { id: 's2', wait: 'PT3M' },
          order: 1,
        },
      ],
    );
  });

  it('keeps the order of steps when an app sorts them by device', () => {
    const fan = { ...light, channel: 'F' };
    const then = [light, fan, light].map((set, index) => ({ kind: 'set' as const, set, value: index > 1 }));
    const definition = make({ then });
    const units = toWorkerUnits(definition, places);
    assert.ok(units);
    const sorted = mangledByIos(units);
    assert.deepEqual(
      sorted.actions.map(({ channel }) => channel),
      ['L', 'L', 'F'],
    );
    assert.deepEqual(toDefinitionParts(sorted), { parts: partsOf(definition) });
  });

  it('adds new conditions and steps of the editor after the existing ones', () => {
    const definition = make({
      onlyIf: { kind: 'all', all: [{ kind: 'property', property: motion, is: 'is', value: false }] },
    });
    const units = toWorkerUnits(definition, places);
    assert.ok(units);
    const sent = mangledByAndroid(units);
    const state = {
      channel: 'ctx',
      component: 'time',
      rule: '{"is":"sun-is","property":"time","sun":"down"}',
    };
    const action = { channel: 'L', component: 'light-bulb', rule: '{"is":"set","property":"dim","value":5}' };
    const read = toDefinitionParts({
      ...sent,
      states: [...sent.states, state],
      actions: [...sent.actions, action],
    });
    assert.ok('parts' in read);
    assert.deepEqual(read.parts.onlyIf, {
      kind: 'all',
      id: 'c1',
      all: [
        { kind: 'property', id: 'c2', property: motion, is: 'is', value: false },
        { kind: 'sun', sun: 'down' },
      ],
    });
    assert.deepEqual(read.parts.then.at(-1), { kind: 'set', set: { ...light, property: 'dim' }, value: 5 });
  });

  it('names the units of another rule editor', () => {
    const unit = (rule: unknown) => ({ channel: 'L', component: 'light-bulb', rule });
    const ours = unit('{"is":"set","property":"status","value":true}');
    for (const rule of [
      undefined,
      7,
      '',
      '{',
      '[]',
      '{"is":7}',
      '{"is":"becomes"}',
      `"${'x'.repeat(20_000)}"`,
    ]) {
      const read = toDefinitionParts({ triggers: [], states: [], actions: [ours, unit(rule)] });
      assert.deepEqual(read, { faults: [{ kind: 'actions', index: 1 }] }, String(rule));
    }
  });

  it('ignores members of units that are not ours', () => {
    const rule = '{"is":"at","property":"time","at":"07:00","webhook":true,"after":null,"id":"t4"}';
    const read = toDefinitionParts({
      triggers: [{ channel: 'ctx', component: 'time', rule }],
      states: [],
      actions: [],
    });
    assert.deepEqual(read, {
      parts: { when: [{ kind: 'time', id: 't4', time: { at: '07:00' } }], then: [] },
    });
  });

  it('creates a unit for each person, also in automations that apps cannot edit', () => {
    const definition = make({
      when: [
        { kind: 'person', person: 'arrives', place: 'home' },
        { kind: 'property', property: motion, is: 'becomes', value: true },
      ],
      onlyIf: { kind: 'not', not: { kind: 'person', person: 'is-at', place: 'work' } },
    });
    assert.equal(toWorkerUnits(definition, places), undefined);
    const units = peopleUnits(definition, places);
    assert.deepEqual(
      units.map(({ channel, component, property }) => [channel, component, property]),
      [
        ['ctx', 'location', 'place'],
        ['ctx', 'location', 'place'],
      ],
    );
    assert.deepEqual(
      rulesOf(units).map(({ is, place }) => [is, place]),
      [
        ['arrives', 'home'],
        ['is-at', 'work'],
      ],
    );
  });
});
