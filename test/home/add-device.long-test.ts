import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertAccessible, assertAccessibleOnAll, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

onSqlite('adding a device in Home', setUpHomePages, (scene) => {
  it('leads from sign-up through the catalogue and the pairing page to a tile', async () => {
    const { open, platform } = scene();
    const { page, pageErrors } = await open('/home/sign-up');
    await page.getByLabel('Name').fill('Inês Prata');
    await page.getByLabel('E-mail').fill('ines@example.org');
    await page.getByLabel('Password', { exact: true }).fill('azulejos in the hall');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByRole('dialog', { name: 'Where is your home?' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Add a device' }).first().click();
    await page.getByRole('heading', { name: 'Add a device' }).waitFor();
    await page.getByRole('link', { name: /^Try a virtual device/ }).click();
    await page.getByText('It behaves like a real one but controls nothing.').waitFor();
    await page.getByLabel('Search by name or maker').fill('innr outlet');
    await page.getByRole('status').getByText('1 kind of device').waitFor();
    await page.getByRole('link', { name: /Innr Smart plug/ }).click();
    await page.getByRole('button', { name: 'Continue' }).click();

    await page.waitForURL(/authorization-page/);
    await page.getByLabel('Kitchen').check();
    await page.getByLabel('Hall').check();
    await page.getByLabel('Living room').uncheck();
    await page.getByRole('button').click();

    await page.waitForURL(`${platform.url}/home/add?template=*`);
    await page.getByText('2 devices were found.').waitFor();
    await page.getByLabel(/^Hall · /).uncheck();
    // Neither room is an area yet: adding a device creates the area for it.
    assert.equal(await page.getByRole('combobox', { name: /^Area of Kitchen · / }).inputValue(), 'Kitchen');
    const name = page.getByRole('textbox', { name: /^Name of Kitchen · / });
    assert.match(await name.inputValue(), /^Innr/);
    await name.fill('Coffee machine');
    await page.getByRole('button', { name: 'Add the device' }).click();
    await page.locator('h2:focus', { hasText: 'It is in your home' }).waitFor();
    const tile = page.getByRole('article').filter({ hasText: 'Coffee machine' });
    await tile.getByTitle('Virtual device').waitFor();
    await assertAccessible(page, 'added');

    await page.getByRole('link', { name: 'Go to your home' }).click();
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
    await page.getByRole('switch', { name: /^Coffee machine/ }).waitFor();
    // Going back shows the added device and does not ask to add it again.
    await page.goBack();
    await page.getByRole('heading', { level: 2, name: 'It is in your home' }).waitFor();
    await page.getByRole('article').getByText('Coffee machine').waitFor();
    await page.getByRole('link', { name: 'Coffee machine' }).click();
    await page.getByText('Virtual device: it controls nothing').waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('shows whether a model is supported, what it offers and how it is connected', async () => {
    const { open, newHome } = scene();
    const { page, pageErrors } = await open('/home/add', await newHome());
    await page.getByRole('link', { name: /^Is my device supported/ }).click();
    await page.getByLabel('Brand, model or words').fill('innr SP 120');
    await page
      .getByRole('status')
      .getByText(/^\d+ devices?$/)
      .waitFor();
    await assertAccessibleOnAll(page, 'models');
    await page.getByRole('link', { name: /Innr SP 120/ }).click();
    await page.getByText('Yes, this device is supported.').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Power' }).first().waitFor();
    await page.getByText(/^By Zigbee/).waitFor();
    await assertAccessibleOnAll(page, 'model');
    await page.getByRole('link', { name: 'Connect it' }).click();
    await page.getByRole('heading', { name: 'Connect something real' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('has no accessibility problems while adding a device', async () => {
    const { open, newHome } = scene();
    const { page, pageErrors } = await open('/home/add', await newHome());
    await page.getByRole('link', { name: /^Connect something real/ }).waitFor();
    await assertAccessibleOnAll(page, 'ways');
    await page.getByRole('link', { name: /^Connect something real/ }).click();
    await page.getByRole('heading', { name: 'Connect something real' }).waitFor();
    await assertAccessibleOnAll(page, 'real');
    await page.goBack();
    await page.getByRole('link', { name: /^Try a virtual device/ }).click();
    await page
      .getByRole('status')
      .getByText(/kinds of device/)
      .waitFor();
    await assertAccessibleOnAll(page, 'catalogue');
    await page.getByRole('link', { name: /Innr Smart plug/ }).click();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    await assertAccessibleOnAll(page, 'kind');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('button').click();
    await page.getByText('One device was found.').waitFor();
    await assertAccessibleOnAll(page, 'found');
    assert.deepEqual(pageErrors, []);
  });
});

onSqlite(
  'adding a device in Home where virtual devices are off',
  (stage: Stage) => setUpHomePages(stage, { environment: { VIRTUAL_DEVICES: '0' } }),
  (scene) => {
    it('says that virtual devices are turned off', async () => {
      const { open, newHome } = scene();
      const { page, pageErrors } = await open('/home/add', await newHome());
      await page.getByRole('link', { name: /^Try a virtual device/ }).click();
      await page.getByRole('heading', { name: 'No virtual devices' }).waitFor();
      await assertAccessible(page, 'closed');
      assert.deepEqual(pageErrors, []);
    });
  },
);
