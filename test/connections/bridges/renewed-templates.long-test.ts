import assert from 'node:assert/strict';
import { it } from 'node:test';
import { mapDefinition } from '@azulejo/bridge';
import { type Announcement, announcedDevice, readAnnouncement } from '@azulejo/devices/home-assistant';
import { connectLive } from '../../support/live-scene.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { announce, announcementIn } from './announcers.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();

const SENSOR = 'A4C138C38EE5';
const COMPONENT = 'climate-sensor';
const STATE = `home/OMG/BTtoMQTT/${SENSOR}`;
const SOURCE = { name: 'mqtt-discovery', version: '1' };

function announcements(...parts: readonly string[]): [Announcement, ...Announcement[]] {
  const [first, ...others] = parts.map((part) => {
    const topic = `sensor/${SENSOR}-${part}/config`;
    const config = announcementIn('openmqttgateway', `homeassistant/${topic}`);
    return readAnnouncement(topic, JSON.stringify(config));
  });
  assert.ok(first);
  return [first, ...others.filter((each) => !!each)];
}

/**
 * Restores the home of Ana as an earlier release left it: its bridge made a template of her thermometer
 * without the humidity. She has a measurement, a tile of another name and an automation.
 */
async function setUp(stage: Stage) {
  if (skip) return undefined;
  const bridging = await setUpBridgeOf('mqtt-discovery', stage);
  const { manager, ana, asAna, consent, seen } = bridging;
  const mapped = (...parts: readonly string[]) =>
    mapDefinition(announcedDevice(...announcements(...parts)).definition, SOURCE, manager.id);
  const { templateId: id } = mapped('tempc', 'hum', 'batt');
  const earlier = { ...mapped('tempc', 'batt').makeTemplate(), id };
  const [stored] = (await manager.templates.store([earlier])).elements;
  assert.deepEqual(stored, { id, state: 'stored', version: 1, errors: [] });
  const remote_key = SENSOR;
  const channel = await manager.channels.create({ channeltemplate_id: id, remote_key, name: 'Thermometer' });
  await consent(id);
  const client = await asAna();
  await manager.channels.grant({
    channel_id: channel.id,
    application_id: bridging.applicationId,
    user_id: ana.id,
  });
  const { mqtt } = bridging.platform.config;
  const live = await manager.connect({ url: `mqtt://127.0.0.1:${mqtt.port}` });
  const address = { channel: channel.id, component: COMPONENT, property: 'temperature' };
  await live.report(address, 20);
  await live.flush();
  await live.close();
  const automation = await client.automations.create({
    label: 'Too warm',
    when: [{ kind: 'property', property: address, is: 'rises-above', value: 30 }],
    then: [{ kind: 'notify', notify: { text: 'It is warm.' } }],
  });
  await announce(seen, 'openmqttgateway');
  return { ...bridging, id, channel: channel.id, client, automation };
}

onSqlite('the templates of a newer release of a bridge', setUp, (scene) => {
  const house = () => {
    const set = scene();
    assert.ok(set);
    return set;
  };

  it('updates existing channels to new templates, which keep history and automations', { skip }, async () => {
    const { startBridge, platform, seen, asAna, client, channel, automation } = house();
    await using bridge = startBridge();
    await using live = await connectLive(platform, await asAna());
    await seen.publish(STATE, { tempc: 24.3, hum: 50, batt: 49 }, true);
    await bridge.line(new RegExp(`"channel_template_changed".*"${channel}".*"version":2`));
    // The humidity was refused until the channel had it, and no other message came since.
    for await (const change of live.changes({ channels: [channel], initial: true }))
      if (change.property === 'humidity' && change.data === 50) break;
    const place = { channel_id: channel, component_id: COMPONENT, property_id: 'temperature' };
    const values: unknown[] = [];
    for await (const { value } of client.values.history(place)) values.push(value);
    assert.deepEqual(values.toSorted(), [20, 24.3]);
    const { problems } = await client.automations.get({ automation_id: automation.id });
    assert.deepEqual(problems, []);
  });

  it('does not store templates again when the bridge starts again', { skip }, async () => {
    const { startBridge, manager, id } = house();
    await using bridge = startBridge();
    await bridge.line(/"event":"status".*"devices":2,/);
    const versions: unknown[] = [];
    for await (const { channel } of manager.channels.list({ 'channel.remote_key': SENSOR }))
      versions.push([channel.channeltemplate_id, channel.channeltemplate_version]);
    assert.deepEqual(versions, [[id, 2]]);
    assert.ok(!bridge.lines.some((line) => line.includes('channel_template_changed')));
  });
});
