import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { templates, virtualDevices } = pages.platform.server.features;
  const [template] = (await templates.list()).filter(({ model }) => model === 'GL-C-008P');
  assert.ok(template);
  const home = await pages.newHome();
  const device = { userId: home.id, templateId: template.id, name: 'Lamp', seed: 7, faults: [] };
  await virtualDevices.create(device);

  /** Opens the page of a lamp from its tile. Returns how many view transitions the browser was asked for. */
  async function openLamp(
    reducedMotion: 'reduce' | 'no-preference',
  ): Promise<{ page: Page; requested: number }> {
    const { page, pageErrors } = await pages.open('/home/preferences', home, { width: 390, height: 844 });
    await page.emulateMedia({ reducedMotion });
    await page.evaluate(`
      const start = document.startViewTransition.bind(document);
      globalThis.requested = 0;
      document.startViewTransition = (change) => (globalThis.requested += 1, start(change));
    `);
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('link', { name: 'Lamp' }).first().click();
    await page.getByRole('heading', { name: 'Lamp', level: 1 }).waitFor();
    assert.deepEqual(pageErrors, []);
    return { page, requested: Number(await page.evaluate('globalThis.requested')) };
  }
  return openLamp;
}

onSqlite('motion in Home', setUp, (scene) => {
  it('animates the way from a tile to the page of its device', async () => {
    const { requested } = await scene()('no-preference');
    assert.equal(requested, 1);
  });

  it('shows no animations to people who want less motion', async () => {
    const { page, requested } = await scene()('reduce');
    assert.equal(requested, 0);
    await page.goBack();
    await page.locator('article').first().waitFor();
    const moving = await page.evaluate(`
      [...document.querySelectorAll('article, article *')].filter((each) =>
        getComputedStyle(each).transitionDuration.split(',').some((time) => parseFloat(time) > 0),
      ).length
    `);
    assert.equal(moving, 0);
  });
});
