import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AutomationDefinition, type FieldError } from '@azulejo/contract';
import { type TObject, type TSchema, Type } from 'typebox';
import { ApiError } from '../api-error.ts';
import { inputValidator } from './validation.ts';

function errorsOf(schema: TObject, value: Record<string, unknown>): string[] {
  try {
    inputValidator(schema)(value, 'json');
  } catch (error) {
    assert.ok(error instanceof ApiError);
    return (error.fields ?? []).map(({ field, reason }: FieldError) => `${field} ${reason}`);
  }
  return [];
}

const definition = (members: object) => ({
  label: 'Test',
  when: [{ kind: 'interval', every: 'PT1H' }],
  then: [{ kind: 'wait', wait: 'PT1S' }],
  ...members,
});
const errorsOfAutomation = (members: object) => errorsOf(AutomationDefinition, definition(members));
const union = (...branches: TSchema[]) => Type.Object({ it: Type.Union(branches) });

test('reports only the errors of the branch of a union that the value is meant to match', () => {
  const cases: [members: object, errors: string[]][] = [
    [{}, []],
    [{ when: [{ kind: 'time', time: '23:00' }] }, ['when.0.time must be an object']],
    [{ when: [{ kind: 'time', time: {} }] }, ['when.0.time.at is required']],
    [
      { when: [{ kind: 'sun', sun: { event: 'noon' } }] },
      ['when.0.sun.event must be one of sunrise, sunset'],
    ],
    [
      {
        when: [
          { kind: 'interval', every: 'PT1H' },
          { kind: 'time', time: {} },
          { kind: 'sun', sun: 1 },
        ],
      },
      ['when.1.time.at is required', 'when.2.sun must be an object'],
    ],
    [{ when: [{ kind: 'person', person: 'leaves' }] }, ['when.0.place is required']],
    // The inner union is reported in the same way.
    [
      { then: [{ kind: 'if', if: { kind: 'time', time: 7 }, then: [] }] },
      ['then.0.if.time must be an object'],
    ],
    [
      { then: [{ kind: 'set', set: { channel: 'c' }, value: 1 }] },
      ['then.0.set.component is required', 'then.0.set.property is required'],
    ],
  ];
  for (const [members, errors] of cases) assert.deepEqual(errorsOfAutomation(members), errors);
});

test('names every error of a small value, and the first one of a value with many parts', () => {
  const steps = (length: number) =>
    errorsOfAutomation({ then: Array.from({ length }, () => ({ kind: 'wait', wait: 1 })) });
  assert.equal(steps(15).length, 15);
  assert.equal(steps(50).length, 20);
  assert.deepEqual(
    errorsOfAutomation({ then: Array.from({ length: 60_000 }, () => ({ kind: 'wait', wait: 1 })) }),
    ['then must NOT have more than 50 items'],
  );
  const settings = Type.Object({ settings: Type.Array(Type.Object({ id: Type.String({ maxLength: 9 }) })) });
  const many = Array.from({ length: 60_000 }, () => ({}));
  assert.deepEqual(errorsOf(settings, { settings: many }), ['settings.0.id is required']);
});

test('names the kinds of which a part must be one, and the members of which at least one is required', () => {
  assert.deepEqual(errorsOfAutomation({ when: [{ at: '23:00' }] }), [
    'when.0.kind must be one of property, time, sun, interval, person, device, webhook, scene',
  ]);
  assert.deepEqual(errorsOfAutomation({ onlyIf: { kind: 'moon', sun: 'up' } }), [
    'onlyIf.kind must be one of property, time, sun, person, device, all, any, not',
  ]);
  for (const set of [{}, { component: 'c', property: 'p' }])
    assert.deepEqual(errorsOfAutomation({ then: [{ kind: 'set', set, value: 1 }] }), [
      'then.0.set must have one of: channel, properties',
    ]);
});

test('names the types of which a value must be', () => {
  assert.deepEqual(errorsOfAutomation({ when: ['23:00'] }), ['when.0 must be an object']);
  const textOrNull = union(Type.String({ maxLength: 3 }), Type.Null());
  assert.deepEqual(errorsOf(textOrNull, { it: 5 }), ['it must be a string or null']);
  assert.deepEqual(errorsOf(textOrNull, { it: 'long' }), ['it must be at most 3 characters long']);
  const words = union(Type.Literal('a'), Type.Literal('b'));
  assert.deepEqual(
    [errorsOf(words, { it: 'c' }), errorsOf(words, { it: 1 })],
    [['it must be one of a, b'], ['it must be one of a, b']],
  );
});
