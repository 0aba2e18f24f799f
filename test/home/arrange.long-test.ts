import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { homeOf } from '../support/arranging-scene.ts';
import { viewports } from '../support/browser.ts';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

type Home = ReturnType<typeof homeOf>;

const MANY = 500;

const setUp = async (stage: Stage) => {
  const pages = await setUpHomePages(stage);
  await pages.platform.server.features.templates.import([panelTemplate], { areTrusted: false });
  return {
    ...pages,
    /** Creates a home: Lamp, Fan, Radio; an area Kitchen with Oven and with an empty group Shelf. */
    async newHomeWithDevices() {
      const home = await pages.newHome();
      for (const name of ['Lamp', 'Fan', 'Radio']) await home.newPanel(name);
      const kitchen = await home.newGroup('Kitchen');
      await home.newGroup('Shelf', kitchen.id);
      const oven = await home.newPanel('Oven');
      await home.send('PATCH', `tiles/${oven.id}`, { groups: [kitchen.id] });
      return home;
    },
  };
};

/** Returns areas and groups with their devices as the platform stores them: `Kitchen: Oven, Lamp`. */
async function arrangementOf(home: Home): Promise<string[]> {
  const [groups, tiles] = await Promise.all([home.groups('?include=unsorted'), home.tiles()]);
  return groups.map(({ id, label }) => {
    const inside = tiles.filter((tile) => tile.groups[0] === id).map((tile) => tile.label.split(' ')[0]);
    return `${label}: ${inside.join(', ')}`;
  });
}

/** Returns the same lines as the page shows them. */
const shownOn = (page: Page): Promise<string[]> =>
  page.locator('main ul > li').evaluateAll((rows) => {
    const lines: { label: string; names: string[] }[] = [];
    for (const row of rows) {
      const heading = row.querySelector('h2, h3');
      const name = row.querySelector('span')?.textContent?.split(' ')[0] ?? '';
      if (heading) lines.push({ label: heading.textContent ?? '', names: [] });
      else lines.at(-1)?.names.push(name);
    }
    return lines.map(({ label, names }) => `${label}: ${names.join(', ')}`);
  });

const handle = (page: Page, name: string): Locator =>
  page.getByRole('button', { name: new RegExp(`^Drag ${name}`) });

/** Resolves when a move has been saved. */
const saved = (page: Page): Promise<unknown> =>
  page.waitForResponse((response) => response.request().method() === 'PATCH' && response.ok());

/**
 * Picks a device up by Space. The sensor of the page listens to further keys one task after it has
 * announced the pick-up, so a key that arrives within the same milliseconds would be lost.
 */
async function pickUp(page: Page, name: string, announced: RegExp): Promise<void> {
  await handle(page, name).focus();
  await page.keyboard.press('Space');
  await page.locator('[id^=DndLiveRegion]').getByText(announced).waitFor();
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
}

/** Drops only after the page has announced `place`, because it follows the pointer with a delay. */
async function drag(page: Page, from: Locator, to: Locator, place: string): Promise<void> {
  const start = await from.boundingBox();
  const end = await to.boundingBox();
  if (!start || !end) throw new Error('There is nothing to drag, or nowhere to.');
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2 + 10);
  await page.mouse.move(end.x + 20, end.y + end.height / 2, { steps: 12 });
  await page.locator('[id^=DndLiveRegion]').getByText(place).waitFor();
  await page.mouse.up();
}

onSqlite('arranging a home', setUp, (scene) => {
  it('moves a device into another area by dragging and saves it', async () => {
    const { open, newHomeWithDevices } = scene();
    const home = await newHomeWithDevices();
    const { page, pageErrors } = await open('/home/arrange', home);
    await handle(page, 'Lamp').waitFor();
    const done = saved(page);
    await drag(page, handle(page, 'Lamp'), handle(page, 'Oven'), 'Kitchen, place 2.');
    await done;
    const wanted = ['My devices: Fan, Radio', 'Kitchen: Oven, Lamp', 'Shelf: '];
    assert.deepEqual(await shownOn(page), wanted);
    assert.deepEqual(await arrangementOf(home), wanted);
    await page.reload();
    await handle(page, 'Lamp').waitFor();
    assert.deepEqual(await shownOn(page), wanted);
    assert.deepEqual(pageErrors, []);
  });

  it('moves a device by the keyboard alone and announces each step', async () => {
    const { open, newHomeWithDevices } = scene();
    const home = await newHomeWithDevices();
    const { page, pageErrors } = await open('/home/arrange', home);
    const spoken = page.locator('[id^=DndLiveRegion]');
    await pickUp(page, 'Fan', /^Fan .* is picked up\. My devices, place 2\.$/);
    await page.keyboard.press('ArrowDown');
    await spoken.getByText('My devices, place 3.').waitFor();
    await page.keyboard.press('ArrowDown');
    await spoken.getByText('Kitchen, place 1.').waitFor();
    const done = saved(page);
    await page.keyboard.press('Space');
    await done;
    const wanted = ['My devices: Lamp, Radio', 'Kitchen: Fan, Oven', 'Shelf: '];
    assert.deepEqual(await arrangementOf(home), wanted);
    assert.deepEqual(await shownOn(page), wanted);

    await pickUp(page, 'Radio', /^Radio .* is picked up/);
    await page.keyboard.press('ArrowUp');
    await spoken.getByText('My devices, place 1.').waitFor();
    await page.keyboard.press('Escape');
    await spoken.getByText(/^Radio .* is back where it was\.$/).waitFor();
    assert.deepEqual(await shownOn(page), wanted);
    assert.deepEqual(pageErrors, []);
  });

  it(`moves a device by keyboard in a home with ${MANY} devices`, async () => {
    const { open, newHome, platform } = scene();
    const home = await newHome();
    const { homes } = platform.server.features;
    for (let index = 0; index < MANY; index += 1)
      await homes.addDevice({ userId: home.id, templateId: panelTemplate.id, name: `Panel${index}` });
    await home.newGroup('Kitchen');
    const { page, pageErrors } = await open('/home/arrange', home);
    await handle(page, 'Panel3 ').waitFor();
    assert.equal(await page.getByRole('button', { name: /^Drag / }).count(), MANY);
    await pickUp(page, 'Panel3 ', /is picked up/);
    const spoken = page.locator('[id^=DndLiveRegion]');
    for (let place = 5; place <= 14; place += 1) {
      await page.keyboard.press('ArrowDown');
      await spoken.getByText(`My devices, place ${place}.`).waitFor();
    }
    const done = saved(page);
    await page.keyboard.press('Space');
    await done;
    assert.equal((await home.labels())[13], 'Panel3');
    assert.deepEqual(pageErrors, []);
  });

  for (const viewport of viewports) {
    it(`has no accessibility problems while arranging a home at ${viewport.width} px in ${viewport.colorScheme}`, async () => {
      const { open, newHomeWithDevices } = scene();
      const { page, pageErrors } = await open('/home/arrange', await newHomeWithDevices(), viewport);
      await handle(page, 'Lamp').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await assertAccessible(page, 'arrange');
      await page.getByRole('button', { name: /^Move Lamp/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Down' }).waitFor();
      await assertAccessible(page, 'places');
      await page.keyboard.press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Change Kitchen' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Move up' }).waitFor();
      await assertAccessible(page, 'changes');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await dialog.getByRole('button', { name: 'Cancel' }).waitFor();
      await assertAccessible(page, 'delete');
      for (const target of await dialog.getByRole('button').all())
        assert.ok(((await target.boundingBox())?.height ?? 0) >= 24);
      assert.deepEqual(pageErrors, []);
    });
  }
});
