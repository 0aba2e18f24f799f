import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { setUpMaker } from '../../support/maker-scene.ts';
import { newApplication } from '../../support/people.ts';
import { type PortalVisitor, visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { tabTo } from '../../support/try-it.ts';

type Viewport = { width?: number; colorScheme?: 'light' | 'dark' };

async function setUp(stage: Stage) {
  const maker = await setUpMaker(stage);
  const { platform } = maker;
  const browser = stage.use(await startBrowser());
  const developer = await visitPortal(platform, 'developer');
  const viewer = await visitPortal(platform, 'viewer');
  const open = async (path: string, viewport: Viewport = {}, visitor: PortalVisitor = developer) => {
    const opened = await browser.open({ ...viewport, enter: visitor.enter });
    await opened.page.goto(`${platform.url}/portal${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  return { ...maker, viewer, open, path: `/managers/${maker.manager.clientId}` };
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

onSqlite('the portal’s pages of managers', setUp, (scene) => {
  it('leads from the list to a manager with the keyboard', async () => {
    const { open, platform } = scene();
    await newApplication(platform, { type: 'manager', name: 'Attic bridge' });
    await using view = await open('/managers');
    const { page, pageErrors } = view;
    await page.getByRole('row', { name: /Attic bridge.*Adds devices itself/ }).waitFor();
    await page.getByRole('textbox', { name: 'Search managers' }).fill('acme');
    await page.getByText('1 found').waitFor();
    const link = page.getByRole('link', { name: 'Acme' });
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Acme' }).waitFor();
    await section(page, 'Webhooks').getByText('devices-list').waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('shows since when a webhook fails, and calls it again when it works', async () => {
    const { open, path, sdk } = scene();
    sdk.answer = (_path, response) => {
      response.statusCode = 500;
      response.end();
      return true;
    };
    await using view = await open(path);
    const { page, pageErrors } = view;
    await page.getByRole('button', { name: 'Call again: authorize' }).click();
    const dialog = page.getByRole('dialog', { name: 'Call authorize' });
    await dialog.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'Casa Azul' }).click();
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
    await dialog.getByText('The other side had an error').waitFor();
    await page.getByText('People cannot add devices of this manager now').waitFor();
    sdk.answer = undefined;
    await dialog.getByRole('button', { name: 'Call again' }).click();
    await dialog.getByText('Answered').waitFor();
    await page.getByText('People cannot add devices').waitFor({ state: 'detached' });
    await dialog.getByRole('button', { name: 'Close', exact: true }).first().click();
    const calls = section(page, 'Last calls');
    await calls.getByText('The other side had an error').waitFor();
    await calls.getByText('Status 200').first().waitFor();
    assert.deepEqual(pageErrors, []);
  });

  for (const { width, colorScheme } of viewports)
    it(`shows accessible pages of managers that fit at ${width} px in ${colorScheme} mode`, async () => {
      const { open, path } = scene();
      for (const address of ['/managers', path]) {
        await using view = await open(address, { width, colorScheme });
        const { page } = view;
        await page.getByText('Acme').first().waitFor();
        await page.waitForLoadState('networkidle');
        assert.deepEqual(await findBarriers(page), [], address);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(beyond) <= 0, `${address}: ${beyond} px beyond the edge`);
      }
    });
});
