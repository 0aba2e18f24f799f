import assert from 'node:assert/strict';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import { setUpHomePages } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import { connectMqtt } from '../support/mqtt.ts';
import { untilCommandOpen } from '../support/open-command.ts';
import { clientToken } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { RECORD_ANNOUNCEMENTS, wasConfirmed } from './announcements.ts';

/** Creates a home with a lamp with its own credentials, and two virtual ones, one of which never answers. */
async function setUp(stage: Stage) {
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

onSqlite('live tiles in Home', setUp, (scene) => {
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
