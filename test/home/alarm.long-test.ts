import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TileGroup } from '@azulejo/contract';
import type { Page } from 'playwright-core';
import { viewports } from '../support/browser.ts';
import { assertAccessible, type HomePages, setUpHomePages } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

type Home = Awaited<ReturnType<HomePages['newHome']>>;

const SMOKE = { model: 'JY-GZ-01AQ', at: 'smoke-alarm/smoke' };
const LEAK = { model: 'SJCGQ11LM', at: 'leak-sensor/water-leak' };
const CONTACT = { model: 'SNZB-04P', at: 'contact-sensor/open' };
const LOCK = { model: 'V3-BTZB/V3-BTZBE', at: 'lock/locked' };

async function setUp(stage: Stage) {
  const pages = await setUpHomePages(stage);
  const { features } = pages.platform.server;
  const known = await features.templates.list();

  /** Creates a virtual device whose property holds its value until the test reports another. */
  async function add(
    home: Home,
    { model, at }: { model: string; at: string },
    name: string,
    group?: TileGroup,
  ) {
    const template = known.find((each) => each.model === model);
    assert.ok(template, `the catalogue has ${model}`);
    const device = { userId: home.id, templateId: template.id, name, seed: 7, faults: [] };
    const { channel } = await features.virtualDevices.create(device);
    const tile = (await home.tiles()).find((each) => each.channel === channel.id);
    if (group) await home.send('PATCH', `tiles/${tile?.id}`, { groups: [group.id] });
    const reportValue = (data: unknown, place = at) => {
      const [componentId = '', propertyId = ''] = place.split('/');
      return features.virtualDeviceControl.report({}, channel.id, { componentId, propertyId, data }, true);
    };
    return { channel, reportValue, component: at.split('/')[0] };
  }
  return { ...pages, add };
}

