import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Program } from '../../support/programs.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { type ServerProcess, startServerProcess } from '../../support/server-process.ts';
import { setUpBridge } from './bridge-scene.ts';
import { type ListedDevice, untilEqual } from './stored-state.ts';
import { lacksZigbee2Mqtt, newNetwork, startMosquitto, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
const SEED = 5;
const COUNT = 40;
const PER_SECOND = 25;
/** Longer than all the crashes take, so that each of them happens under load. */
const LOAD = { do: 'load', perSecond: PER_SECOND, count: PER_SECOND * 90 };
/** Each device reports twice. */
const TWO_ROUNDS = { do: 'load', perSecond: PER_SECOND, count: 2 * COUNT, seed: 3 };

/** Starts a platform in its own process, with a house of forty models. */
async function setUp(stage: Stage) {
  const scene = await setUpBridge(stage);
  if (skip) return undefined;
  const { platform, mqttPort } = scene;
  const { environment } = platform;
  // What was stored in this process is served by another one, which can be killed.
  await platform[Symbol.asyncDispose]();
  const ports = ['HTTP_PORT', 'MQTT_PORT', 'MQTTS_PORT'].map((name) => Number(environment[name]));
  const startServer = () => startServerProcess({ dataDir: stage.place.dataDir, ports });
  const server: { now: ServerProcess } = { now: await startServer() };
  stage.use({ [Symbol.asyncDispose]: () => server.now[Symbol.asyncDispose]() });
  const devices = newNetwork(SEED, COUNT);
  const settings = { mqttPort, devices };
  const zigbee = { now: await startZigbee2Mqtt(settings) };
  stage.use({ [Symbol.asyncDispose]: () => zigbee.now[Symbol.asyncDispose]() });
  const bridge = { now: scene.startBridge() };
  stage.use({ [Symbol.asyncDispose]: () => bridge.now[Symbol.asyncDispose]() });
  return { ...scene, server, startServer, settings, zigbee, bridge, devices };
}

onSqlite('the bridge to Zigbee2MQTT when programs crash', setUp, (scene) => {
  it('has the values of Zigbee2MQTT after each of the four programs was killed under load', {
    skip,
  }, async () => {
    const house = scene();
    assert.ok(house);
    const { server, bridge, mqttServer, zigbee, settings, seen, manager, readValue } = house;
    const channels = new Map<string, string>();
    const count = async () => {
      for await (const { channel } of manager.channels.list())
        channels.set(channel.remote_key ?? '', channel.id ?? '');
      return channels.size;
    };
    const served = (after = 0) => everythingOnline(bridge.now, after);
    /** Kills one program, starts it again, and waits until the bridge serves again. */
    const crash = async (kill: () => Promise<void>, start: () => Promise<void>) => {
      const { length } = bridge.now.lines;
      const before = bridge.now;
      await kill();
      await start();
      await served(bridge.now === before ? length : 0);
      assert.equal(await count(), COUNT + 1);
    };
    await served();
    const underLoad = zigbee.now.radio(LOAD).catch(() => 'killed');

    await crash(
      () => server.now.kill(),
      async () => {
        server.now = await house.startServer();
      },
    );
    await crash(
      () => bridge.now.crash(),
      async () => {
        bridge.now = house.startBridge();
      },
    );
    await crash(
      () => mqttServer.now.crash(),
      async () => {
        mqttServer.now = await startMosquitto(settings.mqttPort);
      },
    );
    await crash(
      () => zigbee.now.kill(),
      async () => {
        zigbee.now = await startZigbee2Mqtt({ ...settings, dataDir: zigbee.now.dataDir });
      },
    );
    assert.equal(await underLoad, 'killed');

    await zigbee.now.radio(TWO_ROUNDS);
    const listed = (await seen.message(
      'zigbee2mqtt/bridge/devices',
      (list: unknown[]) => list.length > COUNT,
    )) as ListedDevice[];
    const state = await zigbee.now.stop();
    const { compared, missing, different } = await untilEqual(state, listed, (key, ...place) =>
      readValue(channels.get(key) ?? '', ...place),
    );
    assert.ok(compared > COUNT, `only ${compared} values`);
    assert.deepEqual({ missing, different }, { missing: [], different: [] });
    assert.equal(await count(), COUNT + 1);
  });
});

/** Resolves when the bridge says that it is connected to both sides and has its channels. */
const everythingOnline = (bridge: Program, after: number) =>
  bridge.line(
    new RegExp(
      `"event":"status"(?=.*"platform":"online")(?=.*"zigbee2mqtt":"online")(?=.*"mqtt":"online").*"channels":${COUNT + 1},`,
    ),
    after,
  );
