import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChannelTemplate } from '@azulejo/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';
import { allProperties, templates } from './testing/catalog.ts';

const KINDS = [
  'color-light',
  'white-light',
  'dimmer',
  'plug',
  'multi-socket',
  'thermostat',
  'climate-sensor',
  'contact',
  'motion',
  'presence',
  'leak',
  'smoke',
  'carbon-monoxide',
  'air-quality',
  'illuminance',
  'lock',
  'cover',
  'fan',
  'siren',
  'button',
  'vibration',
];

function repeated(values: readonly string[]): string[] {
  return values.filter((value, index) => values.indexOf(value) !== index);
}

test('every template matches the schema of the contract', () => {
  const ajv = new Ajv2020({ formats: fullFormats, strictTypes: false });
  const validate = ajv.compile(ChannelTemplate);
  for (const template of templates) {
    assert.ok(validate(template), `${template.name}: ${ajv.errorsText(validate.errors)}`);
  }
  assert.ok(!validate({ ...templates[0], kind: 'Not A Kind' }), 'and a wrong kind is refused');
});

test('the catalogue has at least 72 devices of at least 24 vendors', () => {
  assert.ok(templates.length >= 72, String(templates.length));
  const vendors = new Set(templates.map(({ vendor }) => vendor));
  assert.ok(vendors.size >= 24, String(vendors.size));
});

test('the catalogue has every kind of device of an ordinary home', () => {
  const kinds = new Set(templates.map(({ kind }) => kind));
  assert.deepEqual(
    KINDS.filter((kind) => !kinds.has(kind)),
    [],
  );
});

test('the climate sensors together measure temperature, humidity and pressure', () => {
  const ids = templates
    .filter(({ kind }) => kind === 'climate-sensor')
    .flatMap(({ properties }) => properties.map(({ id }) => id));
  for (const id of ['temperature', 'humidity', 'pressure']) assert.ok(ids.includes(id), id);
});

test('ids are unique among templates and within each template', () => {
  assert.deepEqual(repeated(templates.map(({ id }) => id)), []);
  for (const { name, components, properties } of templates) {
    assert.deepEqual(repeated(components.map(({ id }) => id)), [], name);
    assert.deepEqual(repeated(properties.map(({ id }) => id)), [], name);
  }
});

test('property ids are lowercase words, and labels begin with a capital or a digit', () => {
  for (const { property, where } of allProperties()) {
    assert.match(property.id, /^[a-z0-9]+(-[a-z0-9]+)*$/, where);
    assert.match(property.label, /^[A-Z0-9]/, where);
    assert.doesNotMatch(property.label, /_/, where);
  }
});

test('every property belongs to a component of its template', () => {
  for (const { template, property, where } of allProperties()) {
    const types = template.components.map(({ type }) => type);
    assert.ok(property.components.length > 0, where);
    assert.ok(
      property.components.every((type) => types.includes(type)),
      where,
    );
  }
});

test('class ids have the format that the apps expect', () => {
  for (const { property, where } of allProperties()) {
    assert.ok(property.classes.length > 0, where);
    for (const id of property.classes)
      assert.match(id, /^com\.muzzley\.properties\.[a-z]+\.[a-z0-9-]+$/, where);
  }
  for (const component of templates.flatMap(({ components }) => components)) {
    for (const id of component.classes) assert.match(id, /^com\.muzzley\.components\.[a-z]+\.[a-z-]+$/);
  }
});

test('every device page has a UUID and a quoted ETag', () => {
  for (const { interface: page, name } of templates) {
    assert.match(page.uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, name);
    assert.match(page.etag, /^"[a-z0-9-]+"$/, name);
  }
});

test('every template has its source: package, version, licence and model', () => {
  for (const { source, model, name } of templates) {
    assert.equal(source?.package, 'zigbee-herdsman-converters', name);
    assert.match(source.version, /^\d+\.\d+\.\d+$/, name);
    assert.equal(source.license, 'MIT', name);
    assert.equal(source.model, model, name);
  }
});
