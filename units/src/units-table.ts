import table from '../units_table.json' with { type: 'json' };

/** How a person wants to read values: the `units` preference. */
export type UnitSystem = 'metric' | 'imperial';

/** One unit of spec 2.6. `suffix` begins with its space; a missing `unitSystem` means that both use it. */
export type UnitSpec = {
  name: { singular: string; plural: string };
  prefix: string;
  suffix: string;
  decimalPlaces: number;
  unitSystem?: UnitSystem;
  public?: boolean;
  /** What the unit measures; all units of one quantity convert into each other. Superset only. */
  quantity?: string;
  /** Where the unit's size is defined. Superset only. */
  source?: string;
};

/** The units table of spec 2.6. `unitCalc` is source key, target key, expression in `x`; its entry `from` is a legend. */
export type UnitsTable = {
  version: string;
  unitSpec: Record<string, UnitSpec>;
  unitCalc: Record<string, Record<string, string>>;
};

const contractKeys = keysOf(table.unitSpec);

/** A unit key of the contract's own table. */
export type ContractUnitKey = (typeof contractKeys)[number];

/** The table exactly as the contract has it, mistakes included. To be served; to convert, use `convert`. */
export const unitsTable = table as UnitsTable;

/** The bytes of `units_table.json`. */
export const unitsTableText = unitsTableFileText(unitsTable);

/** A table as its file holds it. */
export function unitsTableFileText(value: UnitsTable): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * A table's keys, whose inferred type is spelt out in the declarations. `keyof typeof table` would have them import
 * the JSON file, and the compiler leaves out the import attribute that it then asks of whoever uses the package.
 */
export function keysOf<Entries extends object>(entries: Entries): (keyof Entries)[] {
  return Object.keys(entries) as (keyof Entries)[];
}
