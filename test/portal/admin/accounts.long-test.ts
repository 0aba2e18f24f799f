import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { visitPortal } from '../../support/portal.ts';
import { newMember, PASSWORD } from '../../support/portal-page.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { assertWhole } from '../../support/whole-text.ts';

const setUp = async ({ start, use }: Stage) => ({
  platform: await start(),
  browser: use(await startBrowser()),
});

/** Leaves out the browser's own messages about 4xx responses, which are expected. */
const unexpected = (pageErrors: readonly string[]) =>
  pageErrors.filter((each) => !/Failed to load resource: .* status of 4\d\d/.test(each));

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

async function giveCode(page: Page, code: string): Promise<void> {
  await heading(page, 'Enter a code');
  await page.getByRole('textbox').fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function givePassword(page: Page, email: string): Promise<void> {
  await heading(page, 'Sign in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /Account of/ }).click();
  assert.deepEqual(await findBarriers(page), []);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await heading(page, 'Sign in');
}

onSqlite('portal accounts in a browser', setUp, (scene) => {
  it('creates the first owner, who signs in with a second factor or a recovery code', async () => {
    const { platform, browser } = scene();
    const email = 'ines@portal.example';
    const { page, pageErrors } = await browser.open();
    const link = await platform.server.features.portalAccounts.invitations.firstOwner();
    await page.goto(link ?? '');
    await heading(page, 'Welcome');
    await page.getByLabel('Your name').fill('Inês Duarte');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('textbox', { name: 'Password' }).fill(email);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await page.getByText('Must not be the e-mail').waitFor();
    await page.getByRole('textbox', { name: 'Password' }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create the account' }).click();
    await heading(page, 'Overview');
    assert.equal(await page.title(), 'Overview · Azulejo Portal');

    await page.getByRole('link', { name: 'Your account' }).click();
    await heading(page, 'Your account');
    await page.getByRole('button', { name: 'Set up an authenticator' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Your password' }).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByRole('img', { name: /QR code/ }).waitFor();
    await assertWhole(dialog.getByLabel('Secret', { exact: true }));
    const secret = await dialog.getByLabel('Secret', { exact: true }).inputValue();
    const codeNow = () =>
      TOTP.generate({
        secret: Secret.fromBase32(secret.replaceAll(' ', '')),
        timestamp: platform.clock.now(),
      });
    await dialog.getByLabel('Code', { exact: true }).fill(codeNow());
    await dialog.getByRole('button', { name: 'Turn on' }).click();
    const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
    await codes.first().waitFor();
    assert.equal(await codes.count(), 10);
    const [recoveryCode = ''] = await codes.allTextContents();
    assert.deepEqual(await findBarriers(page), []);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download' }).click();
    assert.equal((await download).suggestedFilename(), 'azulejo-recovery-codes.txt');
    assert.ok(await page.getByRole('button', { name: 'Done' }).isDisabled());
    await page.getByLabel('I have saved these codes').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('10 of 10 recovery codes are left.').waitFor();

    await signOut(page);
    platform.clock.advance({ minutes: 1 });
    await page.goto(`${platform.url}/portal/audit-log?action=portal`);
    await givePassword(page, email);
    await giveCode(page, '000000');
    await page.getByText('The code is not valid.').waitFor();
    await giveCode(page, codeNow());
    await heading(page, 'Audit log');
    assert.equal(new URL(page.url()).search, '?action=portal', 'the page that was requested is open again');
    await page.getByText('turned the second factor on').waitFor();

    await signOut(page);
    await givePassword(page, email);
    await page.getByRole('button', { name: 'Use a recovery code' }).click();
    await giveCode(page, recoveryCode);
    await heading(page, 'Overview');
    await page.goto(`${platform.url}/portal/account`);
    await page.getByText('9 of 10 recovery codes are left.').waitFor();
    assert.deepEqual(unexpected(pageErrors), []);
  });

  it('lets an owner invite, disable and remove accounts', async () => {
    const { platform, browser } = scene();
    const owner = await visitPortal(platform);
    const member = await newMember(platform, { name: 'Rui Costa' });
    const { page, pageErrors } = await browser.open({ enter: owner.enter });
    await page.goto(`${platform.url}/portal/people`);
    await page.getByRole('button', { name: 'Invite' }).click();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('dialog').getByLabel('E-mail').fill('carla@portal.example');
    await page.getByRole('radio', { name: 'Viewer' }).check();
    await page.getByRole('button', { name: 'Create link' }).click();
    const link = await page.getByLabel('Link', { exact: true }).inputValue();
    assert.match(link, /\/portal\/invitation#azi_/);
    await page.getByRole('button', { name: 'Done' }).click();
    const invitations = page.getByRole('list', { name: 'Invitations' });
    await invitations.getByText('carla@portal.example').waitFor();
    await page.getByRole('button', { name: 'Revoke the invitation for carla@portal.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await invitations.getByText('carla@portal.example').waitFor({ state: 'detached' });

    const act = async (item: string, verb: string) => {
      await page.getByRole('button', { name: 'Actions for Rui Costa' }).click();
      assert.deepEqual(await findBarriers(page), []);
      await page.getByRole('menuitem', { name: item }).click();
      await page.getByRole('dialog').getByRole('button', { name: verb, exact: true }).click();
    };
    const row = page.getByRole('listitem').filter({ hasText: member.email });
    await act('Disable', 'Disable');
    await row.getByText('Disabled').waitFor();
    assert.equal((await member.page.call('GET', '/account')).status, 401);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const menuButton = page.getByRole('button', { name: 'Actions for Rui Costa' });
    await menuButton.and(page.locator(':focus')).waitFor();
    await act('Remove', 'Remove');
    await row.waitFor({ state: 'detached' });
    assert.deepEqual(unexpected(pageErrors), []);
  });

  for (const { width, colorScheme } of viewports) {
    it(`has no accessibility problems in portal accounts in ${colorScheme} at ${width} px`, async () => {
      const { platform, browser } = scene();
      const owner = await visitPortal(platform);
      const { invitations } = platform.server.features.portalAccounts;
      const { link } = await invitations.create({ role: 'viewer', email: undefined }, {});
      const inside = ['people', 'account', 'audit-log'].map((name) => `${platform.url}/portal/${name}`);
      const outside = [`${platform.url}/portal/sign-in`, link, `${platform.url}/portal/new-password#none`];
      for (const url of [...inside, ...outside]) {
        const enter = inside.includes(url) ? { enter: owner.enter } : {};
        const { page, pageErrors } = await browser.open({ width, colorScheme, ...enter });
        await page.goto(url);
        await page.getByRole('heading', { level: 1 }).waitFor();
        await page.getByRole('status').filter({ hasText: 'Loading' }).waitFor({ state: 'detached' });
        assert.deepEqual(await findBarriers(page), [], url);
        const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.ok(Number(overflow) <= 0, `${url} is wider than the window`);
        assert.deepEqual(unexpected(pageErrors), [], url);
        await page.context().close();
      }
    });
  }
});
