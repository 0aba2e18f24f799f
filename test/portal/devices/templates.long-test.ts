import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tile } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { findBarriers, type OpenOptions, startBrowser, viewports } from '../../support/browser.ts';
import { readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { tabTo } from '../../support/try-it.ts';
import { create, newLamp, read, setUpTemplates } from './templates-scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const scene = await setUpTemplates(stage);
  const open = async (path: string, options: OpenOptions = {}) => {
    const opened = await browser.open({ width: 1440, ...options, enter: scene.developer.enter });
    await opened.page.goto(`${scene.platform.url}/portal/templates${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  /** Stores a lamp and opens the editor with it. */
  const openLamp = async (options: OpenOptions = {}) => {
    const lamp = newLamp();
    assert.equal((await create(scene.developer, lamp)).status, 201);
    return { lamp, ...(await open(`/${lamp.id}`, options)) };
  };
  return { ...scene, open, openLamp };
}

const tab = (page: Page, name: string) => page.getByRole('tab', { name });
const part = (page: Page, name: string) => page.getByRole('button', { name, expanded: false });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const preview = (page: Page) => page.getByRole('region', { name: 'Preview' });

onSqlite('the portal’s template pages', setUp, (scene) => {
  it("shows a change in the preview at once, and on users' tiles after a move", async () => {
    const { platform, ana, openLamp } = scene();
    await using view = await openLamp();
    const { page, pageErrors, lamp } = view;
    const { channel } = await platform.server.features.homes.addDevice({
      userId: ana.id,
      templateId: lamp.id,
    });
    await tab(page, 'Tiles').click();
    await part(page, 'Sensor').click();
    await part(page, 'temperature').click();
    await field(page, 'Drawn').selectOption('Expression in x');
    await field(page, 'Expression in x').fill('x * 0 + 7');
    await field(page, 'Suffix').fill(' sevens');
    await preview(page).getByText('7 sevens').waitFor();
    await button(page, 'Save as version 2').click();
    await page.getByText('Saved as version 2').waitFor();

    const drawn = async () => {
      const { tiles } = await readJson<{ tiles: Tile[] }>(
        await platform.request('/v3/legacy/users/me/tiles', { token: ana.token }),
      );
      return tiles.filter((tile) => tile.channel === channel.id)[1]?.information[0]?.type;
    };
    assert.equal(await drawn(), 'text-unit');
    await tab(page, 'Versions').click();
    await page.getByText('1 device still uses it').waitFor();
    await button(page, 'Move devices to version 2').click();
    await page.getByText('Nothing is lost').waitFor();
    await button(page, 'Move 1 device').click();
    await page.getByText('1 device moved to version 2').waitFor();
    assert.equal(await drawn(), 'text-expression');
    assert.deepEqual(pageErrors, []);
  });

  it("sets the preview's values in either system of units", async () => {
    await using view = await scene().openLamp();
    const { page, pageErrors } = view;
    const line = preview(page).locator('[data-line]').filter({ hasText: '°' }).first();
    await line.waitFor();
    const before = await line.textContent();
    const slider = preview(page).getByRole('slider', { name: 'temperature' });
    await slider.focus();
    await page.keyboard.press('End');
    await preview(page).getByText('60').first().waitFor();
    assert.doesNotMatch(String(before), /60°/);
    await preview(page).getByText('Imperial').click();
    await preview(page).getByText('140').waitFor();
    const light = preview(page).getByRole('switch', { name: 'Garden lamp · Lamp' });
    assert.equal(await light.getAttribute('aria-checked'), 'true');
    await light.click();
    assert.equal(await light.getAttribute('aria-checked'), 'false');
    assert.deepEqual(pageErrors, []);
  });

  it('edits a property with the keyboard alone', async () => {
    const { openLamp, developer } = scene();
    await using view = await openLamp();
    const { page, pageErrors, lamp } = view;
    await tabTo(page, tab(page, 'Device'));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    await tabTo(page, part(page, 'temperature'));
    await page.keyboard.press('Enter');
    await tabTo(page, field(page, 'Label').first());
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('Warmth');
    await tabTo(page, field(page, 'Id').first());
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('warmth');
    await tabTo(page, field(page, 'Writes per minute'));
    await page.keyboard.type('3');
    await preview(page).getByText('Warmth').first().waitFor();
    await button(page, 'Save as version 2').and(page.locator(':enabled')).waitFor();
    await tabTo(page, button(page, 'Save as version 2'));
    await page.keyboard.press('Enter');
    await page.getByText('Saved as version 2').waitFor();
    const { template } = await read(developer, lamp.id);
    const property = template.properties[2];
    assert.deepEqual([property?.id, property?.label, property?.rateLimit], ['warmth', 'Warmth', 3]);
    assert.equal(template.tiles[1]?.information[0]?.property, 'warmth', 'tiles follow the new name');
    assert.deepEqual(pageErrors, []);
  });

  for (const { width, colorScheme } of viewports) {
    it(`has no accessibility problems in the template pages at ${width} px in ${colorScheme}`, async () => {
      const { open, openLamp } = scene();
      await using list = await open('', { width, colorScheme });
      await list.page.getByText('templates of').waitFor();
      assert.deepEqual(await findBarriers(list.page), []);
      await using view = await openLamp({ width, colorScheme });
      const { page, pageErrors } = view;
      for (const [name, inner] of [
        ['Device', undefined],
        ['Components', 'Lamp'],
        ['Properties', 'status'],
        ['Tiles', 'Sensor'],
        ['JSON', undefined],
        ['Versions', undefined],
      ] as const) {
        await tab(page, name).click();
        if (inner !== undefined) await part(page, inner).first().click();
        assert.deepEqual(await findBarriers(page), [], name);
      }
      const isWider = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
      assert.equal(isWider, false, 'nothing is wider than the page');
      assert.deepEqual([...pageErrors, ...list.pageErrors], []);
    });
  }
});
