import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { findBarriers, type OpenOptions, startBrowser, viewports } from '../../support/browser.ts';
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
  const open = async (
    path: string,
    role: 'developer' | 'viewer' = 'developer',
    options: OpenOptions = {},
  ) => {
    const visitor = await visitPortal(platform, role);
    const opened = await browser.open({ width: 1280, ...options, enter: visitor.enter });
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
    assert.deepEqual(await findBarriers(page), []);
    assert.deepEqual(pageErrors, []);
  });

  it('shows on the tile that a virtual device is unreachable, and reachable again', async () => {
    const { newBulb, open } = scene();
    await using view = await open(`/${await newBulb('Faulty lamp')}`);
    const { page, pageErrors } = view;
    await page.getByRole('switch', { name: 'Away' }).click();
    await tile(page).getByText('No answer').waitFor();
    await page.getByRole('switch', { name: 'Away' }).click();
    await tile(page).getByText('No answer').waitFor({ state: 'detached' });
    await page.getByRole('switch', { name: 'Silent' }).click();
    await page.getByRole('switch', { name: 'Silent', checked: true }).waitFor();
    await page.getByRole('link', { name: 'Virtual devices' }).last().click();
    await page.getByRole('row', { name: /Faulty lamp.*Silent/ }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('offers viewers no controls and asks before a removal', async () => {
    const { newBulb, open } = scene();
    const channelId = await newBulb('Old lamp');
    for (const viewport of viewports) {
      await using view = await open(`/${channelId}`, 'viewer', viewport);
      const { page } = view;
      assert.equal(await page.getByRole('switch', { name: 'Silent' }).isDisabled(), true);
      assert.equal(await page.getByRole('button', { name: 'Remove' }).count(), 0);
      assert.deepEqual(await findBarriers(page), []);
      assert.equal(await fits(page), true);
    }
    await using view = await open(`/${channelId}`);
    const { page } = view;
    await page.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('heading', { level: 1, name: 'Virtual devices' }).waitFor();
    await page.getByText('Old lamp').waitFor({ state: 'detached' });
  });
});
