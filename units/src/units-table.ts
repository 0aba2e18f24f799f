import table from '../units_table.json' with { type: 'json' };

/** A user's preferred system of units: the `units` preference. */
export type UnitSystem = 'metric' | 'imperial';

/**
 * One unit of spec 2.6. `suffix` includes its leading space. Without `unitSystem`, both systems use the unit.
 */
export type UnitSpec = {
  name: { singular: string; plural: string };
  prefix: string;
  suffix: string;
  decimalPlaces: number;
  unitSystem?: UnitSystem;
  public?: boolean;
  /** What the unit measures. All units of one quantity convert into each other. Only in the superset. */
  quantity?: string;
  /** Where the unit's size is defined. Only in the superset. */
  source?: string;
};

/**
 * The units table of spec 2.6. `unitCalc` maps source key and target key to an expression in `x`; its
 * entry `from` is a legend.
 */
export type UnitsTable = {
  version: string;
  unitSpec: Record<string, UnitSpec>;
  unitCalc: Record<string, Record<string, string>>;
};

const contractKeys = keysOf(table);

/** A unit key of the contract's own table. */
export type ContractUnitKey = (typeof contractKeys)[number];

/**
 * The table exactly as in the contract, including its mistakes. It is only served; to convert, use `convert`.
 */
export const unitsTable = table as UnitsTable;

/** The bytes of `units_table.json`. */
export const unitsTableText = unitsTableFileText(unitsTable);

/** Returns the text of a table's file. Bundlers leave out tables that nobody uses. */
/* @__NO_SIDE_EFFECTS__ */
export function unitsTableFileText(value: UnitsTable): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/**
 * Returns a table's keys. Bundlers leave out the tables that nobody uses, because nothing is read from them here.
 * With the inferred type the declarations list the keys. With `keyof typeof
 * table` they would import the JSON file, without the import attribute that the compiler then
 * requires of the package's users.
 */
/* @__NO_SIDE_EFFECTS__ */
export function keysOf<Table extends { unitSpec: object }>({ unitSpec }: Table): (keyof Table['unitSpec'])[] {
  return Object.keys(unitSpec) as (keyof Table['unitSpec'])[];
}
