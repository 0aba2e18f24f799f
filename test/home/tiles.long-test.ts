import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TileGroup } from '@azulejo/contract';
import type { Locator, Page } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { assertAccessible, type HomePages, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { RECORD_ANNOUNCEMENTS, wasConfirmed } from './announcements.ts';

type Home = Awaited<ReturnType<HomePages['newHome']>>;

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { features } = pages.platform.server;
  const { simulator } = features;
  const known = await features.templates.list();

  /** Creates a virtual device of this model, in an area or group. */
  async function add(home: Home, model: string, name: string, group?: TileGroup): Promise<string> {
    const template = known.find((each) => each.model === model);
    assert.ok(template, `the catalogue has ${model}`);
    const device = { userId: home.id, templateId: template.id, name, seed: 7, faults: [] };
    const { channel } = await features.virtualDevices.create(device);
    const tile = (await home.tiles()).find((each) => each.channel === channel.id);
    if (group) await home.send('PATCH', `tiles/${tile?.id}`, { groups: [group.id] });
    return channel.id;
  }

  /**
   * Creates a home. Kitchen: lamp, and a blind in its group Window. Hall: lock, thermostat at 20 °C. No area:
   * sensor.
   */
  async function newHomeWithDevices(): Promise<Home> {
    const home = await pages.newHome();
    const [kitchen, hall] = [await home.newGroup('Kitchen'), await home.newGroup('Hall')];
    const window = await home.newGroup('Window', kitchen.id);
    await add(home, 'GL-C-008P', 'Worktop light', kitchen);
    await add(home, 'ZNCLDJ12LM', 'Blind', window);
    await add(home, 'V3-BTZB/V3-BTZBE', 'Front door', hall);
    const radiator = await add(home, 'BTH-RA', 'Radiator', hall);
    const warmth = { componentId: 'thermostat', propertyId: 'occupied-heating-setpoint', data: 20 };
    await features.virtualDeviceControl.report({}, radiator, warmth, false);
    const terrace = await add(home, 'WSDCGQ11LM', 'Terrace sensor');
    const outside = { componentId: 'climate-sensor', propertyId: 'temperature', data: 8.5 };
    await features.virtualDeviceControl.report({}, terrace, outside, false);
    await simulator.tick();
    return home;
  }

  const dataOf = async (home: Home, name: string, at: string): Promise<unknown> => {
    const channel = (await home.tiles()).find(({ label }) => label === name)?.channel;
    const [component, property] = at.split('/');
    const path = `/v3/channels/${channel}/components/${component}/properties/${property}/value`;
    const response = await pages.platform.request(path, { token: home.token });
    return ((await response.json()) as { data: unknown }).data;
  };
  return { ...pages, add, newHomeWithDevices, dataOf };
}

const tile = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const linesOf = (page: Page) => page.locator('main h2, main h3, main article a').allInnerTexts();

