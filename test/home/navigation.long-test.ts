import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { type HomePages, setUpHomePages } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const LAMPS = 60;

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { homes } = pages.platform.server.features;

  /** Creates a home with so many lamps in one area that they fill several screens of a phone. */
  async function newLongHome(): Promise<Awaited<ReturnType<HomePages['newHome']>>> {
    const home = await pages.newHome();
    const area = await home.newGroup('Hall');
    for (let index = 1; index <= LAMPS; index += 1) {
      const name = `Lamp ${String(index).padStart(2, '0')}`;
      await homes.addDevice({ userId: home.id, templateId: LAMP, name, groupId: area.id });
    }
    return home;
  }
  return { ...pages, newLongHome };
}

const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)');
const topOf = (page: Page, name: string) =>
  page.getByRole('link', { name }).evaluate((link) => Math.round(link.getBoundingClientRect().top));
const headingOf = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const focused = (page: Page, name: string) =>
  page.getByRole('link', { name }).and(page.locator(':focus')).waitFor();

onSqlite('moving between the pages of Home', setUp, (scene) => {
  it("restores the scroll position and the focus, by the browser's button and by the arrow", async () => {
    const { open, newLongHome } = scene();
    const { page, pageErrors } = await open('/home', await newLongHome(), { width: 390, height: 844 });
    await untilLive(page);
    await page.getByRole('link', { name: 'Lamp 60' }).waitFor();
    for (const leave of [
      () => page.goBack(),
      () => page.getByRole('link', { name: 'Back to home' }).click(),
    ]) {
      await page.getByRole('link', { name: 'Lamp 40' }).scrollIntoViewIfNeeded();
      await page.evaluate('scrollTo(0, 1100)');
      const visible = await page.locator('main article a').evaluateAll((links) => {
        const inSight = links.find((link) => link.getBoundingClientRect().top > 100);
        return inSight?.textContent ?? '';
      });
      const top = await topOf(page, visible);
      await page.getByRole('link', { name: visible }).click();
      await headingOf(page, visible).waitFor();
      assert.equal(await scrolled(page), 0);
      await leave();
      await headingOf(page, 'Home').waitFor();
      await focused(page, visible);
      const moved = (await topOf(page, visible)) - top;
      assert.ok(Math.abs(moved) < 16, `the tile is ${moved} px away from where it was`);
    }
    assert.deepEqual(pageErrors, []);
  });

  it('restores the search when the arrow leads back', async () => {
    const { open, newLongHome } = scene();
    const { page } = await open('/home?find=lamp%205', await newLongHome());
    await untilLive(page);
    const found = page.getByText('15 devices', { exact: true });
    await found.waitFor();
    await page.getByRole('link', { name: 'Lamp 55' }).click();
    await headingOf(page, 'Lamp 55').waitFor();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await found.waitFor();
    assert.equal(await page.getByRole('searchbox').inputValue(), 'lamp 5');
    // This also works after another page in between, from which the browser cannot simply go back.
    await page.getByRole('link', { name: 'Lamp 55' }).click();
    await headingOf(page, 'Lamp 55').waitFor();
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await headingOf(page, 'Add a device').waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'Back to home' }).click();
    await found.waitFor();
  });

  it('moves the focus to the heading of a new page and names the page in the title', async () => {
    const { open, newLongHome } = scene();
    const { page, pageErrors } = await open('/home', await newLongHome());
    await untilLive(page);
    const arrivedAt = async (heading: string, title: string) => {
      await headingOf(page, heading).and(page.locator(':focus')).waitFor();
      assert.equal(await page.title(), `${title} – Azulejo`);
    };
    assert.equal(await page.title(), 'Home – Azulejo');
    await page.getByRole('link', { name: 'Lamp 01' }).press('Enter');
    await arrivedAt('Lamp 01', 'Lamp 01');
    const nav = page.getByRole('navigation', { name: 'Pages' });
    await nav.getByRole('link', { name: 'Add' }).press('Enter');
    await arrivedAt('Add a device', 'Add a device');
    await page.getByRole('link', { name: /Try a virtual device/ }).press('Enter');
    await arrivedAt('Try a virtual device', 'Try a virtual device');
    await page.getByRole('link', { name: /Innr Smart plug/ }).press('Enter');
    await arrivedAt('Innr Smart plug', 'Add a device');
    await nav.getByRole('link', { name: 'You' }).press('Enter');
    await arrivedAt('Preferences', 'Preferences');
    await nav.getByRole('link', { name: 'Home' }).press('Enter');
    await arrivedAt('Home', 'Home');
    // The search field belongs to the page that has the focus already.
    await page.keyboard.press('/');
    await page.keyboard.type('lamp 07');
    await page.getByText('1 device', { exact: true }).waitFor();
    await page.getByRole('searchbox').and(page.locator(':focus')).waitFor();
    assert.deepEqual(pageErrors, []);
  });
});
