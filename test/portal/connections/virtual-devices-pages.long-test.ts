import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, startBrowser, viewports } from '../../support/browser.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const BULB = 'LED1546G12';

async function setUp(stage: Stage) {
  const browser = stage.use(await startBrowser());
  const platform = await stage.start();
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const person = await newPerson(platform, application, 'Rita Paz');
  const { templates, virtualDevices } = platform.server.features;
  const templateId = (await templates.list()).find(({ model }) => model === BULB)?.id ?? '';
  const newBulb = async (name: string) => {
    const { channel } = await virtualDevices.create({ userId: person.id, templateId, name, faults: [] });
    platform.clock.advance({ seconds: 10 });
    await platform.server.features.simulator.tick();
    return channel.id;
  };
  const open = async (path: string) => {
    const visitor = await visitPortal(platform, 'developer');
    const opened = await browser.open({ width: 1280, enter: visitor.enter });
    await opened.page.goto(`${platform.url}/portal/virtual-devices${path}`);
    await opened.page.getByRole('heading', { level: 1 }).waitFor();
    return { ...opened, [Symbol.asyncDispose]: () => opened.page.context().close() };
  };
  return { platform, application, person, newBulb, open };
}

const tile = (page: Page) => page.getByRole('article');
const fits = (page: Page) => page.evaluate('document.documentElement.scrollWidth <= innerWidth');

onSqlite('the portal’s virtual device pages', setUp, (scene) => {
  it('creates a virtual device for a user by the keyboard', async () => {
    await using view = await scene().open('');
    const { page, pageErrors } = view;
    await page.getByRole('heading', { name: 'No virtual devices yet' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'New virtual device' }).first().press('Enter');
    await page.getByRole('combobox', { name: 'User' }).pressSequentially('rita');
    await page.getByRole('option', { name: /person-.*Rita Paz · Casa Azul/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('combobox', { name: 'Template' }).pressSequentially(BULB);
    await page.getByRole('option', { name: /IKEA/ }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('textbox', { name: 'Name' }).fill('Reading lamp');
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Reading lamp' }).waitFor();
    await tile(page).getByText('Reading lamp').waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it("reports a value by a slider, on the user's topic and on the tile", async () => {
    const { platform, application, person, newBulb, open } = scene();
    const channelId = await newBulb('Slider lamp');
    await using phone = await connectMqtt(platform, { clientId: application.clientId, token: person.token });
    await phone.subscribe(`/v3/users/${person.id}/channels/${channelId}/#`);
    await using view = await open(`/${channelId}`);
    const { page, pageErrors } = view;
    const slider = page.getByRole('slider', { name: 'Brightness' });
    await slider.focus();
    await page.keyboard.press('Home');
    const received = await phone.next(({ message, retained }) => !retained && message.data === 0);
    assert.match(received.topic, /brightness\/value$/);
    await tile(page).getByText('0', { exact: false }).first().waitFor();
    await page.getByRole('button', { name: 'Hold Brightness' }).click();
    await page.getByRole('button', { name: 'Hold Brightness', pressed: true }).waitFor();
    for (const { width, colorScheme } of viewports) {
      await page.setViewportSize({ width, height: 900 });
      await page.emulateMedia({ colorScheme });
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await fits(page), true, `${width} px`);
    }
    assert.deepEqual(pageErrors, []);
  });
});
