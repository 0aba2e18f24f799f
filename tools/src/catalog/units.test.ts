import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { unitsTable } from '@azulejo/units';
import { unitOf } from './units.ts';

const table: {
  readonly unitSpec: Readonly<Record<string, unknown>>;
  readonly unitCalc: Readonly<Record<string, Readonly<Record<string, string>>>>;
} = unitsTable;

const templates = await loadTemplates();

test('every unit of a template is in the units table with conversions to both targets', () => {
  const converted = templates
    .flatMap(({ properties }) => properties.map(({ unitsOptions }) => unitsOptions))
    .filter(({ vendorUnit }) => vendorUnit !== '');
  assert.ok(converted.length > 0);
  for (const { vendorUnit, targetMetric, targetImperial } of converted) {
    for (const target of [targetMetric, targetImperial]) {
      assert.ok(table.unitSpec[target], target);
      assert.ok(target === vendorUnit || table.unitCalc[vendorUnit]?.[target], `${vendorUnit} to ${target}`);
    }
  }
});

test('a temperature difference is not converted to Fahrenheit', () => {
  assert.equal(unitOf('°C', true).options?.targetImperial, 'celsius');
  assert.equal(unitOf('°C', false).options?.targetImperial, 'fahrenheit');
});

test('the generator throws for an unknown unit', () => {
  assert.throws(() => unitOf('furlong', false), /unknown unit furlong/);
});
