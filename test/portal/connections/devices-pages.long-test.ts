import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startBrowser } from '../../support/browser.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const platform = await stage.start();
  const person = await newPerson(platform, await newApplication(platform));
  const { devices, templates } = platform.server.features;
  const templateId = (await templates.list())[0]?.id ?? '';
  const { client } = await devices.create({ userId: person.id, templateId, name: 'Hall plug' });
  const { enter } = await visitPortal(platform, 'developer');
  return {
    ...(await browser.open({ width: 1280, enter })),
    url: `${platform.url}/portal/devices/${client.id}`,
  };
}

onSqlite('the portal’s page of a device', setUp, (scene) => {
  it('is left for another page after a new secret was shown', async () => {
    const { page, pageErrors, url } = scene();
    await page.goto(url);
    await page.getByRole('button', { name: 'New secret…' }).click();
    await page.getByRole('button', { name: 'Create new secret' }).click();
    await page.getByRole('textbox', { name: 'Client secret' }).waitFor();
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Devices' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });
});
