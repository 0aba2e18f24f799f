import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCaller } from '@azulejo/contract';
import { startBrowser, viewports } from '../../support/browser.ts';
import { assertAccessible } from '../../support/home-pages.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { copied, withClipboard } from '../../support/try-it.ts';
import { assertShowsUnderscores, assertWhole } from '../../support/whole-text.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const browser = stage.use(await startBrowser());
  /** Sends a request as a program does, with an access token alone. */
  const asProgram = (path: string, token: string, init: RequestInit = {}) =>
    fetch(`${platform.url}/portal/api${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
  return { platform, browser, asProgram };
}

onSqlite('the portal’s page of access tokens', setUp, (scene) => {
  it('creates a token that is copied once, works in a program, and is refused after it was revoked', async () => {
    const { platform, browser, asProgram } = scene();
    const visitor = await visitPortal(platform, 'developer');
    const { page, pageErrors } = await browser.open({ enter: withClipboard(visitor) });
    await page.goto(`${platform.url}/portal`);
    await page.getByRole('link', { name: 'Access tokens' }).click();
    await page.getByRole('heading', { name: 'No access tokens' }).waitFor();

    await page.getByRole('button', { name: 'New access token' }).first().click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Deploy script');
    const templates = dialog.getByRole('group', { name: 'Templates' });
    await templates.getByRole('checkbox', { name: 'Read' }).check();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await dialog.getByRole('button', { name: 'Copy access token' }).click();
    await dialog.getByRole('status').getByText('Copied').waitFor();
    const token = await copied(page);
    assert.match(token, /^azk_\w+$/);
    const field = dialog.getByLabel('Access token', { exact: true });
    await assertWhole(field);
    await assertShowsUnderscores(field);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await dialog.waitFor({ state: 'detached' });
    assert.ok(!(await page.content()).includes(token));

    const caller = (await (await asProgram('/caller', token)).json()) as PortalCaller;
    assert.equal(caller.token?.name, 'Deploy script');
    assert.equal((await asProgram('/templates', token)).status, 200);
    assert.equal((await asProgram('/applications', token)).status, 403);

    await page.reload();
    const list = page.getByRole('list', { name: 'Access tokens' });
    await list.getByText(/^Last used/).waitFor();
    assert.ok(!(await page.content()).includes(token));
    await page.getByRole('button', { name: 'Revoke Deploy script' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('heading', { name: 'No access tokens' }).waitFor();
    const refused = await asProgram('/caller', token);
    assert.deepEqual([refused.status, refused.headers.get('x-error')], [401, '1603']);
    assert.deepEqual(pageErrors, []);
  });

  for (const viewport of viewports)
    it(`has no accessibility problems in the page of access tokens, ${viewport.width} px wide and ${viewport.colorScheme}`, async () => {
      const { platform, browser } = scene();
      const visitor = await visitPortal(platform, 'developer');
      const { page, pageErrors } = await browser.open({ ...viewport, enter: visitor.enter });
      await page.goto(`${platform.url}/portal/tokens`);
      await page.getByRole('heading', { name: 'No access tokens' }).waitFor();
      await assertAccessible(page, 'no tokens');
      for (const name of ['Laptop', 'A-script-with-a-long-name-and-nowhere-to-break-it'.repeat(2)])
        await visitor.request('/portal/api/account/tokens', {
          method: 'POST',
          body: { name, scopes: ['applications:read', 'templates:read', 'templates:write', 'devices:write'] },
        });
      await page.reload();
      await page.getByRole('button', { name: 'Revoke Laptop' }).waitFor();
      await assertAccessible(page, 'the list');
      await page.getByRole('button', { name: 'Revoke Laptop' }).click();
      await page.getByRole('dialog', { name: 'Revoke the access token?' }).waitFor();
      await assertAccessible(page, 'the confirmation');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'New access token' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'New access token' });
      await dialog.getByRole('button', { name: 'Create' }).waitFor();
      await assertAccessible(page, 'the form');
      await dialog.getByLabel('Name').fill('Backup');
      await dialog.getByRole('checkbox', { name: 'Read' }).first().check();
      await dialog.getByRole('button', { name: 'Create' }).click();
      await page.getByRole('dialog', { name: 'Copy the access token' }).waitFor();
      await assertAccessible(page, 'the new token');
      assert.deepEqual(pageErrors, []);
    });
});
