import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import type { Page } from 'playwright-core';
import { askDevice } from '../support/ask-device.ts';
import { setUpHomePages, unexpected } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import { connectMqtt, type MqttSession } from '../support/mqtt.ts';
import { untilCommandOpen } from '../support/open-command.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { clientToken } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { RECORD_ANNOUNCEMENTS, wasConfirmed } from './announcements.ts';

async function setUp(stage: Stage) {
  const clock = manualClock();
  const pages = await setUpHomePages(stage, { clock });
  const { devices, templates } = pages.platform.server.features;
  await templates.import([panelTemplate], { areTrusted: false });

  /**
   * Creates a home with one lamp. The test connects as the lamp, reports its values and answers its commands.
   */
  async function newLamp(name: string) {
    const home = await pages.newHome();
    const { client, secret, channel } = await devices.create({ userId: home.id, templateId: LAMP, name });
    const credentials = { clientId: client.id, secret };
    const { access_token: token } = await clientToken(pages.platform, credentials, 'device');
    const at = { channelId: channel.id, componentId: 'light-bulb' };
    const connect = async () => {
      const session = await connectMqtt(pages.platform, { clientId: client.id, token });
      await session.subscribe(`/v3/devices/${client.id}/channels/#`);
      return session;
    };
    const sendMessage = (session: MqttSession, propertyId: string, data: unknown) =>
      session.publish(publishTopic({ ...at, propertyId }), { io: 'iw', data });
    return { home, token, clientId: client.id, channelId: channel.id, connect, sendMessage };
  }
  return { ...pages, stage, clock, newLamp };
}

const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const requested = ({ message }: { message: { io: string } }) => message.io === 'w';

onSqlite('live updates in Home', setUp, (scene) => {
  it('connects before it reads the values, so that no change is missed', async () => {
    const { newLamp, open, platform } = scene();
    const { home } = await newLamp('Hall lamp');
    const { page, pageErrors } = await open('/robots.txt', home);
    const connected = page.waitForEvent('websocket');
    await page.route(/\/values(\?|$)/, async (route) => {
      await connected;
      await route.continue();
    });
    await page.goto(`${platform.url}/home`);
    await untilLive(page);
    await page.getByRole('link', { name: 'Hall lamp' }).waitFor();
    assert.deepEqual(unexpected(pageErrors, 404), []);
  });

  it('shows what was renamed, moved, added and removed elsewhere', async () => {
    const { newLamp, open, platform } = scene();
    const { home } = await newLamp('Hall lamp');
    const { page, pageErrors } = await open('/robots.txt', home);
    await page.clock.install();
    await page.goto(`${platform.url}/home`);
    await untilLive(page);
    const poll = () => page.clock.fastForward(20_000);
    const [tile] = await home.tiles();
    await home.send('PATCH', `tiles/${tile?.id}`, { label: 'Porch lamp' });
    await poll();
    await page.getByRole('link', { name: 'Porch lamp' }).waitFor();
    const garden = await home.newGroup('Garden');
    await home.send('PATCH', `tiles/${tile?.id}`, { groups: [garden.id] });
    await poll();
    await page.getByRole('heading', { name: 'Garden' }).waitFor();
    await home.newPanel('Panel');
    await poll();
    await page
      .getByRole('link', { name: /^Panel/ })
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Porch lamp' }).click();
    await page.getByRole('heading', { name: 'Porch lamp', level: 1 }).waitFor();
    await home.send('DELETE', `tiles/${tile?.id}`);
    await poll();
    await page.getByRole('heading', { name: 'This device is not in your home', level: 1 }).waitFor();
    assert.deepEqual(unexpected(pageErrors, 404), []);
  });

  it('shows two users of one device the same state, whichever of them switches it', async () => {
    const { newLamp, newHome, open, platform, application } = scene();
    const { home, connect, sendMessage, clientId, channelId, token } = await newLamp('Hall lamp');
    const other = await newHome('Rui Costa');
    await askDevice(platform, application, other, clientId);
    const granted = await platform.request(`/v3/channels/${channelId}/grant-access`, {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        client_id: other.id,
        role: 'user',
        requesting_client_id: application.clientId,
      }),
    });
    assert.equal(granted.status, 200, await granted.text());
    const [ana, rui] = [await open('/home', home), await open('/home', other)];
    await Promise.all([untilLive(ana.page), untilLive(rui.page)]);
    await using lamp = await connect();
    await sendMessage(lamp, 'status', false);
    await rui.page.getByRole('article').getByText('Off', { exact: true }).waitFor();
    await ana.page.getByRole('switch').click();
    await lamp.next(requested);
    await sendMessage(lamp, 'status', true);
    for (const { page } of [ana, rui]) await page.getByRole('switch', { checked: true }).waitFor();
    assert.deepEqual([ana.pageErrors, rui.pageErrors], [[], []]);
  });

  it('reconnects after a restart of the platform and shows what changed meanwhile', async () => {
    const { newLamp, open, stage, clock, platform } = scene();
    const { home, connect, sendMessage } = await newLamp('Hall lamp');
    const { page, pageErrors } = await open('/home', home);
    await untilLive(page);
    await platform[Symbol.asyncDispose]();
    // After some seconds the page also shows how old its values are.
    await page.getByText(/^Connecting…/).waitFor();
    await stage.start({ environment: platform.environment, clock });
    await using lamp = await connect();
    await sendMessage(lamp, 'brightness', 64);
    await untilLive(page);
    await page.getByRole('article').getByText('64 %').waitFor();
    assert.deepEqual(
      unexpected(pageErrors).filter((pageError) => !/ERR_CONNECTION|WebSocket/.test(pageError)),
      [],
    );
  });
});

