import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Channel, Tile } from '@azulejo/contract';
import {
  openPage,
  type PlatformMessage,
  type Published,
  unpack,
} from '../devices/device-pages/page-harness.ts';
import { startBrowser } from '../support/browser.ts';
import { type DemoHome, setUpDemoHome } from '../support/demo-home.ts';
import { connectMqtt, type MqttSession } from '../support/mqtt.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** Returns a plug of the demo home, with the tapped tile. */
async function aPlug({ channels, tiles }: DemoHome): Promise<{ channel: Channel; tile: Tile }> {
  const tile = (await tiles()).find(({ actions }) => actions[0]?.componentType === 'socket');
  const channel = (await channels()).find(({ id }) => id === tile?.channel);
  assert.ok(tile && channel);
  return { channel, tile };
}

/** Returns a handler that publishes the page's messages to the broker, as an app does. */
const passOn =
  (app: MqttSession) =>
  async ({ channel, component, property, ...message }: Published): Promise<void> => {
    const path = `channels/${channel}/components/${component}/properties/${property}`;
    await app.publish(`/v3/${path}/value`, message, { qos: 1 });
  };

/** Returns a message that the app received, with the address that the app adds. */
function toPageMessage(topic: string, message: object & { io: string }): PlatformMessage {
  const [, , , , , channel = '', , component = '', , property = ''] = topic.split('/');
  return { ...message, channel, component, property };
}

onEachEngineInFull('opening a device page from a tile', setUpDemoHome, (scene) => {
  it('shows and switches a device on a page that the platform served', async () => {
    const { platform, demo, token, userId } = scene();
    const { channel, tile } = await aPlug(scene());
    const archive = await platform.request(new URL(channel.interface.url).pathname);
    assert.equal(archive.headers.get('etag'), channel.interface.etag);
    await using files = await unpack(Buffer.from(await archive.arrayBuffer()));
    await using browser = await startBrowser();
    await using app = await connectMqtt(platform, { clientId: demo.clientId, token });
    const harness = await openPage(browser, files.url, {
      dialect: 'ios',
      options: { channels: [channel], tiles: [tile], preferences: { units: 'metric' }, apiVersion: 'v3' },
      onPublish: passOn(app),
    });
    // The app passes on every message of this channel while the page is open.
    const passing: Promise<void>[] = [];
    app.client.on('message', (topic, payload) => {
      const message = JSON.parse(payload.toString()) as { io: string };
      if (message.io.startsWith('i')) passing.push(harness.send(toPageMessage(topic, message)));
    });
    await app.subscribe(`/v3/users/${userId}/channels/${channel.id}/#`);
    const row = harness.page.locator('.row[data-property="status"]').first();
    const knob = row.getByRole('switch', { name: 'On/off' });
    await row.and(harness.page.locator('[data-state="known"]')).waitFor();
    const before = await knob.getAttribute('aria-checked');
    await knob.click();
    const done = await app.next(
      ({ message, topic, retained }) => message.io === 'iw' && !retained && topic.includes('/status/'),
    );
    assert.equal(done.message.data, before !== 'true');
    await row.and(harness.page.locator('[data-state="known"]')).waitFor();
    assert.equal(await knob.getAttribute('aria-checked'), String(before !== 'true'));
    await app[Symbol.asyncDispose]();
    await Promise.all(passing);
    assert.deepEqual(harness.pageErrors, []);
  });
});
