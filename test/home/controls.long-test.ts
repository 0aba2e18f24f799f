import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Locator } from 'playwright-core';
import { findBarriers } from '../support/browser.ts';
import { untilCommandOpen } from '../support/open-command.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { isDone, openLight, powerOf, rowOf, setUpDevices, untilStatusHidden } from './device-scene.ts';

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

  it('sets a colour by hue and saturation and describes it in words', async () => {
    const { newDevice, open, dataOf } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { page } = await open(lamp);
    await openLight(page, 'colour');
    await page.getByRole('slider', { name: 'Colour: hue' }).press('End');
    await isDone(page, 'color');
    const color = (await dataOf(lamp, 'light-bulb/color')) as { h: number };
    assert.equal(color.h, 360);
    const text = await page.getByRole('slider', { name: 'Colour: hue' }).getAttribute('aria-valuetext');
    assert.equal(text, 'Red, 360 degrees');
  });

  it('shows white light in kelvin and writes it in mired', async () => {
    const { newDevice, open, dataOf } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { page } = await open(lamp);
    await openLight(page, 'white');
    await rowOf(page, 'color-temperature').getByRole('button', { name: 'Warmest' }).click();
    await isDone(page, 'color-temperature');
    assert.equal(await dataOf(lamp, 'light-bulb/color-temperature'), 500);
    await rowOf(page, 'color-temperature').getByRole('slider').press('ArrowLeft');
    await rowOf(page, 'color-temperature').getByText('2,000 K').waitFor();
  });

  it('shows a lamp as white or coloured, whichever was set last, and never as both', async () => {
    const { newDevice, open } = scene();
    const { page } = await open(await newDevice(MODELS.colour, 'Lamp'));
    const whites = page.getByRole('group', { name: 'Colour temperature: swatches' }).getByRole('button');
    const colours = page.getByRole('group', { name: 'Colour: swatches' }).getByRole('button');
    const choose = (name: 'White' | 'Colour') => page.getByRole('button', { name, exact: true }).click();
    const isPressed = async (one: Locator) => (await one.getAttribute('aria-pressed')) === 'true';
    const isWhite = async () => {
      await choose('White');
      return isPressed(whites.first());
    };
    const isColoured = async () => {
      await choose('Colour');
      return isPressed(colours.last());
    };
    await choose('White');
    await whites.first().click();
    await isDone(page, 'color-temperature');
    assert.deepEqual([await isWhite(), await isColoured()], [true, false]);
    await choose('Colour');
    await colours.last().click();
    await isDone(page, 'color');
    assert.deepEqual([await isWhite(), await isColoured()], [false, true]);
    // The same white as before: the lamp receives the write and reports the value that it reported already.
    await choose('White');
    await untilStatusHidden(page, 'color-temperature');
    await whites.first().click();
    await isDone(page, 'color-temperature');
    assert.deepEqual([await isWhite(), await isColoured()], [true, false]);
  });

  it('marks only one of several choices with the same value', async () => {
    const { newDevice, open } = scene();
    const { page } = await open(await newDevice('LED1546G12', 'Lamp'));
    await openLight(page, 'white');
    const choices = rowOf(page, 'color-temperature')
      .getByRole('group', { name: /choices$/ })
      .getByRole('button');
    await choices.first().click();
    await isDone(page, 'color-temperature');
    assert.deepEqual(await choices.allInnerTexts(), ['Coolest', 'Neutral', 'Warm']);
    const pressed = choices.and(page.locator('[aria-pressed="true"]'));
    assert.deepEqual(await pressed.allInnerTexts(), ['Coolest']);
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

  it('moves a cover by its buttons', async () => {
    const { newDevice, open, dataOf } = scene();
    const blind = await newDevice(MODELS.cover, 'Blind');
    const { page } = await open(blind);
    const buttons = rowOf(page, 'command').getByRole('button');
    await buttons.first().waitFor();
    assert.deepEqual(await buttons.allInnerTexts(), ['Open', 'Stop', 'Close']);
    await buttons.last().click();
    await isDone(page, 'command');
    assert.equal(await dataOf(blind, 'cover/command'), 'CLOSE');
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

  it('says in words that the device refused a write', async () => {
    const { newDevice, open, platform } = scene();
    const lamp = await newDevice(MODELS.colour, 'Lamp');
    const { page } = await open(lamp);
    await platform.server.features.virtualDeviceControl.setFaults({}, lamp, ['refusing']);
    await platform.server.features.simulator.tick();
    await powerOf(page).click();
    const note = rowOf(page, 'status').locator('[data-tone="failed"]');
    await note.waitFor();
    assert.match(
      (await note.textContent()) ?? '',
      /^The device refused: remote control is turned off on the device$/,
    );
  });
});
