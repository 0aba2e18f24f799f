import assert from 'node:assert/strict';
import { it } from 'node:test';
import { renderTile } from '@azulejo/sdk';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { firstDimmer, firstGasDetector, firstRelay, firstRoller, firstUni } from './first-shellies.ts';
import {
  esphomeNode,
  type Firmware,
  type PlayedDevice,
  play,
  tasmotaRelay,
  zwaveNetwork,
} from './played-devices.ts';
import { startShelly } from './simulated-shelly.ts';
import { lacksMosquitto, startMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

type Running = Pick<PlayedDevice, 'cut' | typeof Symbol.asyncDispose>;

const SHELLY = 'shellyplus1pm-a8032abe54dc';
/** Devices of Shelly of the first generation are named after their ids. */
const RELAY = 'shelly1-B929CC';
const ROLLER = 'shellyswitch25-C45BBE';
const DIMMER = 'shellydimmer2-98CDAC';
const GAS = 'shellygas-F4CFA2';
const UNI = 'shellyuni-98F4AB';
const NAMES = ['Boiler', 'Fountain', 'Stairs', 'Terrace', RELAY, ROLLER, DIMMER, GAS, UNI] as const;
type Name = (typeof NAMES)[number];
const CREATED = /"event":"(channel_created|not_mapped|report_refused)"/;
const TROUBLE = /"event":"(not_mapped|\w+_failed|\w+_refused)"/;
/** Homes are read this often until they fit. */
const POLL_MS = 100;

/** Switches on a node of ESPHome, a relay with Tasmota, a network of Z-Wave JS UI, and Shellys of both generations. */
async function switchOn(stage: Stage, port: number) {
  const firmwares: Readonly<Record<Exclude<Name, 'Boiler'>, Firmware>> = {
    ...{ Terrace: esphomeNode(), Fountain: tasmotaRelay(), Stairs: zwaveNetwork() },
    ...{ [RELAY]: firstRelay(RELAY), [ROLLER]: firstRoller(ROLLER), [DIMMER]: firstDimmer(DIMMER) },
    ...{ [GAS]: firstGasDetector(GAS), [UNI]: firstUni(UNI) },
  };
  const start = async (name: Name): Promise<Running> =>
    name === 'Boiler' ? await startShelly(port, SHELLY) : play(port, firmwares[name]);
  const running = new Map<Name, Running>();
  for (const name of NAMES) {
    running.set(name, await start(name));
    stage.use({ [Symbol.asyncDispose]: async () => running.get(name)?.[Symbol.asyncDispose]() });
  }
  return {
    cut: (name: Name) => running.get(name)?.cut(),
    start: async (name: Name) => {
      await running.get(name)?.[Symbol.asyncDispose]();
      running.set(name, await start(name));
    },
  };
}

/** Sets up a house of several networks, whose devices Ana has added. */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const bridging = await setUpBridgeOf('mqtt-discovery', stage);
  const { mqttPort, startBridge, consent, asAna, manager } = bridging;
  const devices = await switchOn(stage, mqttPort);
  const bridge = { now: startBridge() };
  stage.use({ [Symbol.asyncDispose]: () => bridge.now[Symbol.asyncDispose]() });
  await bridge.now.line(/"event":"status".*"devices":9,"channels":9,"failed":0/);
  for await (const { channel } of manager.channels.list()) {
    await consent(channel.channeltemplate_id ?? '');
    await bridge.now.line(new RegExp(`"channel_granted","channel":"${channel.id}"`));
  }
  const client = await asAna();
  /** Returns the drawn tiles of the devices, with their channels. */
  const tiles = async () =>
    (await client.readHome()).flatMap(({ tile, channel, values }) => {
      const drawn = renderTile(tile, channel, values);
      // One with several outputs has a tile for each: the first one stands for it.
      const name = drawn.label.replace(/ · Switch 1$/, '');
      return NAMES.includes(name as Name) ? [{ ...drawn, name, channel: channel.id }] : [];
    });
  type Drawn = Awaited<ReturnType<typeof tiles>>[number];
  const tile = async (name: string): Promise<Drawn> => {
    const found = (await tiles()).find((each) => each.name === name);
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
  const untilAllShow = async (shown: Readonly<Record<Name, string>>) => {
    for (const name of NAMES) await house().until(name, shown[name]);
  };
  const AT_FIRST = {
    Boiler: 'Off, 0 W, 1825 Wh',
    Fountain: 'Off, 0 W, 12.51 kWh',
    Stairs: 'On, 51 %, 51 %, 12.4 W',
    Terrace: 'Open, 100 %, 41.5 W',
    [RELAY]: 'Off, 7.5 °C',
    [ROLLER]: 'Open, 40 %, 40 %, 0 W',
    [DIMMER]: 'Off, 50 %, 4.5 W',
    [GAS]: 'On, Clear, Clear ',
    [UNI]: 'Off',
  };
  const AFTERWARDS = {
    Boiler: 'Off, 0 W, 1825 Wh',
    Fountain: 'On, 0 W, 0 W, 12.51 kWh',
    Stairs: 'On, 81 %, 81 %, 12.4 W',
    Terrace: 'Open, 30 %, 30 %, 41.5 W',
    [RELAY]: 'On, 7.5°, 7.5 °C',
    [ROLLER]: 'Open, 70 %, 70 %, 0 W',
    [DIMMER]: 'On, 80 %, 80 %, 4.5 W',
    [GAS]: 'Off, Clear ',
    [UNI]: 'Off',
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
    await write(RELAY, ['switch', 'status'], true);
    await seen.message(`shellies/${RELAY}/relay/0/command`, (body) => body === 'on');
    await write(ROLLER, ['cover', 'position'], 70);
    await seen.message(`shellies/${ROLLER}/roller/0/command/pos`, (body) => body === 70);
    await write(DIMMER, ['light-bulb', 'brightness'], 80);
    await seen.message(
      `shellies/${DIMMER}/light/0/set`,
      ({ turn, brightness }: { turn?: string; brightness?: number }) => turn === 'on' && brightness === 80,
    );
    await write(GAS, ['valve', 'status'], false);
    await seen.message(`shellies/${GAS}/valve/0/command`, (body) => body === 'close');
    await untilAllShow(AFTERWARDS);
  });

  for (const name of NAMES)
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
    await bridge.now.line(/"event":"status".*"devices":9,"channels":9,"failed":0/);
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
    await untilAllShow(Object.fromEntries(NAMES.map((name) => [name, 'No answer'])) as Record<Name, string>);
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
