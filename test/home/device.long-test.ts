import assert from 'node:assert/strict';
import { mkdtemp, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import type { TileList } from '@azulejo/contract';
import { findBarriers, viewports } from '../support/browser.ts';
import { heldSince } from '../support/history-scene.ts';
import { plainPicture } from '../support/pictures.ts';
import { readJson } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { setUpDevices } from './device-scene.ts';

const LAMP = 'GL-C-008P';
const CLIMATE = 'WSDCGQ11LM';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

async function setUp(stage: Stage) {
  const devices = await setUpDevices(stage);
  const { platform, ana, call } = devices;
  const tilesOf = async (channelId: string) => {
    const { tiles } = await readJson<TileList>(await call(ana, '/v3/legacy/users/me/tiles'));
    return tiles.filter(({ channel }) => channel === channelId);
  };
  /** Stores a temperature for each hour of a year, except between four and six at night. */
  async function fillYear(channelId: string): Promise<void> {
    const { history } = platform.server.features;
    const address = { channelId, componentId: 'climate-sensor', propertyId: 'temperature' };
    const [series = 0] = await history.seriesOf([address]);
    const end = platform.clock.now();
    // The last value is of now, so that a day that has just begun also has one.
    const times = Array.from({ length: 365 * 24 }, (_, n) => end - 365 * DAY + (n + 1) * 60 * MINUTE);
    const points = times
      .filter((time) => ![4, 5].includes(new Date(time).getHours()))
      .map((time) => ({ series, time, data: 20 + 5 * Math.sin((time / DAY) * 2 * Math.PI) }));
    await heldSince(platform.server.db, channelId, end - 366 * DAY);
    for (let start = 0; start < points.length; start += 2_000)
      await platform.server.db.unit(history.append(points.slice(start, start + 2_000)));
  }
  return { ...devices, tilesOf, fillYear };
}

/**
 * A script for a page: counts layout shifts without recent input, as Web Vitals does (Layout Instability 3).
 */
const COUNT_SHIFTS = `globalThis.shifts = [];
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, sources } of list.getEntries())
    if (!hadRecentInput) shifts.push({ value, of: sources.map(({ node }) => node?.className ?? String(node)) });
}).observe({ type: 'layout-shift', buffered: true });`;

onSqlite('the device page', setUp, (scene) => {
  it('draws a day and a year from no more points than a chart needs', async () => {
    const { newDevice, open, fillYear } = scene();
    const sensor = await newDevice(CLIMATE, 'Bedroom climate');
    await fillYear(sensor);
    const { page, pageErrors } = await open(sensor, { width: 1440 });
    const chart = page.getByRole('slider', { name: /Temperature.*Last 24 hours/ });
    await chart.waitFor();
    const answer = page.waitForResponse(/\/temperature\/history\?.*interval=1d/);
    await page.getByText('Year', { exact: true }).click();
    const year = String(new Date().getFullYear());
    await page.getByRole('slider', { name: new RegExp(`Temperature.*${year}`) }).waitFor();
    const { length } = ((await (await answer).json()) as { elements: unknown[] }).elements;
    assert.ok(length > 0 && length <= 366, `the year came as ${length} points`);
    await page.getByRole('button', { name: 'Previous year' }).click();
    await page.getByRole('slider', { name: new RegExp(`Temperature.*${Number(year) - 1}`) }).waitFor();
    assert.ok(await page.getByRole('button', { name: 'Next year' }).isEnabled());
    assert.deepEqual([pageErrors, await findBarriers(page)], [[], []]);
  });

  for (const viewport of viewports) {
    it(`does not shift the layout while it loads at ${viewport.width} px`, async () => {
      const { newDevice, open, fillYear } = scene();
      const sensor = await newDevice(CLIMATE, 'Bedroom climate');
      await fillYear(sensor);
      const { page } = await open('nothing', { ...viewport, height: 900 });
      const context = page.context();
      await page.getByRole('heading', { level: 1 }).waitFor();
      // This is like a first visit, over a network on which each response arrives separately.
      await page.evaluate("indexedDB.deleteDatabase('azulejo-home')");
      let answers = 0;
      await context.route(/\/v3\/|\/images\//, async (route) => {
        answers += 1;
        const answer = await route.fetch();
        await delay(200 + 50 * (answers % 5));
        await route.fulfill({ response: answer });
      });
      await page.addInitScript(COUNT_SHIFTS);
      await page.goto(page.url().replace('nothing', sensor));
      await page.getByRole('slider', { name: /Temperature/ }).waitFor();
      await page.getByText('Nothing has happened yet.').waitFor();
      const shifts = await page.evaluate<{ value: number; of: string[] }[]>('shifts');
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      // The page may still send requests when its window is closed.
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      assert.ok(sum <= 0.05, `shifted by ${sum}: ${JSON.stringify(shifts)}`);
    });
  }

  it('renames the device by the keyboard alone and restores the focus', async () => {
    const { newDevice, open, tilesOf } = scene();
    const lamp = await newDevice(LAMP, 'Lamp');
    const { page, pageErrors } = await open(lamp);
    const menu = page.getByRole('button', { name: 'Change this device' });
    await menu.press('Enter');
    await page.getByRole('menuitem', { name: 'Rename' }).press('Enter');
    const field = page.getByRole('dialog').getByLabel('Name');
    await field.waitFor();
    assert.deepEqual(await findBarriers(page), []);
    // Hidden elements count too: screen readers reach them again as soon as the dialog closes.
    assert.equal(await page.getByRole('banner', { includeHidden: true }).count(), 1);
    await field.fill('Reading lamp');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Reading lamp', level: 1 }).waitFor();
    assert.deepEqual(
      (await tilesOf(lamp)).map(({ label }) => label),
      ['Reading lamp'],
    );
    await page.locator('button[aria-label="Change this device"]:focus').waitFor();
    assert.deepEqual(pageErrors, []);
  });

  it('shrinks a large picture, refuses other files in words, and restores the original', async () => {
    const { newDevice, open, tilesOf } = scene();
    const lamp = await newDevice(LAMP, 'Lamp');
    const original = (await tilesOf(lamp))[0]?.photoUrl;
    const { page, pageErrors } = await open(lamp);
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Change this device' }).click();
      await page.getByRole('menuitem', { name: 'Change the picture' }).click();
    };
    await openDialog();
    const folder = await mkdtemp(join(tmpdir(), 'azulejo-picture-'));
    await writeFile(join(folder, 'notes.txt'), 'no picture');
    // Larger than the 5 MB that the platform accepts.
    const large = plainPicture(2400, 1800).png({ compressionLevel: 0 });
    await large.toFile(join(folder, 'large.png'));
    assert.ok((await stat(join(folder, 'large.png'))).size > 5 * 1024 * 1024);
    const input = page.locator('input[type=file]');
    await input.setInputFiles(join(folder, 'notes.txt'));
    await page.getByText('“notes.txt” can’t be used').waitFor();
    await input.setInputFiles(join(folder, 'large.png'));
    await page.getByRole('img', { name: 'large.png' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.getByRole('button', { name: 'Use this picture' }).click();
    await page.getByText('The picture was changed.').first().waitFor();
    const changed = (await tilesOf(lamp))[0]?.photoUrl ?? '';
    assert.match(changed, /\/uploads\/[0-9a-f]{64}\.(jpg|png)$/);
    assert.equal(await page.locator('header img').getAttribute('src'), changed);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await openDialog();
    await page.getByRole('button', { name: 'Use the original' }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal((await tilesOf(lamp))[0]?.photoUrl, original);
    assert.deepEqual(pageErrors, []);
  });
});
