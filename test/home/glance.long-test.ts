import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, virtualDeviceControl } = pages.platform.server.features;
  const template = (await templates.list()).find(({ model }) => model === 'GL-C-008P');
  assert.ok(template);
  const { id: templateId } = template;

  /** Creates a home with three virtual lamps that are on, one in the kitchen and two in the hall. */
  async function newLamps() {
    const home = await pages.newHome();
    const [kitchen, hall] = [await home.newGroup('Kitchen'), await home.newGroup('Hall')];
    for (const [name, room] of [
      ['Lamp 1', hall],
      ['Lamp 2', kitchen],
      ['Lamp 3', hall],
    ] as const) {
      const device = { userId: home.id, templateId, name, seed: 7, faults: [] };
      const { channel } = await virtualDevices.create(device);
      const tile = (await home.tiles()).find((each) => each.channel === channel.id);
      await home.send('PATCH', `tiles/${tile?.id}`, { groups: [room.id] });
      const isOn = { componentId: 'light-bulb', propertyId: 'status', data: true };
      await virtualDeviceControl.report({}, channel.id, isOn, false);
    }
    await pages.platform.server.features.simulator.tick();
    return home;
  }
  return { ...pages, newLamps };
}

const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const favouritesOf = (page: Page) =>
  page.getByRole('list', { name: 'Favourites' }).locator('article a').allTextContents();

onSqlite('favourites and rooms of Home', setUp, (scene) => {
  it('stores the favourites of a person in their order, sorted by keyboard alone', async () => {
    const { open, newLamps } = scene();
    const home = await newLamps();
    const { page, pageErrors } = await open('/home/arrange', home);
    await untilLive(page);
    for (const name of ['Lamp 2', 'Lamp 3', 'Lamp 1'])
      await page
        .getByRole('button', { name: `Favourite: ${name}` })
        .first()
        .press('Enter');
    const handle = page.getByRole('button', { name: 'Drag favourite Lamp 1' });
    await handle.press('Space');
    await page.getByText('Lamp 1 is picked up. Favourites, place 3.').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowUp');
    await page.getByText('Favourites, place 2.').waitFor({ state: 'attached' });
    const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await page.keyboard.press('Space');
    await saved;
    await assertAccessible(page, 'arranging favourites');
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('heading', { name: 'Favourites' }).waitFor();
    assert.deepEqual(await favouritesOf(page), ['Lamp 2', 'Lamp 1', 'Lamp 3']);
    // Another browser of the same person has them too.
    const elsewhere = await open('/home', home, { width: 390, height: 844 });
    await elsewhere.page.getByRole('heading', { name: 'Favourites' }).waitFor();
    assert.deepEqual(await favouritesOf(elsewhere.page), ['Lamp 2', 'Lamp 1', 'Lamp 3']);
    // A device that is removed is no favourite any more; the others keep their order.
    const [, removed] = await home.tiles();
    assert.ok(removed);
    const gone = await home.send('DELETE', `tiles/${removed.id}`);
    assert.ok(gone.ok, `${gone.status}`);
    await page.reload();
    await untilLive(page);
    const left = ['Lamp 2', 'Lamp 1', 'Lamp 3'].filter((name) => name !== removed.label);
    assert.deepEqual(await favouritesOf(page), left);
    assert.deepEqual(pageErrors, []);
  });

  it('gives the rooms an address, a summary and All off, at every width', async () => {
    const { open, newLamps } = scene();
    const home = await newLamps();
    const { page, pageErrors } = await open('/home', home, { width: 390, height: 844 });
    await untilLive(page);
    await page.getByRole('link', { name: '3 lights on' }).waitFor();
    for (const [width, height] of [
      [320, 640],
      [390, 844],
      [844, 390],
      [820, 1180],
      [1440, 900],
      [2560, 1440],
    ] as const) {
      await page.setViewportSize({ width, height });
      await assertAccessible(page, `home, ${width} × ${height}`);
    }
    await page.getByRole('link', { name: '3 lights on' }).click();
    await page.getByRole('heading', { name: 'Lights that are on' }).waitFor();
    await assertAccessible(page, 'the lights');
    await page.goBack();
    await page.getByRole('heading', { name: 'Hall', level: 2 }).getByRole('link').click();
    await page.getByRole('heading', { name: 'Hall', level: 1 }).waitFor();
    await page.reload();
    await page.getByText('2 lights on').waitFor();
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      await assertAccessible(page, `a room, ${width} wide`);
    }
    await page.getByRole('button', { name: 'All off in Hall' }).click();
    await page.getByText('2 lights turned off.').waitFor();
    await page.getByText('Lights off').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('2 lights on').waitFor();
    assert.deepEqual(pageErrors, []);
  });
});
