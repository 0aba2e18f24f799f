import table from '../units_table_pt.json' with { type: 'json' };
import { type UnitsTable, unitsTableFileText } from './units-table.ts';

/** The contract's own table with Portuguese names, for phones set to that language (ios-app 2.2). */
export const unitsTablePt = table as UnitsTable;

/** The bytes of `units_table_pt.json`. */
export const unitsTablePtText = unitsTableFileText(unitsTablePt);
