import assert from 'node:assert/strict';
import { it } from 'node:test';
import { viewports } from '../../support/browser.ts';
import { assertAccessible, setUpHomePages } from '../../support/home-pages.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  await pages.platform.server.features.templates.import([panelTemplate], { areTrusted: false });
  return pages;
}

onSqlite('a device from the maker to its owner', setUp, (scene) => {
  it('creates a device in the portal with a claim code, claims it in Home by its link, and accepts its reports', async () => {
    const { platform, browser, newHome, open } = scene();
    const visitor = await visitPortal(platform, 'developer');
    const portal = await browser.open({ width: 1280, enter: visitor.enter });
    await portal.page.goto(`${platform.url}/portal/devices`);
    await portal.page.getByRole('button', { name: 'New device' }).first().click();
    const dialog = portal.page.getByRole('dialog', { name: 'New device' });
    await dialog.getByText('With a claim code').click();
    await dialog.getByRole('combobox', { name: 'Template' }).pressSequentially('Azulejo P1');
    await portal.page.getByRole('option', { name: /P1/ }).click();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Hall panel');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await portal.page.getByRole('heading', { level: 1, name: 'Hall panel' }).waitFor();
    const shown = (label: string) => portal.page.getByRole('textbox', { name: label }).inputValue();
    const [token, clientId, link] = [
      await shown('Client secret'),
      await shown('Client ID'),
      await shown('Link of the QR code'),
    ];
    await assertAccessible(portal.page, 'a new device in the portal');

    // The link of the QR code opens Home before its owner has signed in there.
    const person = await newHome('Ana Marques');
    const home = await open(`${new URL(link).pathname}${new URL(link).hash}`);
    await home.page.getByLabel('E-mail').fill(person.email);
    await home.page.getByLabel('Password', { exact: true }).fill(person.password);
    assert.ok(!home.page.url().includes(new URL(link).hash.slice('#code='.length)));
    await home.page.getByRole('button', { name: 'Sign in' }).click();
    await home.page.getByRole('button', { name: 'Add the device' }).click();
    await home.page.locator('h2:focus', { hasText: 'It is in your home' }).waitFor();
    await assertAccessible(home.page, 'a claimed device');

    const [channel] = (await person.tiles()).map((tile) => tile.channel);
    await using device = await connectMqtt(platform, { clientId, token });
    await device.publish(`/v3/channels/${channel}/components/left/properties/level/value`, {
      io: 'iw',
      data: 0.42,
    });
    await home.page.getByRole('link', { name: 'Go to your home' }).click();
    await home.page.getByRole('article').first().waitFor();
    await portal.page.reload();
    await portal.page.getByText(person.email).waitFor();
    assert.equal(await portal.page.getByRole('textbox', { name: 'Client secret' }).count(), 0);
    assert.deepEqual([...home.pageErrors, ...portal.pageErrors], []);
  });

  for (const viewport of viewports)
    it(`has no accessibility problems with a wrong claim code, ${viewport.width} px wide and ${viewport.colorScheme}`, async () => {
      const { open, newHome } = scene();
      const { page } = await open('/home/add/real', await newHome(), viewport);
      await page.getByRole('link', { name: /^A device with a code/ }).click();
      await page.getByRole('textbox', { name: 'Code' }).fill('0000-0000-0000-0000');
      await page.getByRole('button', { name: 'Add the device' }).click();
      await page.getByText('This code is not valid, or was used before.').waitFor();
      await assertAccessible(page, 'a wrong code');
    });

  for (const viewport of viewports)
    it(`has no accessibility problems in the portal’s devices, ${viewport.width} px wide and ${viewport.colorScheme}`, async () => {
      const { platform, browser, newHome } = scene();
      const { devices } = platform.server.features;
      const [person, name] = [await newHome(), `Boxed panel ${viewport.width}`];
      await devices.create({ userId: person.id, templateId: panelTemplate.id, name: 'Attic panel' });
      const { client } = await devices.createUnclaimed({ templateId: panelTemplate.id, name });
      const visitor = await visitPortal(platform, 'developer');
      const { page, pageErrors } = await browser.open({ ...viewport, enter: visitor.enter });
      await page.goto(`${platform.url}/portal/devices`);
      await page.getByRole('link', { name }).waitFor();
      await assertAccessible(page, 'the list');
      await page.goto(`${platform.url}/portal/devices/${client.id}`);
      await page.getByRole('button', { name: 'New claim code' }).click();
      await page.getByRole('img', { name: 'The claim code as a QR code' }).waitFor();
      await assertAccessible(page, 'a device');
      assert.deepEqual(pageErrors, []);
    });
});
