import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { findTemplateErrors } from './check-template.ts';
import { findTemplateWarnings } from './find-warnings.ts';
import { loadServed } from './served.ts';

const [template] = await loadTemplates();
const served = await loadServed();
const reasonsOf = (changed: object) =>
  findTemplateErrors({ ...template, ...changed }, served).map(({ reason }) => reason);

it('suggests the nearest schema and picture for a misspelt name, and nothing for another name', () => {
  assert.ok(template);
  const [first, ...others] = template.properties;
  const withSchema = (schema: string) => reasonsOf({ properties: [{ ...first, schema }, ...others] });
  assert.ok(
    withSchema('temprature').includes('is not a known schema: temprature; did you mean temperature?'),
  );
  assert.ok(withSchema('piano').includes('is not a known schema: piano'));
  assert.deepEqual(reasonsOf({ picture: 'plog.png' }), [
    'is not a known picture: plog.png; did you mean plug.png?',
  ]);
});

it('names the misspelt member when a required one is missing', () => {
  assert.ok(template);
  const { vendor, ...rest } = template;
  const reasons = (changed: object) => findTemplateErrors(changed, served).map(({ reason }) => reason);
  assert.deepEqual(reasons({ ...rest, vender: vendor }), ['is required; is vender misspelt?']);
  assert.deepEqual(reasons(rest), ['is required']);
});

it('says which format a text must have, and what is missing in a valid template', () => {
  assert.ok(template);
  assert.deepEqual(reasonsOf({ id: 'lamp' }), ['must be a UUID']);
  const [first, ...others] = template.properties;
  assert.ok(first);
  const unreported = { ...first, io: 'r' as const, isTriggerable: true };
  const warnings = findTemplateWarnings({ ...template, properties: [unreported, ...others], tiles: [] });
  for (const expected of [
    'tiles are missing: people can neither see nor remove the device',
    'properties.0.isTriggerable is on, but the property is not reported',
  ])
    assert.ok(
      warnings.some(({ field, reason }) => `${field} ${reason}` === expected),
      expected,
    );
});