onSqlite('the home at a glance', setUp, (scene) => {
  it('shows tiles by area and group without accessibility problems', async () => {
    const { open, newHomeWithDevices } = scene();
    const home = await newHomeWithDevices();
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/home', home, viewport);
      await untilLive(page);
      await tile(page, 'Terrace sensor').getByText('8.5°').waitFor();
      assert.deepEqual(await linesOf(page), [
        'My devices',
        'Terrace sensor',
        'Kitchen',
        'Worktop light',
        'Window\n1',
        'Blind',
        'Hall',
        'Front door',
        'Radiator',
      ]);
      await assertAccessible(page, JSON.stringify(viewport));
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });

  it('shows a rail on a tablet or a sideways phone and two columns on the widest screens', async () => {
    const { open, newHomeWithDevices } = scene();
    const home = await newHomeWithDevices();
    const { page } = await open('/home', home, { width: 820, height: 1180 });
    await untilLive(page);
    const boxOf = async (what: Locator) => {
      const box = await what.boundingBox();
      assert.ok(box);
      return box;
    };
    const pages = page.getByRole('navigation', { name: 'Pages' });
    for (const [width, height] of [
      [820, 1180],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      assert.equal((await boxOf(pages)).width, 72);
      await pages.getByRole('link', { name: 'Kitchen' }).waitFor();
      await assertAccessible(page, `${width} × ${height}`);
    }
    await page.setViewportSize({ width: 2560, height: 1440 });
    const [first, second] = await Promise.all(
      ['My devices', 'Kitchen'].map((name) => boxOf(page.getByRole('heading', { name, level: 2 }))),
    );
    assert.equal(first?.y, second?.y);
    await assertAccessible(page, '2560 wide');
  });

  it('searches while the user types, by name, area, kind, maker, synonym and state', async () => {
    const { open, newHomeWithDevices, add, platform } = scene();
    const home = await newHomeWithDevices();
    const contact = { componentId: 'contact-sensor', propertyId: 'open' };
    for (const [name, isOpen] of [
      ['Bathroom window', true],
      ['Attic window', false],
    ] as const) {
      const id = await add(home, 'MCCGQ11LM', name);
      await platform.server.features.virtualDeviceControl.report({}, id, { ...contact, data: isOpen }, true);
    }
    const { page, pageErrors } = await open('/home', home);
    await untilLive(page);
    const field = page.getByRole('searchbox', { name: 'Search devices' });
    const found = async (text: string, ...names: string[]) => {
      await field.fill(text);
      await page
        .getByText(names.length === 1 ? '1 device' : `${names.length} devices`, { exact: true })
        .waitFor();
      assert.deepEqual(await page.locator('main article a').allTextContents(), names, text);
    };
    await page.keyboard.press('/');
    await page.keyboard.type('blind');
    await found('blind', 'Blind');
    await found('HALL', 'Front door', 'Radiator');
    await found('lock', 'Front door');
    await found('aqara', 'Blind', 'Terrace sensor', 'Bathroom window', 'Attic window');
    // Synonyms of the kinds and current states match, too.
    await found('lamps', 'Worktop light');
    await found('curtain', 'Blind');
    await found('open', 'Bathroom window');
    await found('closed', 'Attic window');
    await found('heating', 'Radiator');
    await field.fill('nothing of the kind');
    await page.getByText('No device has').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Kitchen' }).waitFor();
    await page.getByRole('button', { name: 'Search devices' }).and(page.locator(':focus')).waitFor();
    await page.locator('h1').click();
    await page.keyboard.press('Control+k');
    await field.and(page.locator(':focus')).waitFor();
    await page.getByRole('link', { name: 'Radiator' }).click();
    await page.getByRole('heading', { name: 'Radiator', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await field.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('front');
    await page.getByText('1 device', { exact: true }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('moves a blind, and dims a lit lamp by a slide on its tile', async () => {
    const { open, newHomeWithDevices, dataOf, platform } = scene();
    const home = await newHomeWithDevices();
    const lamp = (await home.tiles()).find(({ label }) => label === 'Worktop light')?.channel ?? '';
    const { virtualDeviceControl } = platform.server.features;
    const sendMessage = (propertyId: string, data: unknown) =>
      virtualDeviceControl.report({}, lamp, { componentId: 'light-bulb', propertyId, data }, false);
    await sendMessage('status', true);
    await sendMessage('brightness', 20);
    const { page, pageErrors } = await open('/home', home, { width: 390 });
    await untilLive(page);
    await page.evaluate(RECORD_ANNOUNCEMENTS);
    await page.getByRole('button', { name: 'Close Blind' }).click();
    await wasConfirmed(page, tile(page, 'Blind'));
    assert.equal(await dataOf(home, 'Blind', 'cover/command'), 'CLOSE');

    const worktop = tile(page, 'Worktop light');
    await worktop.getByText('20 %').waitFor();
    const box = await worktop.boundingBox();
    assert.ok(box);
    const y = box.y + box.height / 2;
    await page.mouse.move(box.x + 80, y);
    await page.mouse.down();
    await page.mouse.move(box.x + 85, y);
    await worktop.getByText('20 %').waitFor();
    await page.mouse.move(box.x + 90 + box.width / 2, y);
    await worktop.getByText('76 %').waitFor();
    await page.mouse.up();
    await wasConfirmed(page, worktop);
    await worktop.getByText('76 %').waitFor();
    assert.equal(await dataOf(home, 'Worktop light', 'light-bulb/brightness'), 76);
    // The slide did not open the device.
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();

    await page.mouse.move(10, y);
    await page.mouse.down();
    await page.mouse.move(10 + box.width, y);
    await page.mouse.up();
    await worktop.getByText('76 %').waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('draws every tile 72 px high, wide ones across a phone, and one column on the smallest', async () => {
    const { open, newHomeWithDevices } = scene();
    const { page } = await open('/home', await newHomeWithDevices(), { width: 390 });
    await untilLive(page);
    const sizes = () =>
      page.evaluate<number[][]>(
        `[...document.querySelectorAll('main article')].map((each) => [each.offsetWidth, each.offsetHeight])`,
      );
    assert.deepEqual(new Set((await sizes()).map(([, height]) => height)), new Set([72]));
    assert.deepEqual(new Set((await sizes()).map(([width]) => width)), new Set([175, 358]));
    await page.setViewportSize({ width: 340, height: 700 });
    assert.deepEqual(new Set((await sizes()).map(([width]) => width)), new Set([308]));
  });

  it('links to arranging on a phone, and back home from a page that does not exist', async () => {
    const { open, newHomeWithDevices, platform } = scene();
    const { page, pageErrors } = await open('/home', await newHomeWithDevices(), { width: 390 });
    await page.getByRole('link', { name: 'Arrange' }).click();
    await page.getByRole('heading', { level: 1, name: 'Arrange' }).waitFor();
    await page.goto(`${platform.url}/home/nowhere`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await assertAccessible(page, 'no such page');
    await page.getByRole('link', { name: 'Back to home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('invites to add a device when the home is empty', async () => {
    const { open, newHome } = scene();
    const home = await newHome();
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/home', home, viewport);
      await page.getByRole('heading', { name: 'Your home is empty' }).waitFor();
      await assertAccessible(page, JSON.stringify(viewport));
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });
});
