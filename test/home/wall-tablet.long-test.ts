import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { assertAccessible, type HomePages, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

type Home = Awaited<ReturnType<HomePages['newHome']>>;

const LOCK = { model: 'V3-BTZB/V3-BTZBE', at: 'lock/locked', data: true };
const SMOKE = { model: 'JY-GZ-01AQ', at: 'smoke-alarm/smoke', data: false };
const OUTSIDE = { model: 'WSDCGQ11LM', at: 'climate-sensor/temperature', data: 8.5 };
const INSIDE = { ...OUTSIDE, data: 21 };

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { features } = pages.platform.server;
  const known = await features.templates.list();

  /** Creates a virtual device whose property holds its value until the test reports another. */
  async function add(
    home: Home,
    { model, at, data }: typeof LOCK | typeof INSIDE,
    name: string,
    room: string,
  ) {
    const template = known.find((each) => each.model === model);
    assert.ok(template, `the catalogue has ${model}`);
    const device = { userId: home.id, templateId: template.id, name, seed: 7, faults: [] };
    const { channel } = await features.virtualDevices.create(device);
    const tile = (await home.tiles()).find((each) => each.channel === channel.id);
    await home.send('PATCH', `tiles/${tile?.id}`, { groups: [room] });
    const [componentId = '', propertyId = ''] = at.split('/');
    const reportValue = (value: unknown) =>
      features.virtualDeviceControl.report({}, channel.id, { componentId, propertyId, data: value }, true);
    // The lock follows commands; the others hold their values.
    await features.virtualDeviceControl.report(
      {},
      channel.id,
      { componentId, propertyId, data },
      model !== LOCK.model,
    );
    return reportValue;
  }
  return { ...pages, add };
}

const dim = (page: Page) => page.getByRole('dialog', { name: 'Clock' });
const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

onSqlite('a wall tablet', setUp, (scene) => {
  it('dims and wakes a wall tablet, and asks for the PIN before it is left', async () => {
    const { newHome, add, open, platform } = scene();
    const home = await newHome();
    const [hall, terrace] = [await home.newGroup('Hall'), await home.newGroup('Terrace')];
    await add(home, LOCK, 'Front door', hall.id);
    await add(home, INSIDE, 'Thermometer', hall.id);
    await add(home, OUTSIDE, 'Weather', terrace.id);
    const smoke = await add(home, SMOKE, 'Smoke alarm', hall.id);
    const { page, pageErrors } = await open('/robots.txt', home, {
      width: 1280,
      height: 800,
      hasTouch: true,
    });
    await page.clock.install();
    // The clock needs a page of the platform, which need not exist.
    pageErrors.length = 0;
    await page.goto(`${platform.url}/home/preferences`);
    const form = page.getByRole('region', { name: 'Wall tablet' });
    await form.getByLabel('PIN', { exact: true }).fill('2468');
    await form.getByLabel('The same PIN again').fill('2468');
    await assertAccessible(page, 'the form');
    await form.getByRole('button', { name: 'Use as a wall tablet' }).click();
    await page.getByRole('button', { name: 'Leave' }).waitFor();
    await untilLive(page);
    assert.equal(new URL(page.url()).pathname, '/home');
    assert.equal(await page.getByRole('link', { name: /^(Add|You|Arrange)$/ }).count(), 0);
    await assertAccessible(page, 'the tablet');

    const lock = page.getByRole('switch', { name: /^Front door/ });
    const place = await lock.boundingBox();
    assert.ok(place);
    await page.clock.fastForward('05:01');
    await dim(page).getByText('21°').waitFor();
    await dim(page).getByText('8.5°').waitFor();
    for (const { width, colorScheme } of viewports) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 800 });
      await assertAccessible(page, `dimmed, ${width} wide`);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await smoke(true);
    await dim(page).getByText('Smoke in the hall').waitFor();
    await assertAccessible(page, 'dimmed, with an alarm');
    await page.touchscreen.tap(place.x + 10, place.y + 10);
    await dim(page).waitFor({ state: 'detached' });
    assert.equal(await page.getByRole('dialog').count(), 0, 'the touch does not reach the lock');

    const acknowledge = page.getByRole('button', { name: 'Seen: Smoke in the hall' });
    await acknowledge.click();
    const forAlarm = page.getByRole('dialog', { name: 'PIN to mark the alarm as seen' });
    await forAlarm.getByLabel('PIN', { exact: true }).fill('2468');
    await forAlarm.getByRole('button', { name: 'Continue' }).click();
    await page.getByText(/Seen by /).waitFor();

    await lock.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Unlock' }).click();
    const dialog = page.getByRole('dialog', { name: 'PIN for the lock' });
    await dialog.locator('input:focus').waitFor();
    await dialog.getByLabel('PIN', { exact: true }).pressSequentially('1111');
    await page.keyboard.press('Enter');
    await dialog.getByText('Wrong PIN. 4 tries left.').waitFor();
    await assertAccessible(page, 'a wrong PIN');
    assert.equal(await lock.getAttribute('aria-checked'), 'true');
    await dialog.getByLabel('PIN', { exact: true }).fill('2468');
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await lock.and(page.locator('[aria-checked=false]')).waitFor();

    await page.goto(`${platform.url}/home/account`);
    await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
    await page.getByRole('button', { name: 'Leave' }).click();
    const leaving = page.getByRole('dialog', { name: 'PIN to leave the wall tablet' });
    await leaving.getByLabel('PIN', { exact: true }).fill('2468');
    await leaving.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('link', { name: 'You' }).waitFor();
    assert.equal(await page.getByRole('button', { name: 'Leave' }).count(), 0);
    assert.deepEqual(pageErrors, []);
  });
});
