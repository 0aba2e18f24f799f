import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { RECORD_ANNOUNCEMENTS, wasAnnounced } from './announcements.ts';

const at = { componentId: 'light-bulb', propertyId: 'status' };

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices, virtualDeviceControl, simulator } = pages.platform.server.features;
  const template = (await templates.list()).find(({ model }) => model === 'GL-C-008P');
  assert.ok(template);
  const { id: templateId } = template;

  /** Creates a hall with virtual lamps that are on; the last may never answer. Returns their channels by name. */
  async function newHall(faults: readonly 'silent'[] = []) {
    const home = await pages.newHome();
    const hall = await home.newGroup('Hall');
    const lamps = new Map<string, string>();
    for (const name of ['Ceiling', 'Mirror', 'Stairs']) {
      const own = name === 'Stairs' ? [...faults] : [];
      const device = { userId: home.id, templateId, name, seed: 7, faults: own };
      const { channel } = await virtualDevices.create(device);
      const tile = (await home.tiles()).find((each) => each.channel === channel.id);
      await home.send('PATCH', `tiles/${tile?.id}`, { groups: [hall.id] });
      // The value is held where the lamp is silent, since its own report would settle the write.
      await virtualDeviceControl.report({}, channel.id, { ...at, data: true }, own.length > 0);
      lamps.set(name, channel.id);
    }
    await simulator.tick();
    const turn = async (name: string, data: boolean) => {
      await virtualDeviceControl.report({}, lamps.get(name) ?? '', { ...at, data }, false);
    };
    return { home, lamps, turn };
  }
  return { ...pages, newHall };
}

const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const tileOf = (page: Page, name: string) => page.locator('article').filter({ hasText: name });
const chipsOf = (page: Page) => page.getByRole('list', { name: 'Scenes' });

/** Returns where the tiles are. */
const placesOf = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('main article')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [each.textContent.slice(0, 6), x, y, width, height];
  })`);

/** Creates a scene of all lamps of the hall, as they are, by keyboard alone. */
async function createByKeyboard(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New scene' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'New scene' });
  await dialog.getByRole('checkbox', { name: 'Hall' }).press('Space');
  await assertAccessible(page, 'choosing the devices of a scene');
  await dialog.getByRole('button', { name: 'Continue' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'Name' }).pressSequentially(name);
  await dialog.getByRole('radio', { name: 'Play' }).press('ArrowRight');
  await assertAccessible(page, 'naming a scene');
  await dialog.getByRole('button', { name: 'Save' }).press('Enter');
  await page.getByRole('button', { name: `Play ${name}` }).waitFor();
  await dialog.waitFor({ state: 'hidden' });
}

onSqlite('scenes in Home', setUp, (scene) => {
  it('creates a scene of what devices do now, and plays it from the first page', async () => {
    const { open, newHall } = scene();
    const { home, turn } = await newHall();
    const { page, pageErrors } = await open('/home', home, { width: 390, height: 844 });
    await page.getByRole('link', { name: 'Scenes' }).click();
    await page.getByText('No scenes yet').waitFor();
    await assertAccessible(page, 'no scenes');
    await createByKeyboard(page, 'All lit');
    await page.getByText('Ceiling, Mirror, and Stairs').waitFor();
    await assertAccessible(page, 'scenes');
    await page.getByRole('link', { name: 'Done' }).click();
    await untilLive(page);
    for (const name of ['Ceiling', 'Mirror']) await turn(name, false);
    await tileOf(page, 'Mirror').getByText('Off', { exact: true }).waitFor();
    await page.evaluate(RECORD_ANNOUNCEMENTS);
    await chipsOf(page).getByRole('button', { name: 'Play All lit' }).click();
    await tileOf(page, 'Mirror').getByText(/^On/).waitFor();
    await wasAnnounced(page, 'All lit: Done on 3 devices.');
    await assertAccessible(page, 'a home with scenes');
    assert.deepEqual(pageErrors, []);
  });

  it('changes, sorts and deletes scenes', async () => {
    const { open, newHall } = scene();
    const { home } = await newHall();
    const { page, pageErrors } = await open('/home/scenes', home);
    for (const name of ['One', 'Two', 'Three']) await createByKeyboard(page, name);
    const rows = page.getByRole('button', { name: /^Play / });
    const names = () => rows.evaluateAll((all) => all.map((each) => each.ariaLabel));
    assert.deepEqual(await names(), ['Play One', 'Play Two', 'Play Three']);

    const sorted = page.waitForResponse((response) => response.url().endsWith('/scenes/reorder'));
    await page.getByRole('button', { name: 'Drag scene Three' }).press('Space');
    await page.getByText('Three is picked up. Scenes, place 3.').waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByText('Scenes, place 2.').waitFor();
    await page.keyboard.press('Space');
    assert.equal((await sorted).status(), 200);
    assert.deepEqual(await names(), ['Play One', 'Play Three', 'Play Two']);

    await page.getByRole('button', { name: 'Change Three' }).click();
    const change = page.getByRole('dialog', { name: 'Change Three' });
    await change.getByRole('textbox', { name: 'Name' }).fill('Late');
    await change.getByRole('button', { name: 'Remove Stairs' }).click();
    await assertAccessible(page, 'changing a scene');
    await change.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Ceiling and Mirror', { exact: true }).waitFor();

    await page.getByRole('button', { name: 'Change Two' }).click();
    await page.getByRole('button', { name: 'Delete scene' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Two?' });
    await question.waitFor();
    await assertAccessible(page, 'deleting a scene');
    await question.getByRole('button', { name: 'Delete' }).click();
    await rows.nth(2).waitFor({ state: 'detached' });
    await page.reload();
    await rows.nth(1).waitFor();
    assert.deepEqual(await names(), ['Play One', 'Play Late']);
    assert.deepEqual(pageErrors, []);
  });

  for (const width of [320, 1440, 2560])
    it(`keeps the tiles in their places while scenes are loaded and played, ${width} px wide`, async () => {
      const { open, newHall } = scene();
      const { home } = await newHall();
      const { page } = await open('/home/scenes', home, { width, height: 900 });
      await createByKeyboard(page, 'All lit');
      await assertAccessible(page, `scenes, ${width} px wide`);
      // The scenes' own script waits, as on a slow line.
      const held = Promise.withResolvers<void>();
      await page.route(/\/scene-chips-.*\.js$/, async (route) => {
        await held.promise;
        await route.continue();
      });
      await page.goto(new URL('/home', page.url()).href);
      await tileOf(page, 'Mirror').getByText(/^On/).waitFor();
      const before = await placesOf(page);
      held.resolve();
      const chip = chipsOf(page).getByRole('button', { name: 'Play All lit' });
      await chip.waitFor();
      assert.deepEqual(await placesOf(page), before);
      await assertAccessible(page, `chips, ${width} px wide`);
      await untilLive(page);
      await chip.click();
      await page.getByText('All lit: Done on 3 devices.').waitFor();
      assert.deepEqual(await placesOf(page), before);
    });
});
