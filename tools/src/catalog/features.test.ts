import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { chosenModels } from './chosen-models.ts';
import { propertyIdOf } from './property-ids.ts';
import { type Definition, readDefinition } from './read-definitions.ts';
import { templateOf } from './template.ts';

const templates = new Map(
  (await loadTemplates()).map((template) => [`${template.vendor}/${template.model}`, template]),
);
const definitions = Object.entries(chosenModels).flatMap(([vendorModule, models]) =>
  models.map((model) => readDefinition(vendorModule, model)),
);

function featureless(definition: Definition): Definition {
  return { ...definition, features: definition.features.filter(({ name }) => name === 'never') };
}

test('every feature of a device is a property of its template or is listed in the report', () => {
  for (const definition of definitions) {
    const template = templates.get(`${definition.vendor}/${definition.model}`);
    assert.ok(template, definition.model);
    const { unmapped } = templateOf(definition);
    for (const feature of definition.features) {
      const id = propertyIdOf(feature);
      const isProperty = template.properties.some(
        (property) => property.id === id || property.id.startsWith(`${id}-`),
      );
      const isReported = unmapped.some((each) => each.feature === feature.name);
      assert.ok(isProperty || isReported, `${definition.vendor} ${definition.model}: ${feature.name}`);
    }
  }
});

test('the report lists the second of two features with the same name', () => {
  const [first] = definitions;
  assert.ok(first);
  const twice = { ...first, features: [...first.features, ...first.features] };
  assert.ok(templateOf(twice).unmapped.length >= first.features.length);
});

test('the generator throws for a device whose kind is unknown', () => {
  const [first] = definitions;
  assert.ok(first);
  assert.throws(() => templateOf(featureless(first)), /no kind fits/);
});

test('the generator throws for an unknown model', () => {
  assert.throws(() => readDefinition('ikea', 'NO-SUCH-MODEL'), /no model NO-SUCH-MODEL/);
});
