import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { startBrowser } from '../../support/browser.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

async function setUp({ start, use }: Stage) {
  const platform = await start();
  const developer = await visitPortal(platform, 'developer');
  const browser = use(await startBrowser());
  const open = async () => {
    const opened = await browser.open({ enter: developer.enter });
    await opened.page.goto(`${platform.url}/portal`);
    await opened.page.getByText('Connected now').waitFor();
    return opened;
  };
  return { platform, open };
}

/** Returns the number under each label. */
const numbersOn = async (page: Page): Promise<Record<string, string>> => {
  const [labels, values] = [
    await page.locator('dt').allTextContents(),
    await page.locator('dd').allTextContents(),
  ];
  return Object.fromEntries(labels.map((label, n) => [label, values[n] ?? '']));
};

onSqlite('the portal’s overview', setUp, (scene) => {
  it('guides a new developer to the first device and then hides the first steps', async () => {
    const { platform, open } = scene();
    const { features } = platform.server;
    const { page, pageErrors } = await open();
    const steps = page.getByRole('listitem');
    const done = page.getByText('(done)', { exact: false });
    assert.equal(await done.count(), 0);
    await page.getByRole('link', { name: 'New application' }).click();
    await page.getByRole('heading', { name: 'New application' }).waitFor();

    const application = await newApplication(platform);
    const person = await newPerson(platform, application);
    await page.goto(`${platform.url}/portal`);
    await steps.filter({ hasText: 'Sign up a user (done)' }).waitFor();
    assert.equal(await done.count(), 2);

    const [template] = await features.templates.list();
    assert.ok(template);
    await features.homes.addDevice({ userId: person.id, templateId: template.id });
    await using _phone = await connectMqtt(platform, { clientId: application.clientId, token: person.token });
    await page.reload();
    await page.getByText('Connected now').waitFor();
    assert.deepEqual(await numbersOn(page), {
      Applications: '2',
      Users: '1',
      Channels: '1',
      'Connected now': '1',
    });
    assert.equal(await page.getByRole('heading', { name: 'First steps' }).count(), 0);
    assert.deepEqual(pageErrors, []);
  });
});
