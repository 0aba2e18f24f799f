import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../support/browser.ts';
import { clientToken } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { copied, linesOf, runLines, tabTo, withClipboard } from '../support/try-it.ts';

async function setUp({ start, use }: Stage) {
  const platform = await start();
  const developer = await visitPortal(platform, 'developer');
  const browser = use(await startBrowser());
  const { page, troubles } = await browser.open({ enter: withClipboard(developer) });
  return { platform, page, troubles };
}

/** Heard from beside the field. */
const said = (page: Page, field: string, text: string): Promise<void> =>
  page
    .locator('.mantine-TextInput-root', { has: page.getByRole('textbox', { name: field }) })
    .getByRole('status')
    .filter({ hasText: text })
    .waitFor();

onSqlite('a new developer', setUp, (scene) => {
  it('registers an application by keyboard, copies its credentials, and signs up a user with the lines of its page', async () => {
    const { platform, page, troubles } = scene();
    await page.goto(`${platform.url}/portal/applications`);
    const link = page.getByRole('link', { name: 'New application' });
    await link.waitFor();
    await tabTo(page, link);
    await page.keyboard.press('Enter');
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.waitFor();
    await tabTo(page, name);
    await page.keyboard.type('Casa Azul');
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: 'Casa Azul' }).waitFor();
    await tabTo(page, page.getByRole('button', { name: 'Copy client ID' }));
    await page.keyboard.press('Enter');
    await said(page, 'Client ID', 'Copied');
    const clientId = await copied(page);
    await tabTo(page, page.getByRole('button', { name: 'Copy client secret' }));
    await page.keyboard.press('Space');
    await said(page, 'Client secret', 'Copied');
    const secret = await copied(page);
    const { owner_id: owner } = await clientToken(platform, { clientId, secret }, 'application');
    assert.equal(owner, clientId);

    const javascript = await linesOf(page, 'JavaScript');
    assert.match(await runLines('JavaScript', javascript), /^Signed in: Ana$/m);
    const curl = await linesOf(page, 'curl');
    assert.match(await runLines('curl', curl), /user with this e-mail already exists[\s\S]*"tiles":/i);
    const [user, ...others] = await platform.server.features.users.list(clientId);
    assert.deepEqual([user?.email, others], ['ana@example.org', []]);

    await page.reload();
    await page.getByText('cannot be shown again').waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the secret is gone from the page');
    assert.deepEqual(troubles, []);
  });
});
