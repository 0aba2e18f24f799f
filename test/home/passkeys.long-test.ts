import assert from 'node:assert/strict';
import { it } from 'node:test';
import { viewports } from '../support/browser.ts';
import { assertAccessible } from '../support/home-pages.ts';
import { onSqlite } from '../support/scene.ts';
import { accountPages, addAuthenticator, notified, prove, sections } from './account-scene.ts';

onSqlite('passkeys in Home', accountPages, (scene) => {
  const withPasskey = async () => {
    const person = await scene().newHome();
    const opened = await scene().open('/home/account', person);
    const { page } = opened;
    const authenticator = await addAuthenticator(page);
    await sections(page)('Passkeys').getByRole('button', { name: 'Add a passkey' }).click();
    await prove(page, person.password);
    await notified(page, 'The passkey was added.');
    return { ...opened, person, authenticator, own: sections(page)('Passkeys') };
  };

  it('adds a passkey after the password, renames and removes it', async () => {
    const { page, pageErrors, authenticator, own } = await withPasskey();
    assert.equal(await authenticator.count(), 1);
    await own.getByText('Chrome on Linux').waitFor();
    await own.getByRole('button', { name: 'Rename Chrome on Linux' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename the passkey' });
    await assertAccessible(page, 'renaming');
    await dialog.getByLabel('Name').fill('Laptop');
    await page.keyboard.press('Enter');
    await own.getByText('Laptop', { exact: true }).waitFor();
    await own.getByRole('button', { name: 'Remove Laptop' }).click();
    await assertAccessible(page, 'removing');
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await notified(page, 'The passkey was removed.');
    await own.getByRole('listitem').waitFor({ state: 'hidden' });
    assert.deepEqual(
      pageErrors.filter((pageError) => !pageError.includes('status of 403')),
      [],
    );
  });

  it('says that a device has a passkey already, and nothing when the person cancels', async () => {
    const { page, authenticator, own } = await withPasskey();
    await own.getByRole('button', { name: 'Add a passkey' }).click();
    await notified(page, 'This device already has a passkey of your account.');
    await authenticator.unlock(false);
    await own.getByRole('button', { name: 'Add a passkey' }).click();
    await own.locator('button[data-loading]').waitFor({ state: 'hidden' });
    assert.equal(await own.getByRole('listitem').count(), 1);
  });

  it('signs in without password and code, and names it where one is signed in', async () => {
    const { page, person, pageErrors } = await withPasskey();
    await page.evaluate('localStorage.clear()');
    await page.goto(`${scene().platform.url}/home/sign-in?next=%2Fhome%2Faccount`);
    // The browser may take the passkey from the suggestions at once, since nobody has to choose it.
    const button = page.getByRole('button', { name: 'Sign in with a passkey' });
    await Promise.race([button.click(), page.waitForURL('**/home/account')]);
    await page.waitForURL('**/home/account');
    const here = sections(page)('Where you are signed in')
      .getByRole('listitem')
      .filter({ hasText: 'This one' });
    await here.getByText(/· Passkey$/).waitFor();
    await sections(page)('E-mail').getByText(person.email).waitFor();
    assert.deepEqual(
      pageErrors.filter((pageError) => !pageError.includes('status of 40')),
      [],
    );
  });

  it('confirms a change with the passkey instead of the password', async () => {
    const { page } = await withPasskey();
    scene().platform.clock.advance({ minutes: 11 });
    await sections(page)('Your data').getByRole('button', { name: 'Download my data' }).click();
    const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
    await assertAccessible(page, 'confirming');
    const download = page.waitForEvent('download');
    await dialog.getByRole('button', { name: 'Use a passkey instead' }).click();
    assert.equal((await download).suggestedFilename(), 'my-data.json');
  });

  it('says that a removed passkey is not accepted', async () => {
    const { page, own, person } = await withPasskey();
    await own.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await notified(page, 'The passkey was removed.');
    await page.evaluate('localStorage.clear()');
    await page.goto(`${scene().platform.url}/home/sign-in`);
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page
      .getByRole('alert')
      .getByText(/^This passkey was not accepted/)
      .first()
      .waitFor();
    await page.getByLabel('E-mail').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL('**/home');
  });

  it('shows accessible passkey pages, wide and narrow, in light and dark', async () => {
    for (const viewport of viewports) {
      const { page } = await scene().open('/home/sign-in', undefined, viewport);
      await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
      await assertAccessible(page, `sign-in ${viewport.colorScheme}`);
    }
  });
});
