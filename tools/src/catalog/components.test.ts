import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsOf } from './components.ts';
import { type Definition, readDefinition } from './read-definitions.ts';

const strip = readDefinition('shelly', 'S4PL-00416EU');

/** A power strip whose first socket alone has a feature that all have. */
function withLess(definition: Definition, name: string, endpoint: string): Definition {
  const features = definition.features.filter(
    (feature) => feature.name !== name || feature.endpoint === endpoint,
  );
  return { ...definition, features };
}

const idsOf = (definition: Definition) => partsOf(definition).properties.map(({ id }) => id);

test('every socket of a power strip is a component of one type, with a number and a name', () => {
  const sockets = partsOf(strip).parts.filter(({ component }) => component.type === 'socket');
  assert.deepEqual(
    sockets.map(({ component }) => [component.id, component.label]),
    [1, 2, 3, 4].map((number) => [`socket-${number}`, `Socket ${number}`]),
  );
});

test('sockets share one property for what all of them have', () => {
  const ids = idsOf(strip);
  assert.equal(ids.filter((id) => id === 'status').length, 1);
  assert.equal(ids.filter((id) => id.startsWith('active-power')).length, 1);
});

test('what one socket alone has belongs to the whole device, under its place', () => {
  const { properties, parts } = partsOf(withLess(strip, 'power', '1'));
  const power = properties.find(({ id }) => id === 'active-power-1');
  assert.deepEqual(power?.components, ['device']);
  assert.equal(power?.label, 'Power 1');
  assert.ok(parts.some(({ component }) => component.id === 'device'));
});

test('a switch of the whole device does not take the id of its sockets’ switches', () => {
  const [first] = strip.features.filter(({ name }) => name === 'state');
  assert.ok(first);
  const master = { ...first, endpoint: undefined };
  const ids = idsOf({ ...strip, features: [...strip.features, master] });
  assert.ok(ids.includes('status') && ids.includes('status-device'));
  assert.equal(new Set(ids).size, ids.length);
});
