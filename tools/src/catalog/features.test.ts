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

test('every feature that a device exposes is a property of its template, or is reported', () => {
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

test('two features of one name and different meaning are not both lost: the second is reported', () => {
  const [first] = definitions;
  assert.ok(first);
  const twice = { ...first, features: [...first.features, ...first.features] };
  assert.ok(templateOf(twice).unmapped.length >= first.features.length);
});

test('a device of which nothing says what it is stops the generator', () => {
  const [first] = definitions;
  assert.ok(first);
  assert.throws(() => templateOf(featureless(first)), /no kind fits/);
});

test('an unknown model stops the generator', () => {
  assert.throws(() => readDefinition('ikea', 'NO-SUCH-MODEL'), /no model NO-SUCH-MODEL/);
});
