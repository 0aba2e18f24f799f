import assert from 'node:assert/strict';
import { test } from 'node:test';
import { expandTemplates, loadModels } from '@azulejo/catalog';
import { unitsTable } from '@azulejo/units';

const table: {
  readonly unitSpec: Readonly<Record<string, unknown>>;
  readonly unitCalc: Readonly<Record<string, Readonly<Record<string, string>>>>;
} = unitsTable;

const { models } = await loadModels();
const templates = await expandTemplates(models.map(({ id }) => id));

test('every unit that phone apps convert is in their units table with conversions to both targets', () => {
  const converted = templates.flatMap(({ tiles, properties }) =>
    tiles
      .flatMap(({ information }) => information)
      .filter(({ type }) => type === 'text-unit')
      .flatMap((shown) => properties.find(({ id }) => id === shown.property)?.unitsOptions ?? []),
  );
  assert.ok(converted.length > 0);
  for (const { vendorUnit, targetMetric, targetImperial } of converted) {
    for (const target of [targetMetric, targetImperial]) {
      assert.ok(table.unitSpec[target], target);
      assert.ok(target === vendorUnit || table.unitCalc[vendorUnit]?.[target], `${vendorUnit} to ${target}`);
    }
  }
});
