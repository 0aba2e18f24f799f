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

test('every unit of a template stands in the units table, with the conversions to both its targets', () => {
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

test('a difference of temperatures is not moved by 32 degrees', () => {
  assert.equal(unitOf('°C', true).options?.targetImperial, 'celsius');
  assert.equal(unitOf('°C', false).options?.targetImperial, 'fahrenheit');
});

test('a unit that is unknown stops the generator', () => {
  assert.throws(() => unitOf('furlong', false), /unknown unit furlong/);
});
