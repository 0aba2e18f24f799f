import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { clientToken, newApplication } from '../../support/people.ts';
import { type PortalVisitor, visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { tabTo } from '../../support/try-it.ts';
import { postJson } from '../../support/wire.ts';

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

  it('lists the devices of a user of the application again, before and after the sign-in', async () => {
    const { open, path, ana, signIn, sdk } = scene();
    await using view = await open(path);
    const { page, pageErrors } = view;
    await page.getByRole('button', { name: 'Call again: devices_list' }).click();
    const dialog = page.getByRole('dialog', { name: 'Call devices_list' });
    await dialog.getByRole('combobox', { name: 'Application' }).click();
    await page.getByRole('option', { name: 'Casa Azul' }).click();
    await dialog.getByRole('combobox', { name: 'User' }).fill(ana.email);
    await page.getByRole('option', { name: ana.email }).click();
    await dialog.getByRole('button', { name: 'Call', exact: true }).click();
    await dialog.getByText('This person has not signed in at the maker').waitFor();
    assert.equal((await signIn(ana)).status, 303);
    sdk.calls.length = 0;
    await dialog.getByRole('button', { name: 'Call again' }).click();
    await dialog.getByText('Answered').waitFor();
    assert.deepEqual(
      sdk.calls.map((call) => [call.path, call.headers['x-owner-id']]),
      [['/v3/devices-list', ana.id]],
    );
    assert.deepEqual(pageErrors, []);
  });

  it('changes the account of an application, and never shows its secret', async () => {
    const { open, path, platform, manager, application, cloud } = scene();
    const { makerAccounts } = platform.server.features;
    const stored = () => makerAccounts.open(manager.clientId, application.clientId);
    const before = await stored();
    await using view = await open(path);
    const { page, pageErrors } = view;
    await page.getByRole('button', { name: 'Edit the account of Casa Azul' }).click();
    const dialog = page.getByRole('dialog');
    assert.equal(await dialog.getByLabel('Client secret', { exact: true }).inputValue(), '');
    await dialog.getByRole('textbox', { name: 'Client ID' }).fill('casa-azul-8');
    await dialog.getByRole('textbox', { name: 'Origins' }).fill(`${cloud.url}\nhttps://b.acme.example`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Must be entered again when an origin is added').waitFor();
    await dialog.getByRole('textbox', { name: 'Origins' }).fill(cloud.url);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The account was saved.').waitFor();
    const after = await stored();
    assert.deepEqual([after?.clientId, after?.clientSecret], ['casa-azul-8', before?.clientSecret]);
    assert.ok(!(await page.content()).includes(before?.clientSecret ?? ''));
    await makerAccounts.set(manager.clientId, scene().account);
    assert.deepEqual(
      pageErrors.filter((pageError) => !pageError.includes('400')),
      [],
    );
  });

  it('lists many channels in pages, with their users', async () => {
    const { open, path, platform, manager, application, ana } = scene();
    const { access_token: token } = await clientToken(platform, manager, 'manager');
    for (let number = 0; number < 60; number += 1) {
      const body = { channeltemplate_id: ACME_PLUG, remote_key: `many-${number}`, name: `Plug ${number}` };
      const reply = await postJson(platform, '/v3/managers/self/channels', body, { token });
      const { id } = (await reply.json()) as { id: string };
      const grantee = { id: ana.id, role: 'user', through: application.clientId } as const;
      await platform.server.db.write((tx) => platform.server.features.channels.grant(tx, id, grantee));
    }
    await using view = await open(path);
    const { page, pageErrors } = view;
    const channels = section(page, 'Channels');
    await channels.getByText('60 channels').waitFor();
    const rows = channels.getByRole('row');
    await rows.nth(50).waitFor();
    assert.equal(await rows.count(), 51);
    await channels.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(60).waitFor();
    await section(page, 'People').getByRole('link', { name: 'Ana Marques' }).click();
    await page.getByRole('heading', { level: 1, name: 'Ana Marques' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('shows the signing key once it is asked for', async () => {
    const { open, path, platform, manager } = scene();
    await using view = await open(path);
    const { page } = view;
    await page.getByRole('button', { name: 'Show signing key' }).click();
    const key = await page.getByRole('textbox', { name: 'Signing key' }).inputValue();
    assert.equal(key, await platform.server.features.webhookKeyOf(manager.clientId));
    await page.reload();
    await page.getByRole('button', { name: 'Show signing key' }).waitFor();
    assert.equal(await page.getByRole('textbox', { name: 'Signing key' }).count(), 0);
  });

  it('offers no changes to a viewer', async () => {
    const { open, path, viewer } = scene();
    await using view = await open(path, {}, viewer);
    const { page } = view;
    await section(page, 'Accounts at the maker').getByText('Casa Azul').waitFor();
    const names = [/^Call again/, /^Edit/, /^Remove/, /signing key/, /^Release/, /^Add an account/];
    for (const name of names) assert.equal(await page.getByRole('button', { name }).count(), 0);
  });

  it('says that a manager does not exist', async () => {
    const { open } = scene();
    const { page } = await open('/managers').then(async (view) => {
      await view.page.goto(view.page.url().replace(/managers$/, 'managers/none'));
      return view;
    });
    await page.getByRole('alert').waitFor();
    assert.equal(await page.getByRole('button', { name: 'Try again' }).count(), 0);
    await page.context().close();
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
