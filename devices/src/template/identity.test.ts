import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromExposes } from '../from-exposes.ts';
import { choice, definitionOf, numeric } from '../testing/exposes.ts';
import { shapeHashOf, templateIdFor, templateIdOf } from './identity.ts';
import { uuidOf } from './uuid.ts';

const battery = numeric('battery', { unit: '%' });
const action = choice('action', ['single']);

test('the same features of a model have the same template, whatever its description says', () => {
  const features = [battery, action];
  assert.equal(
    templateIdOf(definitionOf(features, 'Button')),
    templateIdOf(definitionOf(features, 'Remote')),
  );
});

test('other features, ranges or choices of one model have another template', () => {
  const ids = [
    [battery],
    [battery, action],
    [action, battery],
    [battery, choice('action', ['single', 'double'])],
    [numeric('battery', { unit: '%', value_max: 90 })],
    [numeric('battery', { unit: '%', access: 5 })],
  ].map((exposes) => templateIdOf(definitionOf(exposes)));
  assert.equal(new Set(ids).size, ids.length);
});

test('words for people do not change the template', () => {
  const labelled = { ...battery, description: 'Remaining battery', label: 'Battery' };
  assert.equal(shapeHashOf(fromExposes([labelled])), shapeHashOf(fromExposes([battery])));
});

test('a template of the first releases keeps its id as long as its features are the same', () => {
  const earlier = uuidOf('IKEA/E1757');
  const now = templateIdFor('IKEA', 'E1757', '00000000');
  assert.notEqual(now, earlier);
  assert.match(now, /^[0-9a-f-]{36}$/);
});
