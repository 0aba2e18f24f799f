export type { UnitKey } from './compact-table.ts';
export { canConvert, convert } from './convert.ts';
export { type DisplayedValue, displayValue, shownDecimals, type UnitsOptions, unitFor } from './display.ts';
export { NoConversionError, UnknownUnitError } from './errors.ts';
export { compileExpression } from './expression/compile.ts';
export { ExpressionError } from './expression/error.ts';
export { MAX_EXPRESSION_DEPTH, MAX_EXPRESSION_LENGTH } from './expression/parse.ts';
export { type FormatOptions, format, formatNumber, NO_VALUE, unitSpecOf } from './format.ts';
export { findUnit, resolveUnit } from './resolve-unit.ts';
export {
  type ContractUnitKey,
  type UnitSpec,
  type UnitSystem,
  type UnitsTable,
  unitsTable,
  unitsTableText,
} from './units-table.ts';
export { unitsTablePt, unitsTablePtText } from './units-table-pt.ts';
export { type UnitsTableV2, unitsTableV2, unitsTableV2Text } from './units-table-v2.ts';
