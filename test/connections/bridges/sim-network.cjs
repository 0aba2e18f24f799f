/**
 * Writes a network of simulated devices in JSON: `node sim-network.cjs FOLDER SEED COUNT FILE [green-power]`. The models
 * are chosen by the seed from those that the converters in FOLDER recognize by their model id alone. With `green-power`
 * come all models of Green Power, which are recognized by their address, and one that is not recognized.
 */
const { readFileSync, writeFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');

const [folder, seed, count, file, greenPower] = process.argv.slice(2);
const required = createRequire(join(folder, 'node_modules/zigbee2mqtt/index.js'));
const { findByDevice } = required('zigbee-herdsman-converters');
const packages = join(folder, 'node_modules');
const index = JSON.parse(
  readFileSync(join(packages, 'zigbee-herdsman-converters/dist/models-index.json'), 'utf8'),
);

/** The generator of Park and Miller, so that a seed always makes the same network. */
function randomOf(start) {
  let state = start;
  return (limit) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
}

const CLUSTERS = [0, 1, 3, 4, 5, 6, 8, 257, 258, 513, 514, 768, 1026, 1027, 1029, 1030, 1280, 1794, 2820];

function entryOf(id, modelId, definition) {
  const ids = new Set([
    1,
    ...Object.values(
      definition.endpoint?.({ modelID: modelId, endpoints: [], getEndpoint: () => ({}) }) ?? {},
    ),
  ]);
  const endpoints = [...ids].filter((each) => each > 0 && each < 241);
  const types = definition.exposes?.map?.(({ type, name }) => name ?? type) ?? [];
  const isSleepy = types.includes('battery');
  const reported = definition.fromZigbee.filter(({ type }) => [type].flat().includes('attributeReport'));
  return {
    ieeeAddr: `0x${(0x00158d0000000000n + BigInt(id)).toString(16).padStart(16, '0')}`,
    nwkAddr: 100 + id,
    type: isSleepy ? 'EndDevice' : 'Router',
    modelId,
    manufName: definition.vendor,
    powerSource: isSleepy ? 'Battery' : 'Mains (single phase)',
    reports: [...new Set(reported.map(({ cluster }) => cluster))],
    endpoints: endpoints.map((each) => ({ id: each, deviceId: 256, in: CLUSTERS, out: [6, 8] })),
  };
}

const INDEXED = Object.entries(index).filter(([modelId]) => modelId.startsWith('greenpower'));

const hex = (number) => number.toString(16);

/** Returns a device of each model of Green Power: it has an address, and says nothing else of itself. */
function greenPowerDevices(firstId) {
  const found = new Map();
  for (const [file, at] of INDEXED.flatMap(([, places]) => places)) {
    const { definitions } = required(`zigbee-herdsman-converters/devices/${file.replace(/\.js$/, '')}`);
    const { vendor, model, fingerprint } = definitions[at];
    const { modelID: modelId, ieeeAddr } = fingerprint.find((each) => /^GreenPower/.test(each.modelID)) ?? {};
    if (ieeeAddr) found.set(`${vendor}/${model}`, { modelId, ieeeAddr: ieeeAddr.source });
  }
  const unknown = { modelId: 'GreenPower_2', ieeeAddr: '^0x00000000cafe....$' };
  return [...found.values(), unknown].map(({ modelId, ieeeAddr }, number) => ({
    ieeeAddr: ieeeAddr.replace(/[$^]/g, '').replace(/\.+/, (free) => hex(number).padStart(free.length, '7')),
    nwkAddr: 100 + firstId + number,
    type: 'GreenPower',
    modelId,
    endpoints: [],
  }));
}

async function main() {
  const random = randomOf(Number(seed));
  const names = Object.keys(index);
  const chosen = new Map();
  while (chosen.size < Number(count) && names.length > 0) {
    const [modelId] = names.splice(random(names.length), 1);
    const device = {
      type: 'Router',
      modelID: modelId,
      endpoints: [],
      ieeeAddr: '0x1',
      getEndpoint: () => undefined,
    };
    const definition = await findByDevice(device).catch(() => undefined);
    const key = `${definition?.vendor}/${definition?.model}`;
    if (definition && !chosen.has(key)) chosen.set(key, entryOf(chosen.size + 1, modelId, definition));
  }
  const others = greenPower === 'green-power' ? greenPowerDevices(chosen.size + 1) : [];
  writeFileSync(file, JSON.stringify([...chosen.values(), ...others]));
}

void main();
