import assert from 'node:assert/strict';
import { it } from 'node:test';
import { parse } from 'acorn';
import { findBarriers } from '../../support/browser.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import {
  choose,
  type EditorScene,
  finish,
  ofKind,
  pageDevicesOfKinds,
  rulesIn,
  save,
  setUpEditor,
} from './editor-harness.ts';

onSqlite('the rule editor of the phone apps', setUpEditor, (scene) => {
  const open: EditorScene['open'] = (...of) => scene().open(...of);

  for (const dialect of ['android', 'ios'] as const) {
    it(`returns a trigger with all that the ${dialect} app needs, in the unit that is shown`, async () => {
      const pageDevices = pageDevicesOfKinds(dialect, 'thermostat');
      const harness = await open(dialect, 'trigger', pageDevices, {
        preferences: { units: 'imperial', locale: 'en_US' },
      });
      const { page } = harness;
      await choose(page, 'Temperature rises above');
      await page.getByRole('textbox', { name: 'Temperature rises above' }).fill('70');
      await page.getByText('Only after it has lasted a while').click();
      await page.locator('details input').fill('5');
      await page.getByText('Temperature rises above 70 °F for 5 min').waitFor();
      await save(page);
      const [tile] = pageDevices.tiles as { profile: string; label: string }[];
      const saved = harness.saved[0];
      assert.equal(saved?.ruleUnit.type, 'trigger');
      const [unit, ...others] = saved.ruleUnit.rules;
      assert.deepEqual(others, []);
      assert.deepEqual(
        [unit?.profile, unit?.channel, unit?.property, unit?.labels.channel],
        [tile?.profile, 'ch-1', 'local-temperature', tile?.label],
      );
      assert.ok(unit && ofKind('thermostat').components.some(({ id }) => id === unit.component));
      assert.deepEqual(rulesIn(harness), [
        { is: 'rises-above', property: 'local-temperature', value: 70, unit: 'fahrenheit', for: 'PT5M' },
      ]);
      assert.equal(harness.readyCount, 1);
      assert.equal(harness.fetchCount > 0, dialect === 'ios', 'the frame of the iOS bridge is permitted');
      await finish(harness);
    });

    it(`returns several actions of several devices in order in the ${dialect} app`, async () => {
      const harness = await open(dialect, 'action', pageDevicesOfKinds(dialect, 'color-light', 'plug'));
      const { page } = harness;
      await choose(page, 'On/off set to');
      await page.getByRole('button', { name: 'On', exact: true }).first().click();
      await choose(page, 'On/off set to', (await page.locator('select').count()) - 1);
      await page.getByRole('button', { name: 'Off', exact: true }).last().click();
      await page.getByRole('button', { name: 'Another action' }).first().click();
      const second = page.locator('.card').nth(1);
      await second.locator('select').first().selectOption({ label: 'Brightness set to' });
      await second.getByRole('textbox', { name: 'Brightness set to' }).fill('20');
      await second.getByText('Wait before this').click();
      await second.locator('details input').fill('30');
      await second.locator('details select').selectOption({ label: 'seconds' });
      await save(page);
      assert.deepEqual(rulesIn(harness), [
        { is: 'set', property: 'status', value: true },
        { is: 'set', property: 'brightness', value: 20, after: { wait: 'PT30S' } },
        { is: 'set', property: 'status', value: false },
      ]);
      assert.deepEqual(
        harness.saved[0]?.ruleUnit.rules.map(({ channel }) => channel),
        ['ch-1', 'ch-1', 'ch-2'],
      );
      await finish(harness);
    });
  }

  it('gives two equal rules of one component different labels', async () => {
    const harness = await open('android', 'action', pageDevicesOfKinds('android', 'plug'));
    const { page } = harness;
    await page.getByRole('button', { name: 'Another action' }).click();
    for (const at of [0, 1]) {
      const card = page.locator('.card').nth(at);
      await card.locator('select').first().selectOption({ label: 'On/off set to' });
      await card.getByRole('button', { name: 'On', exact: true }).click();
    }
    await save(page);
    const labels = harness.saved[0]?.ruleUnit.rules.map(({ label }) => label);
    assert.deepEqual(labels, ['on/off set to On', 'on/off set to On (2)']);
    await finish(harness);
  });

  it('saves nothing while a choice or a value is missing, and says so', async () => {
    const harness = await open('ios', 'state', pageDevicesOfKinds('ios', 'thermostat'));
    const { page } = harness;
    await save(page);
    await page.getByText('Choose at least one.').waitFor();
    await choose(page, 'Temperature is below');
    await save(page);
    await page.getByText('Something is missing above.').waitFor();
    await page.getByText('Choose or enter something.').waitFor();
    assert.deepEqual(harness.saved, []);
    await page.getByRole('textbox', { name: 'Temperature is below' }).fill('18,5');
    await save(page);
    assert.deepEqual(rulesIn(harness), [{ is: 'below', property: 'local-temperature', value: 18.5 }]);
    await finish(harness);
  });

  it('says that the app opens it when no app does', async () => {
    const { page, pageErrors } = await scene().browser.open({ width: 320 });
    await page.clock.install();
    await page.goto(`${scene().platform.url}/worker-editor-v3`);
    await page.getByText('Connecting…').waitFor();
    await page.clock.fastForward(10_000);
    await page.getByText('Open this page from the app.').waitFor();
    assert.deepEqual([await findBarriers(page), pageErrors], [[], []]);
    await page.close();
  });

  it('says that the device is missing when the app names none', async () => {
    const harness = await open('android', 'action', { channels: [], tiles: [] });
    await harness.page.getByText('The app did not say which device this is.').waitFor();
    await finish(harness);
  });

  it('has no accessibility problems in the rule editor, which fits 320 px, in both color schemes', async () => {
    for (const colorScheme of ['light', 'dark'] as const) {
      const pageDevices = pageDevicesOfKinds('ios', 'thermostat', 'color-light');
      const harness = await open('ios', 'action', pageDevices, { width: 320, colorScheme });
      const { page } = harness;
      const selects = await page.locator('select').count();
      await choose(page, 'Colour set to', selects - 1);
      await choose(page, 'System mode set to');
      await page.getByText('Wait before this').first().click();
      await save(page);
      assert.deepEqual(await findBarriers(page), []);
      const width = await page.evaluate<number>('document.documentElement.scrollWidth');
      assert.equal(width, 320);
      await finish(harness);
    }
  });
});

