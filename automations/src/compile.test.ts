import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { compile } from './compile.ts';
import type { HomeFacts } from './facts.ts';
import { withPartIds } from './part-ids.ts';
import { isFatal } from './problems.ts';
import {
  definitionOf,
  door,
  facts,
  motion,
  presence,
  temperature,
  turnOn,
  writeOnly,
} from './testing/home.ts';

function problemsOf(members: object, known: HomeFacts = facts): string[] {
  const definition = definitionOf(members as Partial<AutomationDefinition>);
  const { problems, automation } = compile({ id: 'A', version: 1, isEnabled: true, definition }, known);
  if (problems.every(({ severity }) => severity === 'warning') || problems.some(isFatal))
    assert.equal(automation === undefined, problems.some(isFatal));
  return problems.map(({ path, code }) => `${path} ${code}`);
}

const rises = { kind: 'property', property: temperature, is: 'rises-above', value: 20 };
const gone = { ...door, channel: 'gone' };

test('names the place and the kind of each fault', () => {
  const faults: [object, string][] = [
    [
      { when: [{ kind: 'property', property: gone, is: 'becomes', value: true }] },
      'when[0].property unknown_property',
    ],
    [
      { when: [{ kind: 'property', is: 'becomes', value: true, property: motion, properties: {} }] },
      'when[0] invalid_part',
    ],
    [
      { when: [{ kind: 'property', property: motion, is: 'becomes', value: 'yes' }] },
      'when[0].value invalid_value',
    ],
    [{ when: [{ kind: 'property', property: motion, is: 'becomes' }] }, 'when[0].value invalid_value'],
    [
      { when: [{ kind: 'property', property: motion, is: 'rises-above', value: true }] },
      'when[0].value invalid_value',
    ],
    [{ when: [{ ...rises, unit: 'lux' }] }, 'when[0].unit invalid_unit'],
    [{ when: [{ ...rises, for: 'PT0S' }] }, 'when[0].for invalid_duration'],
    [{ when: [{ ...rises, for: 'P31D' }] }, 'when[0].for invalid_duration'],
    [
      { when: [{ kind: 'property', property: motion, is: 'changes', for: 'PT1S' }] },
      'when[0].for invalid_part',
    ],
    [
      { when: [{ kind: 'property', property: writeOnly, is: 'becomes', value: true }] },
      'when[0] not_readable',
    ],
    [{ when: [{ kind: 'person', person: 'arrives', place: 'moon' }] }, 'when[0].place unknown_place'],
    [
      { when: [{ kind: 'person', person: 'arrives', place: 'home', who: ['ana', 'rui'] }] },
      'when[0].who[1] unknown_person',
    ],
    [{ when: [{ kind: 'device', device: 'reachable', channel: 'gone' }] }, 'when[0].channel unknown_device'],
    [{ when: [{ kind: 'device', device: 'silent', channel: 'M' }] }, 'when[0].for invalid_duration'],
    [{ when: [{ kind: 'scene', scene: 'gone' }] }, 'when[0].scene unknown_scene'],
    [
      {
        onlyIf: {
          kind: 'all',
          all: [{ kind: 'any', any: [{ kind: 'property', property: gone, is: 'is', value: 1 }] }],
        },
      },
      'onlyIf.all[0].any[0].property unknown_property',
    ],
    [{ onlyIf: { kind: 'not', not: { kind: 'all', all: [3] } } }, 'onlyIf.not.all[0] invalid_part'],
    [{ then: [{ kind: 'set', set: motion, value: true }] }, 'then[0].set not_actionable'],
    [{ then: [{ ...turnOn, value: 7 }] }, 'then[0].value invalid_value'],
    [{ then: [{ ...turnOn, for: ['t2'] }] }, 'then[0].for[0] unknown_trigger'],
    [
      { then: [{ kind: 'set', set: { properties: { class: 'test.status', of: 'any' } }, value: true }] },
      'then[0].set invalid_part',
    ],
    [
      { then: [{ kind: 'if', if: { kind: 'sun', sun: 'up' }, then: [{ kind: 'scene', scene: 'gone' }] }] },
      'then[0].then[0].scene unknown_scene',
    ],
    [
      { then: [{ kind: 'automation', automation: 'gone', as: 'run' }] },
      'then[0].automation unknown_automation',
    ],
    [
      { then: [{ kind: 'notify', notify: { text: '{{a}}', values: { a: gone } } }] },
      'then[0].notify.values.a unknown_property',
    ],
    [{ then: [turnOn, { ...turnOn, id: 's1' }, { ...turnOn, id: 's1' }] }, 'then[2].id duplicate_id'],
    [{ late: 'skip-after:PT0S' }, 'late invalid_duration'],
  ];
  for (const [members, expected] of faults) assert.deepEqual(problemsOf(members), [expected]);
});

