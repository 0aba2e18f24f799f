import assert from 'node:assert/strict';
import { connectLive } from '../../support/live-scene.ts';
import type { Stage } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { type Settings, startZigbee2Mqtt } from './zigbee2mqtt.ts';

type Added = { readonly id: string; readonly name: string; readonly template: string };

/** Starts a house whose devices Ana can add, with the bridge running. */
export async function setUpBridgedHome(stage: Stage, house: Omit<Settings, 'mqttPort'>) {
  const bridging = await setUpBridge(stage);
  const { mqttPort, startBridge, channel, consent, platform, asAna } = bridging;
  const settings = { mqttPort, ...house };
  const zigbee = { now: await startZigbee2Mqtt(settings) };
  stage.use({ [Symbol.asyncDispose]: () => zigbee.now[Symbol.asyncDispose]() });
  const bridge = stage.use(startBridge());
  const channels = house.devices.length + 1;
  await bridge.line(new RegExp(`"event":"status".*"zigbee2mqtt":"online".*"channels":${channels}`));
  /** Adds a device to the home of Ana, by its address. */
  const add = async (key: string): Promise<Added> => {
    const found = await channel(key);
    assert.ok(found, `${key} has no channel`);
    await consent(found.template);
    await bridge.line(new RegExp(`"channel_granted","channel":"${found.id}"`));
    return found;
  };
  const client = await asAna();
  const live = stage.use(await connectLive(platform, client));
  /** Resolves when the property has such a value, now or later. */
  const until = async (channelId: string, property: string, fits: (data: unknown) => boolean) => {
    // A new connection, since an earlier one does not get the values of channels that were granted later.
    await using fresh = await connectLive(platform, client);
    for await (const change of fresh.changes({ channels: [channelId], initial: true }))
      if (change.property === property && fits(change.data)) return;
  };
  return { ...bridging, settings, zigbee, bridge, add, live, until };
}
