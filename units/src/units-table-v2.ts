import tableV2 from '../units_table.v2.json' with { type: 'json' };
import { keysOf, type UnitsTable, unitsTableFileText } from './units-table.ts';

/** The superset: the same shape plus `aliases`, which map other spellings of a unit to its key. */
export type UnitsTableV2 = UnitsTable & { aliases: Record<string, string> };

const keys = keysOf(tableV2);

/** A unit key of the superset. */
export type UnitKey = (typeof keys)[number];

/** The corrected superset that `convert` and `format` use. */
export const unitsTableV2 = tableV2 as UnitsTableV2;

/** The bytes of `units_table.v2.json`. */
export const unitsTableV2Text = unitsTableFileText(unitsTableV2);
