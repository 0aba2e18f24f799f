import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, virtualDeviceControl, simulator } = pages.platform.server.features;
  const template = (await templates.list()).find(({ model }) => model === 'GL-C-008P');
  assert.ok(template);
  const { id: templateId } = template;

  /** Creates a hall with four virtual lamps, the first of which is on. The second may refuse writes. */
  async function newHall(faults: readonly 'refusing'[] = []) {
    const home = await pages.newHome();
    const hall = await home.newGroup('Hall');
    for (const number of [1, 2, 3, 4]) {
      const device = {
        userId: home.id,
        templateId,
        name: `Lamp ${number}`,
        seed: 7,
        faults: number === 2 ? [...faults] : [],
      };
      const { channel } = await virtualDevices.create(device);
      const tile = (await home.tiles()).find((each) => each.channel === channel.id);
      await home.send('PATCH', `tiles/${tile?.id}`, { groups: [hall.id] });
      const data = number === 1;
      await virtualDeviceControl.report({}, channel.id, { ...place, data }, false);
    }
    await simulator.tick();
    return home;
  }
  return { ...pages, newHall };
}

const place = { componentId: 'light-bulb', propertyId: 'status' };
const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const tileOf = (page: Page, name: string) => page.locator('article').filter({ hasText: name });

/** Groups all lamps of the hall by keyboard alone. */
async function groupByKeyboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Hall' }).press('Enter');
  await page.getByRole('button', { name: 'Show lamps as one tile' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Lamps of Hall as one tile' });
  await dialog.getByRole('textbox', { name: 'Name' }).pressSequentially('Ceiling');
  for (const number of [1, 2, 3, 4])
    await dialog.getByRole('checkbox', { name: `Lamp ${number}` }).press('Space');
  await assertAccessible(page, 'grouping lamps');
  const saved = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await saved;
}

onSqlite('groups of lamps in Home', setUp, (scene) => {
  it('shows the lamps of a room as one tile, which switches all and opens them', async () => {
    const { open, newHall } = scene();
    const home = await newHall();
    const { page, pageErrors } = await open('/home/arrange', home, { width: 390, height: 844 });
    await groupByKeyboard(page);
    await page.getByRole('button', { name: 'Favourite: Ceiling' }).press('Enter');
    await page.getByRole('link', { name: 'Done' }).click();
    await page.getByRole('list', { name: 'Favourites' }).getByText('1 of 4 on').waitFor();
    await assertAccessible(page, 'a home with a group of lamps');
    assert.equal(await page.locator('article').count(), 2, 'the favourite and the tile in its room');
    const well = page.getByRole('list', { name: 'Hall' }).getByRole('switch', { name: 'Ceiling' });
    await well.click();
    await tileOf(page, 'Ceiling').first().getByText('Off', { exact: true }).waitFor();
    await well.click();
    await tileOf(page, 'Ceiling').first().getByText(/^On/).waitFor();
    await page.getByRole('list', { name: 'Hall' }).getByRole('link', { name: 'Ceiling' }).click();
    await page.getByRole('heading', { name: 'Ceiling', level: 1 }).waitFor();
    const lamps = page.getByRole('list', { name: 'Its lamps' });
    assert.equal(await lamps.locator('article').count(), 4);
    await lamps.getByRole('switch', { name: 'Lamp 2' }).click();
    await page.getByText('3 of 4 on').waitFor();
    await assertAccessible(page, 'a group of lamps');
    assert.deepEqual(pageErrors, []);
  });

  it('says how many lamps refused, and drops those that are removed', async () => {
    const { open, newHall } = scene();
    const home = await newHall(['refusing']);
    const { page } = await open('/home/arrange', home);
    await untilLive(page);
    await groupByKeyboard(page);
    await page.getByRole('link', { name: 'Done' }).click();
    const well = page.getByRole('switch', { name: 'Ceiling' });
    await well.click();
    await tileOf(page, 'Ceiling').getByText('Off', { exact: true }).waitFor();
    await well.click();
    await tileOf(page, 'Ceiling').getByText('1 of 4 refused').waitFor();
    const last = (await home.tiles()).find(({ label }) => label === 'Lamp 4');
    const gone = await home.send('DELETE', `tiles/${last?.id}`);
    assert.ok(gone.ok, `${gone.status}`);
    await page.reload();
    await tileOf(page, 'Ceiling').getByText('2 of 3 on').waitFor();
    await page.getByRole('link', { name: 'Ceiling' }).click();
    assert.equal(await page.getByRole('list', { name: 'Its lamps' }).locator('article').count(), 3);
  });
});
