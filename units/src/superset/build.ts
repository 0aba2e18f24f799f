import type { CompactTable, CompactUnit } from '../compact-table.ts';
import { withoutLookAlikes } from '../look-alikes.ts';
import { type UnitSpec, unitsTable } from '../units-table.ts';
import type { UnitsTableV2 } from '../units-table-v2.ts';
import { addedUnits } from './added-units.ts';
import { conversionExpression } from './conversion-expression.ts';
import { corrections, misnamedSources } from './corrections.ts';
import { quantities, type Scale } from './quantities.ts';
import { spellings } from './spellings.ts';

/** Returns the corrected superset of the contract's table, the content of `units_table.v2.json`. */
export function buildUnitsTableV2(): UnitsTableV2 {
  const unitSpec = buildUnitSpec();
  return { version: '2.0', unitSpec, unitCalc: buildUnitCalc(), aliases: buildAliases(unitSpec) };
}

/** Returns what programs that convert and format need of the superset, the content of `units_table.compact.json`. */
export function buildCompactTable(): CompactTable {
  const { unitSpec, aliases } = buildUnitsTableV2();
  const units = Object.entries(unitSpec).map(
    ([key, { suffix, decimalPlaces, quantity }]): [string, CompactUnit] => {
      const unit = { suffix, decimalPlaces };
      const scale = quantity === undefined ? undefined : quantities[quantity]?.[key];
      if (quantity === undefined || scale === undefined) return [key, unit];
      const { source: _source, ...size } = scale;
      return [key, { ...unit, quantity, scale: size }];
    },
  );
  const plain = Object.keys(aliases).filter((alias) => alias === withoutLookAlikes(alias));
  return {
    unitSpec: Object.fromEntries(units),
    aliases: Object.fromEntries(Map.groupBy(plain, (alias) => aliases[alias] ?? '')),
  };
}

function buildUnitSpec(): Record<string, UnitSpec> {
  const unitSpec: Record<string, UnitSpec> = {};
  for (const [key, spec] of Object.entries({ ...unitsTable.unitSpec, ...addedUnits }))
    unitSpec[key] = { ...spec, ...corrections[key] };
  for (const [quantity, scales] of Object.entries(quantities))
    for (const [key, { source }] of Object.entries(scales)) {
      const spec = unitSpec[key];
      if (!spec) throw new RangeError(`${quantity} has the unit ${key}, which nothing describes`);
      unitSpec[key] = { ...spec, quantity, source };
    }
  return unitSpec;
}

function buildUnitCalc(): Record<string, Record<string, string>> {
  const unitCalc: Record<string, Record<string, string>> = { from: { to: 'expression' } };
  for (const scales of Object.values(quantities))
    for (const [from, scale] of Object.entries(scales)) unitCalc[from] = conversionsFrom(from, scale, scales);
  for (const [misnamed, key] of Object.entries(misnamedSources)) unitCalc[misnamed] = { ...unitCalc[key] };
  return unitCalc;
}

function conversionsFrom(from: string, scale: Scale, scales: Record<string, Scale>): Record<string, string> {
  const others = Object.entries(scales).filter(([to]) => to !== from);
  return Object.fromEntries(others.map(([to, other]) => [to, conversionExpression(scale, other)]));
}

function buildAliases(unitSpec: Record<string, UnitSpec>): Record<string, string> {
  const aliases: Record<string, string> = {};
  for (const [key, { name, suffix }] of Object.entries(unitSpec)) {
    const words = [suffix.trim(), name.singular, name.plural].filter((word) => word !== '');
    for (const alias of [...words, ...(spellings[key] ?? [])].flatMap(withLookAlikes)) {
      const owner = unitSpec[alias] ? alias : (aliases[alias] ?? key);
      if (owner !== key) throw new RangeError(`"${alias}" means ${owner} and ${key}`);
      if (alias !== key) aliases[alias] = key;
    }
  }
  return aliases;
}

/**
 * Adds the variant of a word with the other code point for micro or ohm: Unicode has
 * two, and devices use both.
 */
function withLookAlikes(word: string): string[] {
  return [word, word.replace('\u00b5', '\u03bc').replace('\u03a9', '\u2126')];
}