const tile = (page: Page, name: string) => page.getByRole('article').filter({ hasText: name });
const band = (page: Page) => page.getByRole('alert');
const untilLive = (page: Page) => page.getByText('Live', { exact: true }).waitFor();
const groundOf = (page: Page, selector: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).backgroundColor`);

onSqlite('alarms in Home', setUp, (scene) => {
  it('shows an alarm above every page and in the title until it ends', async () => {
    const { newHome, add, open } = scene();
    const home = await newHome();
    const kitchen = await home.newGroup('Kitchen');
    const smoke = await add(home, SMOKE, 'Smoke alarm', kitchen);
    const leak = await add(home, LEAK, 'Under the boiler');
    await smoke.reportValue(false);
    await leak.reportValue(false);
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/home/preferences', home, viewport);
      await page.getByRole('heading', { level: 1 }).waitFor();
      assert.equal(await band(page).count(), 0);
      const title = await page.title();

      await smoke.reportValue(true);
      await band(page).getByText('Smoke in the kitchen').waitFor();
      await band(page)
        .getByText(/^Since \d\d:\d\d · Smoke alarm$/)
        .waitFor();
      assert.equal(await page.title(), `Smoke in the kitchen – ${title}`);
      assert.equal((await band(page).boundingBox())?.y, 0, 'the band is at the top');

      await leak.reportValue(true);
      await band(page).getByText('Water leak: Under the boiler').waitFor();
      await page.getByRole('link', { name: 'Home' }).click();
      await tile(page, 'Smoke alarm').and(page.locator('[data-severity=alarm]')).waitFor();
      const alarm = viewport.colorScheme === 'dark' ? 'rgb(197, 52, 43)' : 'rgb(179, 38, 30)';
      assert.equal(await groundOf(page, 'article[data-severity=alarm]'), alarm);
      await tile(page, 'Smoke alarm')
        .getByText(/^Smoke: Since \d\d:\d\d$/)
        .waitFor();
      await assertAccessible(page, JSON.stringify(viewport));

      await band(page).getByRole('link', { name: 'Show Smoke alarm' }).click();
      await page.getByRole('heading', { level: 1, name: 'Smoke alarm' }).waitFor();
      await smoke.reportValue(false);
      await band(page).getByText('Smoke in the kitchen').waitFor({ state: 'detached' });
      assert.equal(await page.title(), 'Water leak: Under the boiler – Smoke alarm – Azulejo');
      await leak.reportValue(false);
      await band(page).waitFor({ state: 'detached' });
      assert.equal(await page.title(), 'Smoke alarm – Azulejo');
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });

  it('summarizes alarms as a count when there are more than a phone has room for', async () => {
    const { newHome, add, open } = scene();
    const home = await newHome();
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five'])
      await (await add(home, LEAK, name)).reportValue(true);
    const { page } = await open('/home', home, { width: 390 });
    await band(page).getByText('2 more alarms').waitFor();
    assert.equal(await band(page).getByRole('link').count(), 3);
  });
});

onSqlite('a tile that needs attention', setUp, (scene) => {
  it('marks a door that has been open for ten minutes, and draws it as open at once', async () => {
    const { newHome, add, open } = scene();
    const home = await newHome();
    const door = await add(home, CONTACT, 'Terrace door');
    const window = await add(home, CONTACT, 'Kitchen window');
    await door.reportValue(false);
    await window.reportValue(false);
    const { page } = await open('/robots.txt', home);
    await page.clock.install();
    await page.goto(`${scene().platform.url}/home`);
    await untilLive(page);
    const icon = (name: string) => tile(page, name).locator('svg').first().innerHTML();
    await tile(page, 'Terrace door').getByText('Closed').waitFor();
    const closed = [await icon('Terrace door'), await icon('Kitchen window')];
    assert.notEqual(closed[0], closed[1], 'a window has the icon of a window');

    await door.reportValue(true);
    await tile(page, 'Terrace door').getByText('Open', { exact: true }).waitFor();
    assert.notEqual(await icon('Terrace door'), closed[0]);
    assert.equal(await tile(page, 'Terrace door').getAttribute('data-severity'), 'normal');
    await page.clock.fastForward('09:00');
    assert.equal(await tile(page, 'Terrace door').getAttribute('data-severity'), 'normal');
    await page.clock.fastForward('02:00');
    await tile(page, 'Terrace door')
      .and(page.locator('[data-severity=attention]'))
      .getByText(/^Open 1\d min$/)
      .waitFor();
    await door.reportValue(false);
    await tile(page, 'Terrace door').and(page.locator('[data-severity=normal]')).waitFor();
  });

  it('marks an open lock, a low battery and an unreachable device', async () => {
    const { newHome, add, open } = scene();
    const home = await newHome();
    const lock = await add(home, LOCK, 'Front door');
    const leak = await add(home, LEAK, 'Sink');
    const window = await add(home, CONTACT, 'Window');
    await lock.reportValue(true);
    await leak.reportValue(false);
    await window.reportValue(false);
    for (const viewport of viewports) {
      const { page, pageErrors } = await open('/home', home, viewport);
      await untilLive(page);
      const severe = (name: string, severity: string) =>
        tile(page, name)
          .and(page.locator(`[data-severity=${severity}]`))
          .waitFor();
      for (const name of ['Front door', 'Sink', 'Window']) await severe(name, 'normal');
      const heights = () =>
        page.getByRole('article').evaluateAll((all) => all.map((each) => each.clientHeight));
      const before = await heights();
      const locked = await tile(page, 'Front door').locator('svg').first().innerHTML();

      await lock.reportValue(false);
      await severe('Front door', 'attention');
      await tile(page, 'Front door').getByText('Unlocked').waitFor();
      assert.notEqual(await tile(page, 'Front door').locator('svg').first().innerHTML(), locked);
      await leak.reportValue(true, 'leak-sensor/battery-low');
      await severe('Sink', 'attention');
      await tile(page, 'Sink').getByText('Battery low').waitFor();
      await tile(page, 'Sink').getByText('Dry').waitFor();
      await window.reportValue('unreachable', 'contact-sensor/access');
      await severe('Window', 'attention');
      await tile(page, 'Window').getByText('No answer').waitFor();
      await assertAccessible(page, JSON.stringify(viewport));
      assert.deepEqual(await heights(), before, 'the layout does not grow');

      await lock.reportValue(true);
      await leak.reportValue(false, 'leak-sensor/battery-low');
      await window.reportValue('ok', 'contact-sensor/access');
      for (const name of ['Front door', 'Sink', 'Window']) await severe(name, 'normal');
      assert.deepEqual(pageErrors, []);
      await page.context().close();
    }
  });

  it('does not mark a reachable device whose remote control is disabled', async () => {
    const { newHome, add, open } = scene();
    const home = await newHome();
    const leak = await add(home, LEAK, 'Sink');
    await leak.reportValue(false);
    await leak.reportValue('remote_control_disabled', 'leak-sensor/access');
    const { page } = await open('/home', home);
    await tile(page, 'Sink').getByText('Dry').waitFor();
    assert.deepEqual(
      await tile(page, 'Sink').evaluate(({ dataset }) => [dataset['severity'], dataset['faint']]),
      ['normal', undefined],
    );
  });
});
