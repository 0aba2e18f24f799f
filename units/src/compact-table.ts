import table from '../units_table.compact.json' with { type: 'json' };
import type { Scale } from './superset/quantities.ts';
import { keysOf, type UnitSpec } from './units-table.ts';

/** A unit with what is needed to convert and format. Units of one quantity convert into each other. */
export type CompactUnit = Pick<UnitSpec, 'suffix' | 'decimalPlaces'> & { quantity?: string; scale?: Scale };

/** The superset without names, sources and conversions, which follow from the scales: a quarter of its size. */
export type CompactTable = { unitSpec: Record<string, CompactUnit>; aliases: Record<string, string[]> };

const keys = keysOf(table);

/** A unit key of the superset. */
export type UnitKey = (typeof keys)[number];

export const compactUnits: Readonly<Record<UnitKey, CompactUnit>> = table.unitSpec;

/** Unit keys by other spellings. */
export const keysByAlias: ReadonlyMap<string, UnitKey> = new Map(
  Object.entries(table.aliases).flatMap(([key, words]) => words.map((word) => [word, key as UnitKey])),
);
