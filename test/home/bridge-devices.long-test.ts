import assert from 'node:assert/strict';
import { it } from 'node:test';
import { expandTemplate } from '@azulejo/catalog';
import { createManager } from '@azulejo/sdk/manager';
import { assertAccessibleOnAll, type HomePages, setUpHomePages } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import type { Person } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const DEVICES = 60;

const setUp = (stage: Stage) => setUpHomePages(stage, { environment: { BRIDGES: 'external' } });

/** Gives the person a bridge, whose program this test simulates: it creates channels as bridges do. */
async function newBridge({ platform }: HomePages, person: Person) {
  const { id, clientSecret } = await platform.server.features.bridges.create({
    connection: {
      type: 'zigbee2mqtt',
      mqttUrl: 'mqtt://127.0.0.1:1',
      username: undefined,
      password: undefined,
      baseTopic: `house-${person.id}`,
    },
    creatorId: person.id,
  });
  const manager = createManager({ url: platform.url, clientId: id, clientSecret });
  const template = await expandTemplate(LAMP);
  assert.ok(template);
  const own = { ...template, id: crypto.randomUUID() };
  await manager.templates.store([own]);
  return {
    id,
    announce: (key: string, name: string) =>
      manager.channels.create({ channeltemplate_id: own.id, remote_key: key, name }),
  };
}

onSqlite('the devices of a bridge in Home', setUp, (scene) => {
  it('puts devices of a bridge into the chosen areas', async () => {
    const { newHome, open } = scene();
    const home = await newHome();
    const kitchen = await home.newGroup('Kitchen');
    const bridge = await newBridge(scene(), home);
    for (let index = 0; index < DEVICES; index += 1)
      await bridge.announce(`0x${index}`, index === 0 ? 'Kitchen/left lamp' : `Attic/lamp ${index}`);
    const { page, pageErrors } = await open('/home', home);
    await page.getByRole('link', { name: `${DEVICES} new devices from Zigbee2MQTT` }).waitFor();
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: /^Connect something real/ }).click();
    await page.getByRole('link', { name: /^Zigbee2MQTT/ }).waitFor();
    await assertAccessibleOnAll(page, 'real');
    await page.getByRole('link', { name: /^Zigbee2MQTT/ }).click();
    await page.getByText(`${DEVICES} devices were found.`).waitFor();
    await page.getByRole('status').getByText(`1 to 25 of ${DEVICES}`).waitFor();
    await assertAccessibleOnAll(page, 'found');

    // Only two of them, by the keyboard.
    await page.getByRole('checkbox', { name: 'All devices' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('searchbox').fill('left lamp');
    await page.getByRole('checkbox', { name: 'Kitchen/left lamp' }).focus();
    await page.keyboard.press('Space');
    assert.equal(await page.getByRole('combobox', { name: /^Area of Kitchen/ }).inputValue(), 'Kitchen');
    await page.getByRole('textbox', { name: /^Name of Kitchen/ }).fill('Reading lamp');
    await page.getByRole('searchbox').fill('lamp 59');
    await page.getByRole('checkbox', { name: 'Attic/lamp 59' }).check();
    await page.getByRole('button', { name: 'Add 2 devices' }).click();
    await page.locator('h2:focus', { hasText: 'They are in your home' }).waitFor();
    await page.getByRole('article').getByText('Reading lamp').waitFor();
    await assertAccessibleOnAll(page, 'added');
    await page.getByRole('link', { name: 'Go to your home' }).click();
    await page.getByRole('heading', { name: 'Attic' }).waitFor();
    const tiles = await home.tiles();
    const reading = tiles.find(({ label }) => label === 'Reading lamp');
    assert.deepEqual(reading?.groups, [kitchen.id]);
    assert.equal(new Set(tiles.map(({ channel }) => channel)).size, 2);

    // A device that joins later is announced, until the person has looked at it.
    assert.equal(await page.getByRole('link', { name: /new device/ }).count(), 0);
    await bridge.announce('0xff', 'Hall/button');
    await page.reload();
    await page.getByRole('link', { name: '1 new device from Zigbee2MQTT' }).click();
    await page.getByText(`${DEVICES - 1} devices were found.`).waitFor();
    await page.getByRole('searchbox').fill('button');
    await page.getByRole('checkbox', { name: 'Hall/button' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });
});
