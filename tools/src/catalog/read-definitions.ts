import { readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LeafBase {
  readonly name: string;
  /** Bits: 1 is reported, 2 can be written, 4 can be read. */
  readonly access: number;
  readonly category?: 'config' | 'diagnostic';
}

export interface NumericLeaf extends LeafBase {
  readonly type: 'numeric';
  readonly unit?: string;
  readonly value_min?: number;
  readonly value_max?: number;
  readonly value_step?: number;
  readonly presets?: readonly Preset[];
}

/** A value with a special meaning. Some, like `disable`, have no value. */
export interface Preset {
  readonly name: string;
  readonly value?: number | string | null;
}

export interface EnumLeaf extends LeafBase {
  readonly type: 'enum';
  readonly values: readonly (string | number)[];
}

export type Leaf =
  | NumericLeaf
  | EnumLeaf
  | (LeafBase & {
      readonly type: 'binary';
      readonly value_on: string | boolean;
      readonly value_off: string | boolean;
    })
  | (LeafBase & { readonly type: 'text' })
  | (LeafBase & { readonly type: 'composite'; readonly features: readonly Leaf[] })
  | (LeafBase & { readonly type: 'list'; readonly item_type: Leaf });

/** One exposed feature, extracted from its group (`light`, `switch`, …) if it has one. */
export interface Feature {
  readonly name: string;
  readonly endpoint?: string | undefined;
  readonly group?: 'light' | 'switch' | 'lock' | 'cover' | 'fan' | 'climate';
  readonly leaf: Leaf;
}

export interface Definition {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly features: readonly Feature[];
}

interface Stored {
  readonly package: { readonly name: string; readonly version: string };
  readonly license: string;
  readonly models: Readonly<Record<string, readonly Definition[]>>;
}

const stored: Stored = JSON.parse(readFileSync(join(import.meta.dirname, 'definitions.json'), 'utf8'));

/** Name and version of the package that the definitions were read from. */
export const sourcePackage = stored.package;

/** The licence of that package. */
export const sourceLicense = stored.license;

/**
 * Reads one model's definition, as `npm run definitions` stored it.
 * @param vendorModule file of the vendor in the package, e.g. `ikea`
 * @throws when the model is not stored
 */
export function readDefinition(vendorModule: string, model: string): Definition {
  const found = stored.models[vendorModule]?.find((definition) => definition.model === model);
  if (!found)
    throw new Error(`definitions.json has no model ${model} of ${vendorModule}: run npm run definitions`);
  return found;
}
