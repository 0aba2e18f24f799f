/**
 * Reads the definitions of all models from zigbee-herdsman-converters and stores what the catalogue needs of
 * them in `catalog/definitions`: `npm run definitions`, and then `npm run generate`.
 * The package is large, so it is installed here and not in the workspace.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeCompressed } from '../src/catalog/compressed.ts';
import { toStored } from '../src/catalog/stored-definitions.ts';
import { readAll } from './read-all.mjs';

const PACKAGE = 'zigbee-herdsman-converters';

const require = createRequire(import.meta.url);
const { prepareDefinition } = require(PACKAGE);
const { version } = require(`${PACKAGE}/package.json`);
const folder = dirname(require.resolve(`${PACKAGE}/package.json`));

/** Returns the features of a device; of a dummy device where they depend on the paired one. */
function exposesOf({ exposes }) {
  return typeof exposes === 'function' ? exposes({ isDummyDevice: true }, {}) : exposes;
}

function read(definition) {
  const prepared = prepareDefinition(definition);
  const { vendor, model, description, whiteLabel = [] } = prepared;
  return { vendor, model, description, whiteLabel, exposes: exposesOf(prepared) };
}

const all = readAll(require).map(read);
const license = readFileSync(join(folder, 'LICENSE'), 'utf8');
const { models, exposes } = toStored(JSON.parse(JSON.stringify(all)), { name: PACKAGE, version, license });
await writeCompressed('definitions/exposes.json.br', exposes);
await writeCompressed('definitions/models.json.br', models);
process.stdout.write(`${all.length} models of ${PACKAGE} ${version}. Now run npm run generate.\n`);
