import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Preferences } from '@azulejo/contract';
import { viewports } from '../support/browser.ts';
import { assertAccessible, setUpHomePages, unexpected } from '../support/home-pages.ts';
import { openMailbox } from '../support/mailbox.ts';
import { plainPicture } from '../support/pictures.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async (stage: Stage) => {
  const mailbox = stage.use(await openMailbox());
  const environment = { SMTP_URL: mailbox.url, MAIL_FROM: 'casa@example.org' };
  const pages = await setUpHomePages(stage, { environment });
  const saved = async ({ id, token }: { id: string; token: string }): Promise<Preferences> =>
    readJson(await pages.platform.request(`/v3/users/${id}/preferences`, { token }));
  return { ...pages, mailbox, saved };
};

onSqlite('preferences in Home', setUp, (scene) => {
  it('changes all formats at once, in another tab and in the legacy API', async () => {
    const { open, newHome, platform, saved } = scene();
    const home = await newHome();
    const { page, pageErrors } = await open('/home/preferences', home);
    const other = await page.context().newPage();
    await other.goto(`${platform.url}/home/preferences`);
    const section = page.getByRole('region', { name: 'Units and language' });
    const elsewhere = other.getByRole('region', { name: 'Units and language' });
    await elsewhere.getByRole('radio', { name: '24' }).waitFor({ state: 'attached' });

    await section.getByText('°F, feet').click();
    await section.getByText('12', { exact: true }).click();
    await section.getByText(/\d:\d\d (AM|PM)/i).waitFor();
    await section.getByRole('status').getByText('Saved').waitFor();
    await elsewhere.getByText(/\d:\d\d (AM|PM)/i).waitFor();
    assert.ok(await elsewhere.getByRole('radio', { name: '°F, feet' }).isChecked());

    await section.getByRole('combobox', { name: 'Formats' }).click();
    await section.getByRole('combobox', { name: 'Formats' }).fill('ital');
    await page.getByRole('option', { name: 'Italiano (Italia)' }).click();
    await section.getByText(/1234,5/).waitFor();
    await elsewhere.getByText(/1234,5/).waitFor();
    await section.getByRole('status').getByText('Saved').waitFor();
    assert.deepEqual(await saved(home), { units: 'imperial', hour_format: '12h', locale: 'it_IT' });
    const legacy = await readJson<{ preferences: object }>(
      await platform.request(`/v3/legacy/users/${home.id}`, { token: home.token }),
    );
    assert.deepEqual(legacy.preferences, { units: 'imperial', hourFormat: 12 });

    await section.getByRole('combobox', { name: 'Formats' }).click();
    await page.getByRole('option', { name: /^Same as this browser/ }).click();
    await section.getByText(/1,234.5/).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('shows a change by a phone app when the page becomes visible again', async () => {
    const { open, newHome, platform } = scene();
    const home = await newHome();
    const { page } = await open('/home/preferences', home);
    await page.getByRole('radio', { name: '°C, metres' }).waitFor({ state: 'attached' });
    const change = { method: 'PATCH', token: home.token, headers: { 'content-type': 'application/json' } };
    const body = JSON.stringify({ preferences: { units: 'imperial' } });
    await platform.request(`/v3/legacy/users/${home.id}`, { ...change, body });
    await page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
    await page.locator('input[value=imperial]:checked').waitFor({ state: 'attached' });
  });

  it("changes the user's name and picture and refuses a picture that is too large", async () => {
    const { open, newHome, platform } = scene();
    const home = await newHome('Ana Marques');
    const { page, pageErrors } = await open('/home/preferences', home);
    const section = page.getByRole('region', { name: 'You', exact: true });
    await section.getByText(home.email).waitFor();
    await section.getByLabel('Name').fill('Ana M.');
    await section.getByRole('button', { name: 'Save' }).click();
    await section.getByRole('status').getByText('Saved').waitFor();

    const input = page.locator('input[type=file]');
    const buffer = await plainPicture(40, 40).png().toBuffer();
    await input.setInputFiles({ name: 'ana.png', mimeType: 'image/png', buffer });
    await section.getByRole('button', { name: 'Remove' }).waitFor();
    await input.setInputFiles({
      name: 'big.png',
      mimeType: 'image/png',
      buffer: Buffer.alloc(6 * 1024 * 1024),
    });
    await section.getByText('This picture is larger than 5 MB.').waitFor();
    const record = await readJson<{ name: string; photo: string }>(
      await platform.request(`/v3/legacy/users/${home.id}`, { token: home.token }),
    );
    assert.equal(record.name, 'Ana M.');
    assert.match(record.photo, /\/uploads\//);
    assert.deepEqual(pageErrors, []);
  });

  it('deletes the offline copy of the home in this browser', async () => {
    const { open, newHome } = scene();
    const { page, pageErrors } = await open('/home/preferences', await newHome());
    await page.getByRole('button', { name: 'Delete the copy' }).click();
    await page.getByText('The copy is deleted.').waitFor();
    assert.deepEqual(unexpected(pageErrors), []);
  });

  for (const viewport of viewports) {
    it(`has no accessibility problems in the preferences at ${viewport.width} px in ${viewport.colorScheme}`, async () => {
      const { open, newHome } = scene();
      const { page, pageErrors } = await open('/home/preferences', await newHome(), viewport);
      await page.getByLabel('Name').waitFor();
      await page.getByText('Live', { exact: true }).waitFor();
      await assertAccessible(page, 'preferences');
      await page.getByText(viewport.colorScheme === 'light' ? 'Dark' : 'Light', { exact: true }).click();
      await page.locator(`html:not([data-mantine-color-scheme=${viewport.colorScheme}])`).waitFor();
      await assertAccessible(page, 'the other scheme');
      assert.deepEqual(pageErrors, []);
    });
  }
});
