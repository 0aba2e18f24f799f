import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TemplateProperty } from '@azulejo/contract';
import { contextTemplate, expandTemplates, loadModels } from './index.ts';
import { allProperties, schemas, templates, validatorOf } from './testing/catalog.ts';

const { models } = await loadModels();
const all = await expandTemplates(models.map(({ id }) => id));

function propertyNamed(kind: string, id: string): TemplateProperty {
  const found = templates
    .filter((template) => template.kind === kind)
    .flatMap(({ properties }) => properties)
    .find((property) => property.id === id);
  assert.ok(found, `${kind} has ${id}`);
  return found;
}

test('every schema has a title, a description and draft 2020-12, and no $id', () => {
  for (const [name, schema] of Object.entries(schemas)) {
    assert.equal(schema['$schema'], 'https://json-schema.org/draft/2020-12/schema', name);
    assert.ok(schema['title'] && schema['description'], name);
    assert.equal(schema['$id'], undefined, name);
  }
});

test('templates use exactly the schemas that exist', () => {
  const named = new Set(allProperties([...all, contextTemplate]).map(({ property }) => property.schema));
  assert.deepEqual([...named].toSorted(), Object.keys(schemas).toSorted());
});

test('every schema compiles together with the schema extension of each property', () => {
  for (const { property, where } of allProperties()) {
    assert.doesNotThrow(() => validatorOf(property), where);
  }
});

test('schemas accept values that devices report and reject others', () => {
  const cases: readonly [kind: string, id: string, good: unknown[], bad: unknown[]][] = [
    [
      'color-light',
      'color',
      [
        { h: 360, s: 100, v: 0 },
        { h: 0, s: 0, v: 100 },
      ],
      [
        { h: 361, s: 0, v: 0 },
        { h: 1, s: 1 },
        { x: 0.3, y: 0.3 },
      ],
    ],
    ['color-light', 'brightness', [0, 50, 100], [-1, 101, '50']],
    ['plug', 'status', [true, false], ['ON', 1, null]],
    ['plug', 'active-power', [0, 1874.25, -3], ['1']],
    ['lock', 'locked', [true, false], ['LOCK']],
    ['lock', 'lock-state', ['locked', 'not_fully_locked'], ['ajar', true]],
    ['contact', 'open', [true, false], ['OPEN']],
    ['cover', 'position', [0, 100], [-5]],
    ['cover', 'command', ['OPEN', 'STOP'], ['open']],
    ['thermostat', 'occupied-heating-setpoint', [21, 21.5], [-40, '21']],
    ['thermostat', 'local-temperature', [21.37, -3.2], [-300]],
    ['siren', 'warning', [{ mode: 'burglar', duration: 10 }], [{ mode: 'song' }, 'burglar', { other: 1 }]],
    ['button', 'action', ['single'], ['sextuple']],
  ];
  for (const [kind, id, good, bad] of cases) {
    const validate = validatorOf(propertyNamed(kind, id));
    for (const value of good) assert.ok(validate(value), `${kind} ${id} takes ${JSON.stringify(value)}`);
    for (const value of bad) assert.ok(!validate(value), `${kind} ${id} refuses ${JSON.stringify(value)}`);
  }
});

test('schemas accept every value that a control can send', () => {
  for (const { property, where } of allProperties()) {
    if (property.schema === 'composite') continue;
    const validate = validatorOf(property);
    for (const { controlInterface, config } of property.controlInterfaces) {
      const options = (config['options'] ?? []) as { value: string }[];
      for (const { value } of options) assert.ok(validate(value), `${where}: ${value}`);
      if (controlInterface === 'switch') assert.ok(validate(true) && validate(false), where);
      if (controlInterface === 'slider') assert.ok(validate(config['min']) && validate(config['max']), where);
      if (controlInterface === 'button') assert.ok(validate(config['value']), where);
      const presets = (config['presets'] ?? []) as { value: number }[];
      for (const { value } of presets) assert.ok(validate(value), `${where}: preset ${value}`);
    }
  }
});
