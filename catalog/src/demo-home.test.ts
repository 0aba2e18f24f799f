import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { DemoHome, loadDemoHome } from './index.ts';
import { propertyOf, templates, validatorOf } from './testing/catalog.ts';

const home = await loadDemoHome();
const byId = new Map(templates.map((template) => [template.id, template]));

function templateOf(id: string) {
  const template = byId.get(id);
  assert.ok(template, `the catalogue has ${id}`);
  return template;
}

test('the demo home matches its schema', () => {
  const ajv = new Ajv2020({ formats: fullFormats, strictTypes: false });
  assert.ok(ajv.validate(DemoHome, home), ajv.errorsText());
});

test('the demo home has at least 26 devices of 20 kinds, with unique keys and names', () => {
  assert.ok(home.devices.length >= 26, String(home.devices.length));
  assert.equal(new Set(home.devices.map(({ key }) => key)).size, home.devices.length);
  assert.equal(new Set(home.devices.map(({ name }) => name)).size, home.devices.length);
  assert.ok(new Set(home.devices.map(({ template }) => templateOf(template).kind)).size >= 20);
});

test('every device of the demo home is in an area, and no area is empty', () => {
  assert.deepEqual([...new Set(home.devices.map(({ area }) => area))], home.areas);
});

test('the demo home has one value for every stateful property of every component', () => {
  for (const { key, template: id, values } of home.devices) {
    const { components, properties } = templateOf(id);
    const expected = properties
      .filter(({ isStateful }) => isStateful)
      .flatMap((property) =>
        components
          .filter(({ type }) => property.components.includes(type))
          .map((component) => `${component.id}/${property.id}`),
      );
    const actual = values.map(({ component, property }) => `${component}/${property}`);
    assert.deepEqual(actual.toSorted(), expected.toSorted(), key);
  }
});

test('every value of the demo home is valid for its property', () => {
  for (const { key, template: id, values } of home.devices) {
    const template = templateOf(id);
    for (const { component, property, value } of values) {
      const type = template.components.find((each) => each.id === component)?.type ?? '';
      const validate = validatorOf(propertyOf(template, property, type));
      assert.ok(validate(value), `${key}, ${component}/${property}: ${JSON.stringify(value)}`);
    }
  }
});
