import assert from 'node:assert/strict';
import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Locator, Page } from 'playwright-core';
import type { OpenOptions } from '../support/browser.ts';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { LAMP } from '../support/live-scene.ts';
import type { Person } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const built = process.env['AZULEJO_TEST_WEB'] ?? join(import.meta.dirname, '../../server/web');

/** Starts a platform whose pages can get a new version, and on which tests create homes with one lamp. */
async function setUp(stage: Stage) {
  const web = await mkdtemp(join(tmpdir(), 'azulejo-web-'));
  stage.use({ [Symbol.asyncDispose]: () => rm(web, { recursive: true, force: true }) });
  await cp(built, web, { recursive: true });
  const pages = await setUpHomePages(stage, { web });
  const { features } = pages.platform.server;
  const { simulator } = features;
  const newLampHome = async () => {
    const home = await pages.newHome();
    const device = { userId: home.id, templateId: LAMP, name: 'Hall lamp', seed: 7, faults: [] };
    await features.virtualDevices.create(device);
    const lamp = { channel: (await home.tiles())[0]?.channel, at: 'light-bulb/properties/status/value' };
    const switched = await pages.platform.request(
      `/v3/channels/${lamp.channel}/components/${lamp.at}?wait=5`,
      {
        method: 'PUT',
        token: home.token,
        headers: { 'content-type': 'application/json' },
        body: '{"data":true}',
      },
    );
    assert.equal(switched.status, 200, await switched.text());
    await simulator.tick();
    return home;
  };
  const open = (path: string, home: Person, viewport: OpenOptions = {}) =>
    pages.open(path, home, { ...viewport, serviceWorkers: 'allow' });
  return { ...pages, newLampHome, open, stage, web };
}

const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
/** A script that returns what the offline cache stores of the home, by key. */
const READ_CACHE = `new Promise((resolve, reject) => {
  const opening = indexedDB.open('azulejo-home');
  opening.onerror = () => reject(opening.error);
  opening.onsuccess = () => {
    const kept = opening.result.transaction('kept').objectStore('kept');
    const keys = kept.getAllKeys();
    const all = kept.getAll();
    all.onsuccess = () => resolve(Object.fromEntries(keys.result.map((key, at) => [key, all.result[at]])));
  };
})`;
type Cached = { lists?: object; values?: { content: { values: { property: string; data: unknown }[] } } };
const readCache = (page: Page) => page.evaluate(READ_CACHE) as Promise<Cached>;

/** Waits until the page and its home are cached on this device, and the cache has the lamp as on. */
async function untilCached(page: Page): Promise<void> {
  await untilLive(page);
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
  for (;;) {
    const { lists, values } = await readCache(page);
    const isOn = values?.content.values.some(({ property, data }) => property === 'status' && data === true);
    if (lists && isOn) return;
  }
}

const withoutNetwork = (pageErrors: readonly string[]) =>
  pageErrors.filter((pageError) => !/net::ERR_|WebSocket/.test(pageError));

onSqlite('Home offline', setUp, (scene) => {
  it('opens offline with the last known values and goes live when the network is back', async () => {
    const { newLampHome, open } = scene();
    const { page, pageErrors } = await open('/home', await newLampHome(), { width: 390 });
    await untilCached(page);
    const line = page.getByRole('article').locator('[data-line]');
    const shown = await line.textContent();
    assert.match(String(shown), /^On\b/);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/^Offline, as of \d/).waitFor();
    assert.equal(await line.textContent(), shown);
    await page.getByRole('switch').click();
    await page.getByRole('article').getByText('Not sent').waitFor();
    await assertAccessible(page, 'offline');
    await page.getByRole('link', { name: 'Hall lamp' }).click();
    await page.getByRole('heading', { name: 'Hall lamp', level: 1 }).waitFor();
    await page.goBack();
    await page.context().setOffline(false);
    await untilLive(page);
    assert.deepEqual(withoutNetwork(pageErrors), []);
  });

  it('shows the cached parts of every page offline and marks the others as not available', async () => {
    const { newLampHome, open, platform } = scene();
    const home = await newLampHome();
    const picture = new Uint8Array(await plainPicture(40, 40).png().toBuffer());
    const headers = { 'content-type': 'image/png' };
    const { token } = home;
    const uploaded = await platform.request('/v3/uploads', { method: 'POST', token, headers, body: picture });
    const { url } = (await uploaded.json()) as { url: string };
    const [tile] = await home.tiles();
    const changed = await home.send('PATCH', `tiles/${tile?.id}`, { photo: url });
    assert.equal(changed.status, 200, await changed.text());
    const { page, pageErrors } = await open('/home', home, { width: 390 });
    await untilCached(page);
    await page.waitForFunction(`caches.match(${JSON.stringify(url)}).then(Boolean)`);
    await page.context().setOffline(true);
    await page.reload();
    await page.getByText(/^Offline, as of \d/).waitFor();
    const isDrawn = (image: Locator) =>
      image.evaluate((element) => (element as unknown as { decode(): Promise<void> }).decode());
    await isDrawn(page.getByRole('article').locator('img'));
    await page.getByRole('link', { name: 'Hall lamp' }).click();
    await page.getByRole('heading', { name: 'Hall lamp', level: 1 }).waitFor();
    await page
      .getByText(/^Offline, as of .*\d\d:\d\d/)
      .last()
      .waitFor();
    await isDrawn(page.locator('header img'));
    const missing = page.getByText('Not available offline');
    await missing.nth(1).waitFor();
    assert.equal(await missing.count(), 2, 'the history and the activity');
    await assertAccessible(page, 'a device offline');
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByRole('link', { name: 'Add', exact: true }).click();
    await page.getByRole('heading', { name: 'Add a device', level: 1 }).waitFor();
    await page.getByRole('link', { name: /^Try a virtual device/ }).click();
    await missing.waitFor();
    await page.context().setOffline(false);
    await page.getByText(/kinds of device/).waitFor();
    assert.deepEqual(withoutNetwork(pageErrors), []);
  });

  it('clears the caches when the user signs out', async () => {
    const { newLampHome, open, platform } = scene();
    const { page } = await open('/home', await newLampHome());
    await untilCached(page);
    await page.goto(`${platform.url}/home/preferences`);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.waitForURL('**/home/sign-in**');
    assert.deepEqual(await readCache(page), {});
    assert.equal(await page.evaluate("caches.has('azulejo-own-pictures')"), false);
    await page.context().setOffline(true);
    await page.goto(`${platform.url}/home`);
    await page.getByRole('heading', { name: 'Sign in to your home' }).waitFor();
    assert.equal(await page.getByText('Hall lamp').count(), 0);
  });

  it('offers a new version of the page and loads it when the user wants', async () => {
    const { newLampHome, open, platform, stage, web } = scene();
    const { page, pageErrors } = await open('/home', await newLampHome());
    await untilCached(page);
    await platform[Symbol.asyncDispose]();
    await appendFile(join(web, 'service-worker.js'), '\n// The next version.\n');
    await page.reload();
    await page.getByRole('link', { name: 'Hall lamp' }).waitFor();
    await stage.start({ environment: platform.environment, web });
    await page.reload();
    await page.getByText('A new version is ready.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('A new version is ready.').waitFor({ state: 'detached' });
    await untilLive(page);
    assert.equal(await page.getByText('A new version is ready.').count(), 0);
    assert.deepEqual(withoutNetwork(pageErrors), []);
  });
});
