/**
 * Writes every writable property of every model through the codec, and counts what the definition's own
 * `toZigbee` converter accepts: `npm run definitions -- --writes`. Lists what it refuses. Texts are left out: they
 * are sent as they are, and their formats are nowhere described.
 */
import { createRequire } from 'node:module';
import { expandTemplates, loadModels } from '@azulejo/catalog';
import { codecOf, fromExposes } from '@azulejo/devices';
import { sampleValues } from '../src/catalog/sample-values.ts';
import { createEntity } from './simulated-entity.mjs';

const PACKAGE = 'zigbee-herdsman-converters';
const TIMEOUT_MS = 200;

const require = createRequire(import.meta.url);
const { prepareDefinition, setLogger } = require(PACKAGE);
const { readAll } = await import('./read-all.mjs');

const silent = () => undefined;
setLogger({ debug: silent, info: silent, warning: silent, error: silent });

/** Removes the endpoint's name from the end of a key, as Zigbee2MQTT does before it looks for a converter. */
function bareKey({ key, endpoint }) {
  return endpoint !== undefined && key.endsWith(`_${endpoint}`) ? key.slice(0, -endpoint.length - 1) : key;
}

function findConverter({ toZigbee }, key, { endpoint }) {
  return toZigbee.find(
    (converter) =>
      converter.convertSet &&
      (converter.key === undefined || converter.key.includes(key)) &&
      (converter.endpoints === undefined ||
        (endpoint !== undefined && converter.endpoints.includes(endpoint))),
  );
}

/** Converters may wait for a device that never replies here; that is no refusal of the value. */
async function within(promise) {
  const { promise: late, resolve } = Promise.withResolvers();
  const timer = setTimeout(resolve, TIMEOUT_MS);
  await Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Returns a state in which every value was reported once, since converters combine values. */
const stateOf = (features) =>
  Object.fromEntries(features.map(({ key, value }) => [key, typicalValue(value)]));

function typicalValue(value) {
  switch (value.type) {
    case 'number':
      return value.min ?? 1;
    case 'boolean':
      return value.off;
    case 'choice':
      return value.values[0];
    case 'composite':
      return stateOf(value.members);
    default:
      return value.type === 'list' ? [] : '';
  }
}

async function write(definition, sent, state) {
  const key = bareKey(sent);
  const converter = findConverter(definition, key, sent) ?? findConverter(definition, sent.key, sent);
  if (!converter) return `no converter for ${sent.key}`;
  const name = converter.key?.includes(key) === false ? sent.key : key;
  const { device, entity } = createEntity(definition, sent.endpoint);
  const meta = {
    message: { [name]: sent.value },
    device,
    mapped: definition,
    options: {},
    state: { ...state },
    endpoint_name: sent.endpoint,
    publish: silent,
    deviceExposesChanged: silent,
  };
  try {
    await within(Promise.resolve(converter.convertSet(entity, name, sent.value, meta)));
    return undefined;
  } catch (error) {
    return String(error instanceof Error ? error.message : error).slice(0, 160);
  }
}

const { models } = await loadModels();
const byName = new Map(models.map((model) => [`${model.vendor}/${model.model}`, model.id]));
let accepted = 0;
const refused = new Map();
for (const raw of readAll(require)) {
  const definition = prepareDefinition(raw);
  const { vendor, model, description } = definition;
  const exposes =
    typeof definition.exposes === 'function'
      ? definition.exposes({ isDummyDevice: true }, {})
      : definition.exposes;
  const [template] = await expandTemplates([byName.get(`${vendor}/${model}`)]);
  const features = fromExposes(exposes);
  const codec = codecOf({ vendor, model, description, features });
  const state = stateOf(features);
  for (const { component, property, value } of sampleValues(template)) {
    const reason = await write(definition, codec.encode({ component, property, value }), state);
    if (reason === undefined) accepted += 1;
    else {
      const line = `${vendor} ${model}: ${property} = ${JSON.stringify(value)}: ${reason}`;
      refused.set(reason, [...(refused.get(reason) ?? []), line]);
    }
  }
}
const failures = [...refused.values()].toSorted((one, other) => other.length - one.length);
const count = failures.reduce((sum, lines) => sum + lines.length, 0);
for (const [first, ...others] of failures) process.stdout.write(`${others.length + 1} like ${first}\n`);
const share = accepted / (accepted + count);
process.stdout.write(`${accepted} of ${accepted + count} writes accepted (${(share * 100).toFixed(2)} %)\n`);
process.exitCode = share >= 0.99 ? 0 : 1;
