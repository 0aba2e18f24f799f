import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { setUpDemoHome } from '../../support/demo-home.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const home = await setUpDemoHome(stage);
  const { platform } = home;
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const visitor = await visitPortal(platform, 'developer');
  const open = async (path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) => {
    const opened = await browser.open({ ...options, enter: visitor.enter });
    await opened.page.goto(`${platform.url}/portal${path}`);
    return opened;
  };
  return { ...home, application, browser, open };
}

/** Returns whether nothing is wider than the page. */
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

onSqlite('the portal’s user pages', setUp, (scene) => {
  it('finds a user by the beginning of a name and opens the user by the keyboard', async () => {
    const { platform, application, open } = scene();
    const person = await newPerson(platform, application, 'Zulmira Paz');
    const { page, pageErrors } = await open('/users');
    await page.getByRole('link', { name: 'Ana Marques' }).waitFor();
    await page.getByRole('textbox', { name: 'Search users' }).fill('zulm');
    await page.getByRole('link', { name: 'Ana Marques' }).waitFor({ state: 'detached' });
    await page.getByRole('link', { name: 'Zulmira Paz' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Zulmira Paz' }).waitFor();
    assert.match(page.url(), new RegExp(`/portal/users/${person.id}$`));
    await page.goto(`${platform.url}/portal/users?application=${application.clientId}`);
    await page.getByRole('link', { name: 'Zulmira Paz' }).waitFor();
    assert.equal(await page.getByRole('link', { name: 'Ana Marques' }).count(), 0);
    assert.deepEqual(pageErrors, []);
  });

  it('shows the home only on request, as the user sees it', async () => {
    const { userId, open, tiles, platform } = scene();
    const { db } = platform.server;
    const auditedViews = () =>
      db.read.selectFrom('audit').select('id').where('action', '=', 'user.home').execute();
    for (const viewport of viewports) {
      const before = (await auditedViews()).length;
      const { page, pageErrors } = await open(`/users/${userId}`, viewport);
      const show = page.getByRole('button', { name: 'Show the home' });
      await show.waitFor();
      assert.equal((await auditedViews()).length, before);
      await show.click();
      for (const { label } of (await tiles()).slice(0, 5))
        await page.getByRole('article').getByText(label, { exact: true }).first().waitFor();
      await page
        .getByRole('link', { name: /^Messages of / })
        .first()
        .waitFor();
      assert.equal((await auditedViews()).length, before + 1);
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await fits(page), true);
      assert.deepEqual(pageErrors, []);
    }
  });
});
