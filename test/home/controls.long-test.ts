import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findBarriers } from '../support/browser.ts';
import { untilCommandOpen } from '../support/open-command.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { isDone, powerOf, rowOf, setUpDevices, untilStatusHidden } from './device-scene.ts';

const MODELS = {
  colour: 'GL-C-008P',
  thermostat: 'BTH-RA',
  cover: 'ZNCLDJ12LM',
  lock: 'V3-BTZB/V3-BTZBE',
  valve: 'SWV',
};

/** Together these models have every schema of the catalogue. */
const KINDS = {
  ...MODELS,
  climate: 'WSDCGQ11LM',
  button: 'WXKG11LM',
  fan: 'E2007',
  presence: 'FP1E',
  siren: 'HS2WD-E',
  plug: 'SP-EUC01',
  smoke: 'JY-GZ-01AQ',
};

const setUp = (stage: Stage) => setUpDevices(stage);

onSqlite('controls on a device page', setUp, (scene) => {
  for (const [kind, model] of Object.entries(KINDS))
    it(`shows a ${kind} without errors or accessibility problems`, async () => {
      const { newDevice, open } = scene();
      const { page, pageErrors } = await open(await newDevice(model, `A ${kind}`), { width: 390 });
      await page.getByRole('heading', { name: `A ${kind}`, level: 1 }).waitFor();
      for (const fold of await page.locator('article details > summary').all()) await fold.click();
      await page.locator('time').or(page.getByText('Nothing has happened yet.')).first().waitFor();
      assert.deepEqual([pageErrors, await findBarriers(page)], [[], []]);
      const overflow = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.equal(overflow, 0, 'nothing is wider than a phone');
      await page.context().close();
    });

  it('switches by the keyboard and shows that the write was confirmed', async () => {
    const { newDevice, open, dataOf } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { page } = await open(lamp);
    const power = powerOf(page);
    const before = await power.getAttribute('data-on');
    await power.focus();
    await page.keyboard.press('Space');
    await isDone(page, 'status');
    assert.equal(await dataOf(lamp, 'light-bulb/status'), before !== 'true');
    assert.equal(await power.getAttribute('data-on'), String(before !== 'true'));
  });

  it('writes the brightness once, when the slider is released', async () => {
    const { newDevice, open, dataOf, platform } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { page } = await open(lamp);
    const slider = rowOf(page, 'brightness').getByRole('slider');
    const box = await slider.boundingBox();
    assert.ok(box);
    const middle = box.x + box.width / 2;
    await page.mouse.move(middle, box.y + box.height * 0.5);
    await page.mouse.down();
    for (let step = 0; step <= 20; step += 1)
      await page.mouse.move(middle, box.y + box.height * (0.5 - step / 50));
    await page.mouse.up();
    await isDone(page, 'brightness');
    const data = await dataOf(lamp, 'light-bulb/brightness');
    assert.ok(Number(data) >= 88 && Number(data) <= 92, `was pulled to ${data}`);
    assert.equal(data, Number(await slider.getAttribute('aria-valuenow')));
    assert.equal(await slider.getAttribute('aria-valuetext'), `${data} %`);
    const writes = await platform.server.db.read
      .selectFrom('commands')
      .select('id')
      .where('channel_id', '=', lamp)
      .execute();
    assert.equal(writes.length, 1);
  });

  it('does not shift the layout while a write is open', async () => {
    const { newDevice, open } = scene();
    const { page } = await open(await newDevice(MODELS.colour, 'Lamp'));
    const places = () =>
      page.locator('[data-property]').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().y));
    await rowOf(page, 'brightness').getByRole('slider').waitFor();
    const before = await places();
    const noted = rowOf(page, 'brightness').getByRole('status');
    await rowOf(page, 'brightness').getByRole('slider').press('End');
    await noted.getByText('Done').waitFor();
    assert.deepEqual(await places(), before);
  });

  it('asks before it unlocks and restores the focus', async () => {
    const { newDevice, open, dataOf } = scene();
    const lock = await newDevice(MODELS.lock, 'Front door');
    const { page } = await open(lock);
    const knob = rowOf(page, 'locked').getByRole('switch');
    if ((await knob.getAttribute('aria-checked')) === 'false') {
      await knob.click();
      await isDone(page, 'locked');
      await untilStatusHidden(page, 'locked');
    }
    await knob.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Unlock Front door?' });
    await dialog.waitFor();
    assert.deepEqual(await findBarriers(page), []);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    assert.equal(await dataOf(lock, 'lock/locked'), true);
    await page.locator('[role=switch]:focus').waitFor();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Unlock' }).click();
    await rowOf(page, 'locked').getByText('Unlocked').waitFor();
    await isDone(page, 'locked');
    assert.equal(await dataOf(lock, 'lock/locked'), false);
  });

  it('shows that the device did not answer, and then the last known value again', async () => {
    const { newDevice, open, platform } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { virtualDeviceControl, writePath } = platform.server.features;
    await virtualDeviceControl.setFaults({}, lamp, ['silent']);
    // The value is held, since the lamp's own report that it is on would settle the write or hide its result.
    const on = { componentId: 'light-bulb', propertyId: 'status', data: true };
    await virtualDeviceControl.report({}, lamp, on, true);
    const { page } = await open(lamp);
    await page.getByRole('button', { name: 'Turn off' }).click();
    await rowOf(page, 'status').getByText('Waiting for the device…').waitFor();
    await page.getByRole('button', { name: 'Turn on' }).waitFor();
    await untilCommandOpen(platform, lamp);
    platform.clock.advance({ seconds: 6 });
    await writePath.settleOverdue();
    await rowOf(page, 'status').locator('[data-tone="failed"]').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).waitFor();
    assert.deepEqual(await findBarriers(page), []);
  });
});
