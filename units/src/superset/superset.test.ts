import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { type Expression, parseExpression } from '../expression/parse.ts';
import { unitsTable, unitsTableFileText } from '../units-table.ts';
import { unitsTableV2, unitsTableV2Text } from '../units-table-v2.ts';
import { buildCompactTable, buildUnitsTableV2 } from './build.ts';
import { misnamedSources } from './corrections.ts';
import { quantities } from './quantities.ts';
import { spellings } from './spellings.ts';

const { unitSpec, unitCalc, aliases } = unitsTableV2;
const { from: legend, ...conversions } = unitCalc;
const expressions = Object.values(conversions).flatMap((targets) => Object.values(targets));

describe('units table v2', () => {
  it('matches its definitions (else run `npm run generate -w units`)', () => {
    assert.equal(unitsTableV2Text, unitsTableFileText(buildUnitsTableV2()));
    assert.equal(
      unitsTableV2Text,
      readFileSync(new URL('../../units_table.v2.json', import.meta.url), 'utf8'),
    );
    const compact = readFileSync(new URL('../../units_table.compact.json', import.meta.url), 'utf8');
    assert.equal(compact, `${JSON.stringify(buildCompactTable())}\n`);
  });

  it('has every unit and every conversion of the contract', () => {
    for (const key of Object.keys(unitsTable.unitSpec)) assert.ok(unitSpec[key], key);
    for (const [from, targets] of Object.entries(unitsTable.unitCalc))
      for (const to of Object.keys(targets)) assert.ok(unitCalc[from]?.[to], `${from} to ${to}`);
    assert.deepEqual(legend, unitsTable.unitCalc['from']);
  });

  it('has the inverse of every conversion', () => {
    for (const [from, targets] of Object.entries(conversions))
      for (const to of Object.keys(targets))
        assert.ok(unitCalc[to]?.[misnamedSources[from] ?? from], `${to} to ${from}`);
  });

  it('has a quantity and a source for every unit that converts', () => {
    for (const key of Object.values(quantities).flatMap((scales) => Object.keys(scales))) {
      assert.ok(unitSpec[key]?.quantity, key);
      assert.ok(unitSpec[key]?.source, key);
    }
  });

  it('describes every unit in the format of the contract', () => {
    for (const [key, { name, prefix, suffix, decimalPlaces }] of Object.entries(unitSpec)) {
      assert.match(key, /^[a-z][a-z0-9]*$/);
      assert.ok(name.singular);
      assert.equal(prefix, '');
      assert.match(suffix, key === 'number' ? /^$/ : /^ \S/);
      assert.ok(Number.isInteger(decimalPlaces) && decimalPlaces >= 0 && decimalPlaces <= 4);
    }
  });

  it('has aliases for known units only, none of which is a key', () => {
    assert.deepEqual(
      Object.keys(spellings).filter((key) => !unitSpec[key]),
      [],
    );
    for (const [alias, key] of Object.entries(aliases)) {
      assert.ok(unitSpec[key], `${alias} is ${key}`);
      assert.equal(unitSpec[alias], undefined);
      assert.equal(alias, alias.trim());
    }
  });

  it('has only expressions that every phone app can evaluate', () => {
    assert.ok(expressions.length > 400);
    for (const expression of expressions) {
      assert.match(expression, /^[x0-9.+*/() -]+$/);
      assertSafe(parseExpression(expression), expression);
    }
  });
});

/**
 * Asserts that textual replacement of `x` by a value, as in one phone app, is safe: no integer divides
 * another one, and `- x` cannot become `- -5`.
 */
function assertSafe(node: Expression, expression: string): void {
  if (node.kind === 'number' || node.kind === 'x') return;
  assert.equal(node.kind, 'operation', expression);
  if (node.kind !== 'operation') return;
  assert.ok(['+', '-', '*', '/'].includes(node.operator), expression);
  assert.ok(node.left.kind !== 'number' || node.right.kind !== 'number', expression);
  assert.ok(node.operator !== '-' || node.right.kind === 'number', expression);
  assertSafe(node.left, expression);
  assertSafe(node.right, expression);
}
