import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { assertAccessible } from '../support/home-pages.ts';
import { linkIn } from '../support/mailbox.ts';
import { onSqlite } from '../support/scene.ts';
import { assertWhole } from '../support/whole-text.ts';
import { accountPages, notified, prove, sections } from './account-scene.ts';

const PASSWORD = 'azulejos in the hall';

async function signIn(page: Page, email: string, password: string, code?: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  if (code === undefined) return;
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

onSqlite('the account in Home', accountPages, (scene) => {
  const opened = async () => {
    const person = await scene().newHome();
    const { page } = await scene().open('/home/account', person);
    const section = sections(page);
    await section('Where you are signed in').getByText('This one').waitFor();
    return { person, page, section };
  };

  it('changes the password and, by the link in a mail, the e-mail', async () => {
    const { mailbox, platform } = scene();
    const { person, page, section } = await opened();
    const password = section('Password');
    await password.getByLabel('Current password').fill(person.password);
    await password.getByLabel('New password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await notified(page, 'Your password was changed.');

    const email = `moved-${person.email}`;
    await section('E-mail').getByRole('button', { name: 'Change e-mail' }).click();
    await section('E-mail').getByLabel('New e-mail').fill(email);
    await section('E-mail').getByRole('button', { name: 'Send the link' }).click();
    await prove(page, PASSWORD);
    await section('E-mail').getByText(email, { exact: true }).waitFor();
    const link = linkIn(await mailbox.next(email, /^Confirm/));
    await page.goto(new URL(link, platform.url).href);
    await page.getByRole('button').first().click();
    await page.goto(`${platform.url}/home/account`);
    await section('E-mail').getByText(email, { exact: true }).waitFor();
    await page.evaluate('localStorage.clear()');
    await page.goto(`${platform.url}/home/sign-in`);
    await signIn(page, email, PASSWORD);
    await page.waitForURL('**/home');
  });

  it('signs out the other sessions of an account', async () => {
    const { person, page, section } = await opened();
    const { page: other } = await scene().open('/home/account', person);
    await sections(other)('Where you are signed in').getByText('This one').waitFor();
    await page.reload();
    const sessions = section('Where you are signed in');
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await prove(page, person.password);
    await notified(page, 'You are signed out everywhere else.');
    await sessions.getByRole('button', { name: 'Sign out everywhere else' }).waitFor({ state: 'hidden' });
    assert.equal(await sessions.getByRole('listitem').count(), 1);
    await other.reload();
    await other.getByRole('heading', { name: 'Sign in to your home' }).waitFor();
  });

  it('sets up a second factor, and a recovery code signs in', async () => {
    const { platform } = scene();
    const { person, page, section } = await opened();
    await section('Second factor').getByRole('button', { name: 'Set up an authenticator' }).click();
    await assertAccessible(page, 'confirming');
    await prove(page, person.password);
    const dialog = page.getByRole('dialog', { name: 'Set up an authenticator' });
    const input = dialog.getByRole('textbox', { name: 'Code' });
    await input.waitFor();
    await assertAccessible(page, 'setting up');
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await assertWhole(dialog.getByLabel('Secret', { exact: true }));
    }
    const text = (await dialog.textContent()) ?? '';
    const [secret = ''] = /[A-Z2-7]{32,}/.exec(text.replaceAll(/\s/g, '')) ?? [];
    const timestamp = platform.clock.now();
    await input.fill(TOTP.generate({ secret: Secret.fromBase32(secret), timestamp }));
    await page.keyboard.press('Enter');
    const code = page.getByText(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/).first();
    await code.waitFor();
    await assertAccessible(page, 'recovery codes');
    const recovery = (await code.textContent()) ?? '';
    await page.evaluate('localStorage.clear()');
    await page.goto(`${platform.url}/home/sign-in?next=%2Fhome%2Faccount`);
    await signIn(page, person.email, person.password, recovery);
    await section('Second factor').getByText('9 of 10 recovery codes are left.').waitFor();
  });

  it('downloads the data, deletes the account, and keeps it after a change of mind', async () => {
    const { mailbox } = scene();
    const { person, page, section } = await opened();
    const data = section('Your data');
    await data.getByRole('button', { name: 'Download my data' }).click();
    const download = page.waitForEvent('download');
    await prove(page, person.password);
    assert.equal((await download).suggestedFilename(), 'my-data.json');
    await data.getByRole('button', { name: 'Delete my account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.getByRole('button', { name: 'Delete my account' }).waitFor();
    await assertAccessible(page, 'deleting');
    await dialog.getByRole('textbox').fill(person.email);
    await page.keyboard.press('Enter');
    await notified(page, 'Your account will be deleted.');
    await mailbox.next(person.email, /will be deleted$/);
    await assertAccessible(page, 'to be deleted');
    await data.getByRole('button', { name: 'Keep my account' }).click();
    await notified(page, 'Your account stays.');
    await data.getByRole('button', { name: 'Delete my account' }).waitFor();
  });

  it('shows accessible account pages that fit, wide and narrow, in light and dark', async () => {
    const person = await scene().newHome();
    const narrow = { width: 320, colorScheme: 'light' } as const;
    for (const viewport of [...viewports, narrow]) {
      const { page } = await scene().open('/home/account', person, viewport);
      await sections(page)('Where you are signed in').getByText('This one').waitFor();
      await sections(page)('Your data').getByRole('button', { name: 'Delete my account' }).waitFor();
      await assertAccessible(page, `${viewport.width} ${viewport.colorScheme}`);
    }
  });
});
