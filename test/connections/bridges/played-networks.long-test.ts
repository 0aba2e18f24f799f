import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderTile } from '@azulejo/sdk';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { esphomeNode, play, tasmotaRelay, zwaveNetwork } from './played-devices.ts';
import { startShelly } from './simulated-shelly.ts';
import { lacksMosquitto, startMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

const SHELLY = 'shellyplus1pm-a8032abe54dc';
const NAMES = ['Boiler', 'Fountain', 'Stairs', 'Terrace'];
const CREATED = /"event":"(channel_created|not_mapped|report_refused)"/;
const TROUBLE = /"event":"(not_mapped|\w+_failed|\w+_refused)"/;
/** Homes are read this often until they fit. */
const POLL_MS = 100;

/** Switches on a node of ESPHome, a relay with Tasmota, a network of Z-Wave JS UI, and a Shelly. */
async function switchOn(stage: Stage, port: number) {
  const firmwares = { Terrace: esphomeNode(), Fountain: tasmotaRelay(), Stairs: zwaveNetwork() };
  const start = {
    Terrace: async () => play(port, firmwares.Terrace),
    Fountain: async () => play(port, firmwares.Fountain),
    Stairs: async () => play(port, firmwares.Stairs),
    Boiler: () => startShelly(port, SHELLY),
  };
  const running = {
    Terrace: await start.Terrace(),
    Fountain: await start.Fountain(),
    Stairs: await start.Stairs(),
    Boiler: await start.Boiler(),
  };
  for (const name of ['Terrace', 'Fountain', 'Stairs', 'Boiler'] as const)
    stage.use({ [Symbol.asyncDispose]: () => running[name][Symbol.asyncDispose]() });
  return {
    cut: (name: keyof typeof running) => running[name].cut(),
    start: async (name: keyof typeof running) => {
      await running[name][Symbol.asyncDispose]();
      Object.assign(running, { [name]: await start[name]() });
    },
  };
}

/** Sets up a house of four networks, whose devices Ana has added. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const bridging = await setUpBridgeOf('mqtt-discovery', stage);
  const { mqttPort, startBridge, consent, asAna, manager } = bridging;
  const devices = await switchOn(stage, mqttPort);
  const bridge = { now: startBridge() };
  stage.use({ [Symbol.asyncDispose]: () => bridge.now[Symbol.asyncDispose]() });
  await bridge.now.line(/"event":"status".*"devices":4,"channels":4,"failed":0/);
  for await (const { channel } of manager.channels.list()) {
    await consent(channel.channeltemplate_id ?? '');
    await bridge.now.line(new RegExp(`"channel_granted","channel":"${channel.id}"`));
  }
  const client = await asAna();
  /** Returns the drawn tiles of the devices, with their channels. */
  const tiles = async () =>
    (await client.readHome()).flatMap(({ tile, channel, values }) => {
      const drawn = renderTile(tile, channel, values);
      return NAMES.includes(drawn.label) ? [{ ...drawn, channel: channel.id }] : [];
    });
  type Drawn = Awaited<ReturnType<typeof tiles>>[number];
  const tile = async (name: string): Promise<Drawn> => {
    const found = (await tiles()).find(({ label }) => label === name);
    assert.ok(found, `${name} has no tile`);
    return found;
  };
  /** Resolves when the tile shows this: its state, its condition and the texts of its values. */
  const until = async (name: string, shown: string) => {
    const textOf = ({ state, condition, slots }: Drawn) =>
      condition?.text ?? [...state, ...slots.map(({ text, unit }) => `${text} ${unit}`)].join(', ');
    const start = performance.now();
    for (let text = ''; text !== shown; text = textOf(await tile(name))) {
      if (performance.now() - start > 30_000) assert.equal(text, shown, name);
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
  };
  /** Writes a value over HTTP, and returns the value with which the command was settled. */
  const write = async (name: string, [component_id, property_id]: readonly string[], data: unknown) => {
    const { channel: channel_id } = await tile(name);
    const address = { channel_id, component_id: component_id ?? '', property_id: property_id ?? '' };
    const { state, ...rest } = await client.values.put({ ...address, data, wait: 20 });
    assert.equal(state, 'done', JSON.stringify(rest));
  };
  return { ...bridging, ...{ devices, bridge, tiles, until, write } };
}

onSqlite('homes of ESPHome, Tasmota, Shelly and Z-Wave JS UI', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };
  /** What the tiles show at first, and again after the commands. */
  const untilAllShow = async (shown: Readonly<Record<string, string>>) => {
    for (const name of NAMES) await house().until(name, shown[name] ?? '');
  };
  const AT_FIRST = {
    Boiler: 'Off, 0 W, 1825 Wh',
    Fountain: 'Off, 0 W, 12.51 kWh',
    Stairs: 'On, 51 %, 51 %, 12.4 W',
    Terrace: 'Open, 100 %, 41.5 W',
  };
  const AFTERWARDS = {
    Boiler: 'Off, 0 W, 1825 Wh',
    Fountain: 'On, 0 W, 0 W, 12.51 kWh',
    Stairs: 'On, 81 %, 81 %, 12.4 W',
    Terrace: 'Open, 30 %, 30 %, 41.5 W',
  };

  it('shows a tile with the values of each device', { skip }, async () => {
    await untilAllShow(AT_FIRST);
    const lines = house().bridge.now.lines.filter((line) => TROUBLE.test(line));
    assert.deepEqual(lines, []);
  });

  it('sends the command of each program when somebody sets a value over HTTP', { skip }, async () => {
    const { write, seen } = house();
    seen.forget();
    await write('Terrace', ['cover', 'status'], true);
    await seen.message('terrace/switch/socket/command', (body) => body === 'ON');
    await write('Terrace', ['cover', 'position'], 30);
    await seen.message('terrace/cover/awning/position/command', (body) => body === 30);
    await write('Fountain', ['switch', 'status'], true);
    await seen.message('cmnd/tasmota_D0117E/POWER', (body) => body === 'ON');
    await write('Stairs', ['light-bulb', 'brightness'], 81);
    await seen.message('zwave/Stairs/38/0/targetValue/set', (body) => body === 80);
    await write('Boiler', ['switch', 'status'], true);
    const isSwitched = ({ method, params }: { method: string; params?: { on: boolean } }) =>
      method === 'Switch.Set' && params?.on === true;
    await seen.message(`${SHELLY}/rpc`, isSwitched);
    await write('Boiler', ['switch', 'status'], false);
    await untilAllShow(AFTERWARDS);
  });

  for (const name of ['Boiler', 'Fountain', 'Stairs', 'Terrace'] as const)
    it(`shows that ${name} does not answer while it has no power, and its values when it is back`, {
      skip,
    }, async () => {
      const { devices, until } = house();
      devices.cut(name);
      await until(name, 'No answer');
      await devices.start(name);
      await until(name, AFTERWARDS[name]);
    });

  it('has the same devices and values after a restart of the bridge', { skip }, async () => {
    const { bridge, startBridge, tiles, devices } = house();
    const before = await tiles();
    await bridge.now.crash();
    // What happens meanwhile is known from what the MQTT server retains.
    devices.cut('Terrace');
    bridge.now = startBridge();
    await bridge.now.line(/"event":"status".*"devices":4,"channels":4,"failed":0/);
    await untilAllShow({ ...AFTERWARDS, Terrace: 'No answer' });
    await devices.start('Terrace');
    await untilAllShow(AFTERWARDS);
    const idsOf = (all: typeof before) => all.map(({ id, channel }) => [id, channel]);
    assert.deepEqual(idsOf(await tiles()), idsOf(before));
    assert.deepEqual(
      bridge.now.lines.filter((line) => CREATED.test(line)),
      [],
    );
  });

  it('has the same devices and values after a restart of an MQTT server that retained nothing', {
    skip,
  }, async () => {
    const { bridge, mqttServer, mqttPort, devices, tiles } = house();
    const before = await tiles();
    await mqttServer.now.crash();
    await untilAllShow(Object.fromEntries(NAMES.map((name) => [name, 'No answer'])));
    mqttServer.now = await startMosquitto(mqttPort);
    await devices.start('Boiler');
    await untilAllShow(AFTERWARDS);
    assert.deepEqual(
      (await tiles()).map(({ id, channel }) => [id, channel]),
      before.map(({ id, channel }) => [id, channel]),
    );
    assert.deepEqual(
      bridge.now.lines.filter((line) => CREATED.test(line)),
      [],
    );
  });

  it('still carries out commands afterwards', { skip }, async () => {
    const { write, until, seen } = house();
    seen.forget();
    await write('Fountain', ['switch', 'status'], false);
    await write('Stairs', ['light-bulb', 'status'], false);
    await until('Fountain', AT_FIRST.Fountain);
    await until('Stairs', 'Off, 0 %, 12.4 W');
  });
});