onSqlite(
  'the files of the rule editor',
  (stage: Stage) => stage.start(),
  (scene) => {
    const paths = ['/worker-editor-v3', '/worker-editor-v3/editor.js', '/worker-editor-v3/editor.css'];

    it('serves the files of the rule editor with a slash, revalidated, and with a policy for the bridge of iOS', async () => {
      const platform = scene();
      const page = await rawRequest(platform, '/worker-editor-v3/');
      const bare = await rawRequest(platform, '/worker-editor-v3');
      assert.deepEqual([page.status, bare.status], [200, 200]);
      assert.deepEqual(page.body, bare.body);
      const { origin } = new URL(platform.url);
      assert.match(
        String(page.headers['content-security-policy']),
        /^default-src 'none'; script-src 'self'; style-src 'self'; img-src https?:\S+( https?:\S+)? data:; font-src 'self'; frame-src wvjbscheme:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
      );
      assert.ok(String(page.headers['content-security-policy']).includes(origin));
      for (const path of paths) {
        const { headers } = await rawRequest(platform, path);
        assert.equal(headers['cache-control'], 'public, no-cache');
        const again = await rawRequest(platform, path, { headers: { 'if-none-match': headers.etag ?? '' } });
        assert.equal(again.status, 304, path);
      }
    });

    it('keeps the rule editor below 60 KB, for web views of 2017, without another origin', async () => {
      const platform = scene();
      let bytes = 0;
      for (const path of paths) {
        const headers = { 'accept-encoding': 'gzip' };
        bytes += (await rawRequest(platform, path, { headers })).body.length;
        const text = await (await platform.request(path)).text();
        if (!path.endsWith('.js')) continue;
        assert.doesNotThrow(() => parse(text, { ecmaVersion: 2017, sourceType: 'script' }));
        assert.doesNotMatch(
          text,
          /https?:\/\/\w|innerHTML|insertAdjacentHTML|document\.write|localStorage|new Function/,
        );
      }
      assert.ok(bytes < 60 * 1024, `${bytes} bytes`);
    });
  },
);
