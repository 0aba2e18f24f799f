import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentsWith, isReadable, isWritable, propertiesOf, propertiesOfType } from './bindings.ts';

const LEFT = { id: 'left', type: 'socket' };
const RIGHT = { id: 'right', type: 'socket' };
const METER = { id: 'meter', type: 'meter' };

const named = (list: readonly { id: string }[]) => list.map(({ id }) => id);

test('a template’s properties belong to components by type, never by id', () => {
  const properties = [
    { id: 'status', components: ['socket'] },
    { id: 'power', components: ['socket', 'meter'] },
    { id: 'side', components: ['left'] },
  ];
  assert.deepEqual(named(propertiesOfType(properties, 'socket')), ['status', 'power']);
  assert.deepEqual(named(propertiesOfType(properties, 'meter')), ['power']);
  assert.deepEqual(propertiesOfType(properties, 'lamp'), []);
});

test('every component of a type that a property names has the property, in the template’s order', () => {
  const components = [LEFT, METER, RIGHT];
  assert.deepEqual(named(componentsWith(components, { components: ['socket'] })), ['left', 'right']);
  assert.deepEqual(named(componentsWith(components, { components: ['meter', 'socket'] })), [
    'left',
    'meter',
    'right',
  ]);
  assert.deepEqual(componentsWith(components, { components: ['left'] }), []);
});

test('a channel’s properties belong to components by id or by type', () => {
  const properties = [
    { id: 'status', components: ['left', 'right', 'socket'] },
    { id: 'countdown', components: ['left'] },
    { id: 'power', components: ['meter'] },
  ];
  assert.deepEqual(named(propertiesOf({ properties }, LEFT)), ['status', 'countdown']);
  assert.deepEqual(named(propertiesOf({ properties }, RIGHT)), ['status']);
  assert.deepEqual(named(propertiesOf({ properties }, METER)), ['power']);
});

test('a property that is only written is not readable, and one that is only reported is', () => {
  const access = (['r', 'w', 's', 'rw', 'rs', 'ws', 'rws'] as const).map((io) => [
    io,
    isReadable({ io }),
    isWritable({ io }),
  ]);
  assert.deepEqual(access, [
    ['r', true, false],
    ['w', false, true],
    ['s', true, false],
    ['rw', true, true],
    ['rs', true, false],
    ['ws', true, true],
    ['rws', true, true],
  ]);
});
