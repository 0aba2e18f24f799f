import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../support/browser.ts';
import { clientToken } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { copied, linesOf, runLines, tabTo, withClipboard } from '../../support/try-it.ts';

async function setUp({ start, use }: Stage) {
  const platform = await start();
  const developer = await visitPortal(platform, 'developer');
  const browser = use(await startBrowser());
  const { page, pageErrors } = await browser.open({ enter: withClipboard(developer) });
  return { platform, page, pageErrors };
}

/** A script for the page: keeps the status next to a field, which is shown for two seconds only. */
const RECORD_ANNOUNCEMENTS = `new MutationObserver((records) => {
  for (const { target } of records) {
    const element = target instanceof Element ? target : target.parentElement;
    const field = element?.closest('.mantine-Textarea-root');
    const text = field?.querySelector('[role=status]')?.textContent;
    if (text) field.dataset.announced = text;
  }
}).observe(document, { characterData: true, childList: true, subtree: true });`;

/** Presses the key on a field's copy button and waits for the status. Returns what was copied. */
async function copyBy(page: Page, key: string, name: string): Promise<string> {
  const field = page.locator('.mantine-Textarea-root', { has: page.getByRole('textbox', { name }) });
  await tabTo(page, field.getByRole('button', { name: `Copy ${name.replace('C', 'c')}` }));
  await page.keyboard.press(key);
  await field.and(page.locator('[data-announced="Copied"]')).waitFor();
  return copied(page);
}

onSqlite('a new developer who follows the portal', setUp, (scene) => {
  it('registers an application by keyboard, copies its secret and signs up a user by its code', async () => {
    const { platform, page, pageErrors } = scene();
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
    await page.evaluate(RECORD_ANNOUNCEMENTS);
    const clientId = await copyBy(page, 'Enter', 'Client ID');
    const secret = await copyBy(page, 'Space', 'Client secret');
    const { owner_id: owner } = await clientToken(platform, { clientId, secret }, 'application');
    assert.equal(owner, clientId);

    const javascript = await linesOf(page, 'JavaScript');
    assert.match(await runLines('JavaScript', javascript), /^Signed in: Ana$/m);
    const curl = await linesOf(page, 'curl');
    assert.match(await runLines('curl', curl), /user with this e-mail already exists[\s\S]*"tiles":/i);
    const { found } = await platform.server.features.users.search({ clientId, limit: 2 });
    assert.deepEqual(
      found.map(({ user }) => user.email),
      ['ana@example.org'],
    );

    await page.reload();
    await page.getByText('cannot be shown again').waitFor();
    assert.ok(!(await page.content()).includes(secret), 'the secret is no longer on the page');
    assert.deepEqual(pageErrors, []);
  });
});
