/**
 * Reads the definitions of the chosen models from zigbee-herdsman-converters and stores what the catalogue
 * needs of them in `tools/src/catalog/definitions.json`: `npm run definitions`.
 * The package is large, so it is installed here and not in the workspace.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { chosenModels } from '../src/catalog/chosen-models.ts';
import { compactJson } from '../src/compact-json.ts';

const PACKAGE = 'zigbee-herdsman-converters';
const FILE = join(import.meta.dirname, '../src/catalog/definitions.json');
const GROUPS = new Set(['light', 'switch', 'lock', 'cover', 'fan', 'climate']);
/** The features of a model take one line. */
const MAX_DEPTH = 4;

const require = createRequire(import.meta.url);
const { prepareDefinition } = require(PACKAGE);
const { version } = require(`${PACKAGE}/package.json`);

/**
 * Returns the name of a group's member. A switch of a function (`window_detection`) is
 * named only by its property.
 */
function memberName(group, leaf) {
  const property = leaf.property ?? leaf.name;
  return group === 'switch' && !property.startsWith('state') ? property : leaf.name;
}

/** Keeps the members of an exposed value that the generator reads. */
function leafOf({ type, name, access, category, unit, value_min, value_max, value_step, ...others }) {
  const { presets, value_on, value_off, values, features, item_type } = others;
  return {
    type,
    name,
    access,
    category,
    unit,
    value_min,
    value_max,
    value_step,
    // A copied feature has its presets as an object with numeric keys.
    presets: presets && Object.values(presets).map((preset) => ({ name: preset.name, value: preset.value })),
    value_on,
    value_off,
    values,
    features: features?.map(leafOf),
    item_type: item_type && leafOf(item_type),
  };
}

function flatten(expose) {
  if (!GROUPS.has(expose.type))
    return [{ name: expose.name, endpoint: expose.endpoint, leaf: leafOf(expose) }];
  return expose.features.map((leaf) => ({
    name: memberName(expose.type, leaf),
    endpoint: leaf.endpoint ?? expose.endpoint,
    group: expose.type,
    leaf: leafOf(leaf),
  }));
}

function read(vendorModule, model) {
  const { definitions } = require(`${PACKAGE}/devices/${vendorModule}`);
  const found = definitions.find((definition) => definition.model === model);
  if (!found) throw new Error(`${PACKAGE} has no model ${model} in ${vendorModule}`);
  const { vendor, description, exposes } = prepareDefinition(found);
  // Where the features depend on the paired device, those of a dummy device count.
  const all = typeof exposes === 'function' ? exposes({ isDummyDevice: true }, {}) : exposes;
  return { vendor, model: found.model, description, features: all.flatMap(flatten) };
}

const models = Object.fromEntries(
  Object.entries(chosenModels).map(([vendorModule, names]) => [
    vendorModule,
    names.map((model) => read(vendorModule, model)),
  ]),
);
const license = readFileSync(join(dirname(require.resolve(`${PACKAGE}/package.json`)), 'LICENSE'), 'utf8');
const content = JSON.parse(JSON.stringify({ package: { name: PACKAGE, version }, license, models }));
writeFileSync(FILE, `${compactJson(content, MAX_DEPTH)}\n`);
