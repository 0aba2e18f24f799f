import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './components.ts';
import { type Definition, readDefinition } from './read-definitions.ts';

const strip = readDefinition('shelly', 'S4PL-00416EU');

/** Returns a power strip on which only the socket at `endpoint` has the feature. */
function withLess(definition: Definition, name: string, endpoint: string): Definition {
  const features = definition.features.filter(
    (feature) => feature.name !== name || feature.endpoint === endpoint,
  );
  return { ...definition, features };
}

const idsOf = (definition: Definition) => partsOf(definition).properties.map(({ id }) => id);

test('every socket of a power strip is a component of the same type with its own number', () => {
  const sockets = partsOf(strip).parts.filter(({ component }) => component.type === 'socket');
  assert.deepEqual(
    sockets.map(({ component }) => [component.id, component.label]),
    [1, 2, 3, 4].map((number) => [`socket-${number}`, `Socket ${number}`]),
  );
});

test('sockets share one property for a feature that all of them have', () => {
  const ids = idsOf(strip);
  assert.equal(ids.filter((id) => id === 'status').length, 1);
  assert.equal(ids.filter((id) => id.startsWith('active-power')).length, 1);
});

test('a feature of only one socket becomes a property of the device with the socket’s number', () => {
  const { properties, parts } = partsOf(withLess(strip, 'power', '1'));
  const power = properties.find(({ id }) => id === 'active-power-1');
  assert.deepEqual(power?.components, ['device']);
  assert.equal(power?.label, 'Power 1');
  assert.ok(parts.some(({ component }) => component.id === 'device'));
});

test('a switch of the whole device gets another id than its sockets’ switches', () => {
  const [first] = strip.features.filter(({ name }) => name === 'state');
  assert.ok(first);
  const master = { ...first, endpoint: undefined };
  const ids = idsOf({ ...strip, features: [...strip.features, master] });
  assert.ok(ids.includes('status') && ids.includes('status-device'));
  assert.equal(new Set(ids).size, ids.length);
});