test('asks for a place, and warns of a missing time zone, only where they are needed', () => {
  const bare = { ...facts, hasZone: false, hasPosition: false };
  assert.deepEqual(problemsOf({}, bare), []);
  // The automation runs at the server's times, which `problemsOf` asserts.
  assert.deepEqual(problemsOf({ when: [{ kind: 'time', time: { at: '07:00' } }] }, bare), [
    'when[0] no_time_zone',
  ]);
  assert.deepEqual(problemsOf({ onlyIf: { kind: 'time', time: { from: '22:00' } } }, bare), [
    'onlyIf no_time_zone',
  ]);
  assert.deepEqual(problemsOf({ onlyIf: { kind: 'sun', sun: 'down' } }, bare), ['onlyIf no_position']);
});

test('bounds depth and number of conditions and steps', () => {
  const nest = (depth: number): object =>
    depth === 0 ? { kind: 'sun', sun: 'up' } : { kind: 'not', not: nest(depth - 1) };
  assert.deepEqual(problemsOf({ onlyIf: nest(4) }), []);
  assert.deepEqual(problemsOf({ onlyIf: nest(5) }), ['onlyIf.not.not.not.not.not too_deep']);
  const many = Array.from({ length: 50 }, () => ({ kind: 'sun', sun: 'up' }));
  assert.deepEqual(problemsOf({ onlyIf: { kind: 'all', all: many } }), ['onlyIf too_many']);
  const inner = Array.from({ length: 50 }, () => turnOn);
  assert.deepEqual(problemsOf({ then: [{ kind: 'if', if: { kind: 'sun', sun: 'up' }, then: inner }] }), [
    'then too_many',
  ]);
});

test('warns of a step that ends the run before the others', () => {
  const off = { kind: 'automation', automation: 'A', as: 'switch-off' };
  assert.deepEqual(problemsOf({ then: [off, turnOn] }), ['then[0] ends_itself']);
  const nested = { kind: 'if', if: { kind: 'sun', sun: 'up' }, then: [off], else: [turnOn] };
  assert.deepEqual(problemsOf({ then: [nested, turnOn] }), ['then[0].then[0] ends_itself']);
  assert.deepEqual(problemsOf({ then: [turnOn, nested] }), []);
  assert.deepEqual(problemsOf({ then: [turnOn, off] }), []);
  assert.deepEqual(problemsOf({ then: [{ ...off, automation: 'B' }, turnOn] }), []);
});

test('warns of conditions that are never or always true, without refusing them', () => {
  assert.deepEqual(problemsOf({ when: [{ ...rises, value: 60 }] }), ['when[0].value never_true']);
  const always = { kind: 'property', property: temperature, is: 'above', value: -41 };
  assert.deepEqual(problemsOf({ onlyIf: always }), ['onlyIf.value always_true']);
  const contradiction = {
    when: [{ kind: 'property', property: temperature, is: 'falls-below', value: 16 }],
    onlyIf: {
      kind: 'all',
      all: [
        { kind: 'sun', sun: 'up' },
        { kind: 'property', property: temperature, is: 'above', value: 18 },
      ],
    },
  };
  assert.deepEqual(problemsOf(contradiction), ['onlyIf.all[1] never_true']);
  const empty = {
    kind: 'property',
    properties: { class: 'battery.battery', of: 'any' },
    is: 'falls-below',
    value: 15,
  };
  assert.deepEqual(problemsOf({ when: [empty] }), ['when[0].properties empty_group']);
});

test('gives every part of an automation a free id, and keeps existing ids', () => {
  const { when, onlyIf, then } = withPartIds(
    definitionOf({
      when: [
        { kind: 'webhook', id: 't1', webhook: true },
        { kind: 'person', person: 'leaves', place: 'home' },
        { kind: 'scene', scene: 'S' },
      ],
      onlyIf: {
        kind: 'all',
        all: [
          { kind: 'sun', sun: 'up' },
          { kind: 'sun', id: 'c1', sun: 'down' },
        ],
      },
      then: [
        { kind: 'if', if: { kind: 'sun', sun: 'up' }, then: [turnOn] },
        { ...turnOn, id: 's2' },
      ],
    }),
  );
  assert.deepEqual(
    when.map(({ id }) => id),
    ['t1', 't2', 't3'],
  );
  assert.deepEqual(JSON.stringify(onlyIf).match(/c\d/g)?.sort(), ['c1', 'c2', 'c3']);
  assert.deepEqual(
    JSON.stringify(then)
      .match(/[cs]\d/g)
      ?.sort(),
    ['c4', 's1', 's2', 's3'],
  );
});

test('names every property that an automation reads or sets', () => {
  const definition = definitionOf({ onlyIf: { kind: 'person', person: 'is-at', place: 'home' } });
  const { automation } = compile({ id: 'A', version: 1, isEnabled: true, definition }, facts);
  const { set: light } = turnOn;
  assert.deepEqual([...(automation?.names.values() ?? [])], [motion, presence, light]);
});
