import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { portugueseTable } from './portuguese.ts';
import { unitsTable } from './units-table.ts';
import { unitsTablePt, unitsTablePtText } from './units-table-pt.ts';

/** Units with the same name in both languages. */
const SAME = ['watt', 'bar', 'pascal', 'volt', 'ampere', 'hertz', 'kelvin', 'lux', 'decibel'];

const withoutNames = ({ unitSpec, ...rest }: typeof unitsTable) => ({
  ...rest,
  unitSpec: Object.entries(unitSpec).map(([key, { name: _name, ...spec }]) => [key, spec]),
});

describe('units table in Portuguese', () => {
  it('equals the contract’s table except for the names, in the same order', () => {
    assert.equal(JSON.stringify(withoutNames(unitsTablePt)), JSON.stringify(withoutNames(unitsTable)));
  });

  it('has a name for every unit, in singular and plural where the contract has both', () => {
    for (const [key, { name }] of Object.entries(unitsTable.unitSpec)) {
      const translated = unitsTablePt.unitSpec[key]?.name;
      assert.ok(translated && translated.singular.length > 0, key);
      assert.equal(translated.plural === '', name.plural === '', key);
      assert.equal(translated.singular === name.singular, SAME.includes(key), key);
    }
  });

  it('equals the generated table and the bytes of its file', () => {
    assert.deepEqual(unitsTablePt, portugueseTable());
    assert.equal(unitsTablePtText, readFileSync(new URL('../units_table_pt.json', import.meta.url), 'utf8'));
  });
});
