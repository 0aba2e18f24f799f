import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { type Definition as Prepared, prepareDefinition } from 'zigbee-herdsman-converters';
import type * as exposes from 'zigbee-herdsman-converters/lib/exposes';
import type { DefinitionWithExtend, Expose } from 'zigbee-herdsman-converters/lib/types';

export type Leaf =
  | exposes.Numeric
  | exposes.Binary
  | exposes.Enum
  | exposes.Text
  | exposes.Composite
  | exposes.List;

type Group = exposes.Light | exposes.Switch | exposes.Lock | exposes.Cover | exposes.Fan | exposes.Climate;

/** One exposed feature, extracted from its group (`light`, `switch`, …) if it has one. */
export interface Feature {
  readonly name: string;
  readonly endpoint: string | undefined;
  readonly group: Group['type'] | undefined;
  readonly leaf: Leaf;
}

export interface Definition {
  readonly vendor: string;
  readonly model: string;
  readonly description: string;
  readonly features: readonly Feature[];
}

const require = createRequire(import.meta.url);

/** Name and version of the package with the definitions. */
export const sourcePackage: {
  readonly name: string;
  readonly version: string;
} = require('zigbee-herdsman-converters/package.json');

function isGroup(expose: Expose): expose is Group {
  return ['light', 'switch', 'lock', 'cover', 'fan', 'climate'].includes(expose.type);
}

/**
 * Returns the name of a group's member. A switch of a function (`window_detection`) is
 * named only by its property.
 */
function memberName(group: Group['type'], leaf: Leaf): string {
  const property = leaf.property ?? leaf.name;
  return group === 'switch' && !property.startsWith('state') ? property : leaf.name;
}

function flatten(expose: Expose): Feature[] {
  if (!isGroup(expose)) {
    return [{ name: expose.name, endpoint: expose.endpoint, group: undefined, leaf: expose }];
  }
  return expose.features.map((leaf) => ({
    name: memberName(expose.type, leaf),
    endpoint: leaf.endpoint ?? expose.endpoint,
    group: expose.type,
    leaf,
  }));
}

/** The licence of the package with the definitions. */
export const sourceLicense: string = readFileSync(
  join(dirname(require.resolve('zigbee-herdsman-converters/package.json')), 'LICENSE'),
  'utf8',
);

/**
 * Returns the features of a definition. Where they depend on the paired device,
 * returns those of a dummy device.
 */
function exposesOf(definition: Prepared): readonly Expose[] {
  return typeof definition.exposes === 'function'
    ? definition.exposes({ isDummyDevice: true }, {})
    : definition.exposes;
}

/**
 * Reads one model's definition from the package.
 * @param vendorModule file of the vendor in the package, e.g. `ikea`
 * @throws when the package has no such model
 */
export function readDefinition(vendorModule: string, model: string): Definition {
  const { definitions }: { definitions: DefinitionWithExtend[] } = require(
    `zigbee-herdsman-converters/devices/${vendorModule}`,
  );
  const found = definitions.find((definition) => definition.model === model);
  if (!found) throw new Error(`${sourcePackage.name} has no model ${model} in ${vendorModule}`);
  const prepared = prepareDefinition(found);
  return {
    vendor: prepared.vendor,
    model: prepared.model,
    description: prepared.description,
    features: exposesOf(prepared).flatMap(flatten),
  };
}
