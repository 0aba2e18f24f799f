import tableV2 from '../units_table.v2.json' with { type: 'json' };
import { type UnitsTable, unitsTableFileText } from './units-table.ts';

/** The superset: the same shape plus `aliases`, which map other spellings of a unit to its key. */
export type UnitsTableV2 = UnitsTable & { aliases: Record<string, string> };

/** The corrected superset, by which `convert` and `format` work. */
export const unitsTableV2 = tableV2 as UnitsTableV2;

/** The bytes of `units_table.v2.json`. */
export const unitsTableV2Text = unitsTableFileText(unitsTableV2);
