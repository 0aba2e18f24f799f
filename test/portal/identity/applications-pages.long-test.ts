import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { type Application, newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp({ start, use }: Stage) {
  const platform = await start();
  const browser = use(await startBrowser());
  const [developer, viewer] = [
    await visitPortal(platform, 'developer'),
    await visitPortal(platform, 'viewer'),
  ];
  const pageErrors: string[] = [];
  const open = async (path: string, options: { width?: number; colorScheme?: 'light' | 'dark' } = {}) => {
    const opened = await browser.open({ ...options, enter: developer.enter });
    await opened.page.goto(`${platform.url}/portal${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  const get = ({ clientId }: Application) => platform.server.features.applications.get(clientId);
  return { platform, browser, developer, viewer, pageErrors, open, get };
}

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
const press = (page: Page, name: string) => page.getByRole('button', { name }).click();

onSqlite('the portal’s application pages', setUp, (scene) => {
  it('assigns a template to a manager, so that its example code can run', async () => {
    const { platform, open, get } = scene();
    const manager = await newApplication(platform, { name: 'Acme', type: 'manager' });
    await using view = await open(`/applications/${manager.clientId}`);
    const { page, pageErrors } = view;
    const note = page.getByText('assign that template under Templates first');
    await note.waitFor();
    await page.getByText('No templates are assigned').waitFor();
    const choice = page.getByRole('combobox', { name: 'Template' });
    await choice.fill('9290022166');
    await page.getByRole('option', { name: /9290022166/ }).click();
    await press(page, 'Assign');
    await page.getByText('The template was assigned.').waitFor();
    await page.getByRole('button', { name: /^Release / }).waitFor();
    assert.equal((await platform.server.features.makers.templatesOf((await get(manager)).id)).length, 1);
    assert.deepEqual(pageErrors, []);
  });

  it('asks before unsaved changes are lost, in the portal and in the browser', async () => {
    const { platform, open, get } = scene();
    const application = await newApplication(platform, { name: 'Casa' });
    await using view = await open(`/applications/${application.clientId}`);
    const { page, pageErrors } = view;
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' });
    const leave = () => page.getByRole('link', { name: 'Users', exact: true }).first().click();
    await field(page, 'Name').fill('Casa Verde');
    await leave();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.equal(await field(page, 'Name').inputValue(), 'Casa Verde');
    const requested = page.waitForEvent('dialog');
    const closed = page.close({ runBeforeUnload: true });
    const question = await requested;
    assert.equal(question.type(), 'beforeunload');
    await question.dismiss();
    await closed;
    await press(page, 'Save');
    await page.getByText('Saved.').waitFor();
    assert.equal((await get(application)).name, 'Casa Verde');
    await leave();
    await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();

    for (const [path, input] of [
      ['/applications/new', field(page, 'Name')],
      ['/account', field(page, 'Name')],
      ['/account', page.getByLabel('New password', { exact: true })],
    ] as const) {
      await page.goto(`${platform.url}/portal${path}`);
      await input.fill('Something else');
      await leave();
      await dialog.getByRole('button', { name: 'Leave' }).click();
      await page.getByRole('heading', { level: 1, name: 'Users' }).waitFor();
    }
    assert.deepEqual(pageErrors, []);
  });

  it('links a distributor and unlinks it from either side', async () => {
    const { platform, open } = scene();
    const mobile = await newApplication(platform, { name: 'Casa Rosa' });
    const distributor = await newApplication(platform, { name: 'Boa', type: 'distributor' });
    const { worksFor } = platform.server.features.applications;
    await using view = await open(`/applications/${distributor.clientId}`);
    const { page, pageErrors } = view;
    await page.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: /^Casa Rosa/ }).click();
    await press(page, 'Link');
    await page.getByRole('button', { name: 'End the link with Casa Rosa' }).waitFor();
    assert.ok(await worksFor(distributor.clientId, mobile.clientId));
    await page.getByRole('link', { name: 'Casa Rosa' }).click();
    await press(page, 'End the link with Boa');
    await page.getByText('It has no distributors.').waitFor();
    assert.ok(!(await worksFor(distributor.clientId, mobile.clientId)));
    assert.deepEqual(pageErrors, []);
  });

  it('disables, enables and deletes an application after listing the consequences', async () => {
    const { platform, open, get } = scene();
    const application = await newApplication(platform, { name: 'Casa Velha' });
    await newPerson(platform, application);
    await using view = await open(`/applications/${application.clientId}`);
    const { page, pageErrors } = view;
    await press(page, 'Disable…');
    await page.getByText('1 user can no longer sign in.').waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('button', { name: 'Enable' }).waitFor();
    assert.equal((await get(application)).state, 'disabled');
    await press(page, 'Enable');
    await page.getByRole('button', { name: 'Disable…' }).waitFor();
    assert.equal((await get(application)).state, 'enabled');

    await press(page, 'Delete…');
    await page.getByText('1 user, with preferences, places and pictures, is deleted.').waitFor();
    const meant = page.getByRole('dialog').getByRole('button', { name: 'Delete' });
    assert.ok(await meant.isDisabled());
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const button = page.getByRole('button', { name: 'Delete…' });
    await button.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    // The dialog takes the focus a moment after it appears.
    await page.getByRole('dialog').locator(':focus').waitFor();
    const typed = field(page, 'Type Casa Velha to delete it');
    await typed.fill('Casa Velha');
    await typed.press('Enter');
    await page.getByText('Casa Velha is deleted.').waitFor();
    await page.getByRole('heading', { name: 'Applications' }).waitFor();
    await assert.rejects(get(application));
    assert.equal(await page.getByRole('link', { name: 'Casa Velha' }).count(), 0);
    assert.deepEqual(pageErrors, []);
  });

  it('has no accessibility problems in the application pages on phone and desktop, in light and dark', async () => {
    const { platform, open } = scene();
    const long = 'A name that somebody gave without thinking of phones and other narrow things '.repeat(2);
    const ids: string[] = [];
    for (const type of ['mobile', 'distributor', 'manager'] as const)
      ids.push((await newApplication(platform, { type, name: long.trim() })).clientId);
    for (const path of ['/', '/applications', '/applications/new', ...ids.map((id) => `/applications/${id}`)])
      for (const { width, colorScheme } of viewports) {
        await using view = await open(path, { width, colorScheme });
        const { page, pageErrors } = view;
        await page.locator('.mantine-Loader-root').first().waitFor({ state: 'detached' });
        const where = `${path} ${width} ${colorScheme}`;
        assert.deepEqual(await findBarriers(page), [], where);
        const beyond = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(beyond) <= 0, `${where}: ${beyond} pixels wider than the window`);
        assert.deepEqual(pageErrors, [], where);
      }
  });
});