/** Creates a home with a lamp with its own credentials, and two virtual ones, one of which never answers. */
async function setUpTiles(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { features } = pages.platform.server;
  const home = await pages.newHome();
  const { client, secret, channel } = await features.devices.create({
    userId: home.id,
    templateId: LAMP,
    name: 'Hall lamp',
  });
  const virtual = { userId: home.id, templateId: LAMP, seed: 7 };
  await features.virtualDevices.create({ ...virtual, name: 'Desk lamp', faults: [] });
  const attic = { ...virtual, name: 'Attic lamp', faults: ['silent'] as const };
  const { channel: silent } = await features.virtualDevices.create(attic);
  // The value is held, since the lamp's own report that it is off would settle the write or hide its result.
  const off = { componentId: 'light-bulb', propertyId: 'status', data: false };
  await features.virtualDeviceControl.report({}, silent.id, off, true);
  await pages.platform.server.features.simulator.tick();
  return { ...pages, home, channel, silent, device: { clientId: client.id, secret } };
}

onSqlite('live tiles in Home', setUpTiles, (scene) => {
  it('shows the state of the devices and the progress of a write on tiles', async () => {
    const { platform, home, channel, silent, device, open } = scene();
    const { page, pageErrors } = await open('/home', home, { width: 390 });
    const tile = (name: string) => page.getByRole('article').filter({ hasText: name });
    const switchOf = (name: string) => page.getByRole('switch', { name: new RegExp(`^${name}`) });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.evaluate(RECORD_ANNOUNCEMENTS);

    const { access_token: token } = await clientToken(platform, device, 'device');
    await using lamp = await connectMqtt(platform, { clientId: device.clientId, token });
    const at = { channelId: channel.id, componentId: 'light-bulb', propertyId: 'brightness' };
    await lamp.publish(publishTopic(at), { io: 'iw', data: 37 });
    await tile('Hall lamp').getByText('37 %').waitFor();
    const heightOf = async (name: string) => (await tile(name).boundingBox())?.height;
    const height = await heightOf('Hall lamp');

    const status = publishTopic({ ...at, propertyId: 'status' });
    await lamp.subscribe(`/v3/devices/${device.clientId}/channels/#`);
    await switchOf('Hall lamp').click();
    await tile('Hall lamp').getByText('Turning on…').waitFor();
    assert.equal(await heightOf('Hall lamp'), height, 'a tile does not grow when it is pressed');
    assert.equal(await switchOf('Hall lamp').getAttribute('aria-checked'), 'true');
    const { message } = await lamp.next((received) => received.message.io === 'w');
    assert.equal(message.data, true);
    await lamp.publish(status, { io: 'iw', data: true });
    await wasConfirmed(page, tile('Hall lamp'));
    assert.equal(await heightOf('Hall lamp'), height);

    const before = await switchOf('Desk lamp').getAttribute('aria-checked');
    await switchOf('Desk lamp').click();
    await wasConfirmed(page, tile('Desk lamp'));
    assert.notEqual(await switchOf('Desk lamp').getAttribute('aria-checked'), before);

    const kept = await switchOf('Attic lamp').getAttribute('aria-checked');
    await switchOf('Attic lamp').click();
    await tile('Attic lamp').getByText('Turning on…').waitFor();
    await untilCommandOpen(platform, silent.id);
    platform.clock.advance({ seconds: 6 });
    await tile('Attic lamp').getByText('No answer').waitFor();
    assert.equal(await heightOf('Attic lamp'), height);
    assert.equal(await switchOf('Attic lamp').getAttribute('aria-checked'), kept);
    assert.deepEqual(pageErrors, []);
  });
});
