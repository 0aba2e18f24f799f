import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { setUpHomePages } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import { untilCommandOpen } from '../support/open-command.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

/** Longer than a virtual device has to answer. */
const UNANSWERED = { seconds: 6 };

/** Creates a home of lamps in two rooms, none of which ever answers. */
async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { features } = pages.platform.server;
  const home = await pages.newHome();
  const rooms = [await home.newGroup('Kitchen'), await home.newGroup('Hall')];
  const channels: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6]) {
    const device = { userId: home.id, templateId: LAMP, name: `Lamp ${number}`, seed: 7 };
    const { channel } = await features.virtualDevices.create({ ...device, faults: ['silent'] });
    // The value is held, since the lamp's own report would settle the write.
    const off = { componentId: 'light-bulb', propertyId: 'status', data: false };
    await features.virtualDeviceControl.report({}, channel.id, off, true);
    const tile = (await home.tiles()).find((each) => each.channel === channel.id);
    await home.send('PATCH', `tiles/${tile?.id}`, { groups: [rooms[number % 2]?.id] });
    channels.push(channel.id);
  }
  await features.simulator.tick();
  return { ...pages, home, channels, room: rooms[0]?.id ?? '' };
}

/** Returns where each tile is, and each heading; a heading may share its line with a button that comes and goes. */
const placesOf = (page: Page): Promise<unknown> =>
  page.evaluate(`[...document.querySelectorAll('main article, main h1, main h2')].map((each) => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [each.textContent.slice(0, 6), x, y, each.matches('article') && width, height];
  })`);

/** Returns the paths of the pages of Home, without those before the sign-in, which are cards. */
const pathsOf = ({ channels, room }: Awaited<ReturnType<typeof setUp>>) => [
  '',
  `/rooms/${room}`,
  `/devices/${channels[0]}`,
  '/activity',
  '/alarms',
  '/energy',
  '/arrange',
  '/add',
  '/add/real',
  '/add/virtual',
  '/add/supported',
  '/preferences',
  '/notifications',
  '/account',
  '/no-such-page',
];

onSqlite('the layout of Home', setUp, (scene) => {
  for (const viewport of viewports)
    it(`keeps all tiles in their places while a write is open, ${viewport.width} px wide`, async () => {
      const { open, home, channels, platform } = scene();
      const { page } = await open('/home', home, { ...viewport, height: 900 });
      await page.getByText('Live', { exact: true }).waitFor();
      const tile = page.getByRole('article').filter({ hasText: 'Lamp 1' });
      await tile.getByText('Off', { exact: true }).waitFor();
      const before = await placesOf(page);
      await tile.getByRole('switch').click();
      await tile.getByText('Turning on…').waitFor();
      assert.deepEqual(await placesOf(page), before);
      await untilCommandOpen(platform, channels[0] ?? '');
      platform.clock.advance(UNANSWERED);
      await tile.getByText('No answer').waitFor();
      assert.deepEqual(await placesOf(page), before);
    });

  it('keeps a dialog in its place while its content grows', async () => {
    const { open, home, channels } = scene();
    const { page } = await open(`/home/devices/${channels[0]}`, home);
    await page.getByRole('button', { name: 'Change this device' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename' });
    await dialog.getByLabel('Name').fill('Reading lamp');
    const before = await dialog.boundingBox();
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Rename' }).click();
    await dialog.getByRole('alert').waitFor();
    const after = await dialog.boundingBox();
    assert.ok(before && after && after.height > before.height, 'the error makes it higher');
    assert.deepEqual([after.x, after.y], [before.x, before.y]);
    await page.context().setOffline(false);
  });

  for (const viewport of viewports)
    it(`has headings of one size on all pages but a device's on a phone, ${viewport.width} px wide`, async () => {
      const { open, home } = scene();
      const { page } = await open('/home', home, viewport);
      const sizes = new Map<string, string>();
      for (const path of pathsOf(scene())) {
        await page.goto(new URL(`/home${path}`, page.url()).href);
        const heading = page.getByRole('heading', { level: 1 });
        await heading.waitFor();
        const font = await heading.evaluate((element) => {
          const style = element.ownerDocument.defaultView?.getComputedStyle(element);
          const { fontFamily, fontSize, fontWeight, lineHeight, letterSpacing } = style ?? {};
          return [fontFamily, fontSize, fontWeight, lineHeight, letterSpacing].join(' ');
        });
        assert.match(font, /\d+px/, path);
        sizes.set(path, font);
      }
      const device = pathsOf(scene()).find((path) => path.startsWith('/devices/')) ?? '';
      // Names of devices are long, so that they are smaller next to the picture.
      if (viewport.width < 1_024) {
        assert.match(sizes.get(device) ?? '', / 20px /);
        sizes.delete(device);
      }
      assert.equal(new Set(sizes.values()).size, 1, JSON.stringify([...sizes]));
    });
});
