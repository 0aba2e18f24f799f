import type { UnitSpec } from '../units-table.ts';

/** Entries of the contract's `unitSpec` that the superset overrides. `README.md` lists the reasons. */
export const corrections: Record<string, Partial<UnitSpec>> = {
  gram: { suffix: ' g' },
  kelvin: { suffix: ' K' },
  gallon: { suffix: ' gal (UK)', name: { singular: 'gallon (UK)', plural: 'gallons (UK)' } },
  mpg: { suffix: ' mpg (UK)', name: { singular: 'mile per gallon (UK)', plural: 'miles per gallon (UK)' } },
  bar: { decimalPlaces: 2 },
  kph: { decimalPlaces: 2 },
};

/** Source keys of the contract's `unitCalc` that have another key in its `unitSpec`. */
export const misnamedSources: Record<string, string> = { feet: 'foot' };
