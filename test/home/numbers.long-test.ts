import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertAccessible } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { isDone, rowOf, setUpDevices, untilStatusHidden } from './device-scene.ts';

const MODELS = { thermostat: 'BTH-RA', knob: 'TRVZB', lock: 'V3-BTZB/V3-BTZBE', valve: 'SWV' };

const setUp = (stage: Stage) => setUpDevices(stage);

onSqlite('entering numbers and codes', setUp, (scene) => {
  it("takes a set-point by steps or typed, in the user's unit", async () => {
    const { newDevice, open, dataOf, call, ana } = scene();
    const radiator = await newDevice(MODELS.thermostat, 'Radiator');
    const { page } = await open(radiator);
    const at = 'occupied-heating-setpoint';
    const field = rowOf(page, at).getByRole('textbox');
    await field.fill('19,4');
    await field.press('Enter');
    await isDone(page, at);
    assert.equal(await dataOf(radiator, `thermostat/${at}`), 19.5, 'the nearest that the device takes');
    await untilStatusHidden(page, at);
    await rowOf(page, at).getByRole('button', { name: /more$/ }).click();
    await isDone(page, at);
    assert.equal(await dataOf(radiator, `thermostat/${at}`), 20);
    assert.equal((await call(ana, '/v3/users/me/preferences', 'PATCH', { units: 'imperial' })).status, 200);
    await page.reload();
    await rowOf(page, at).locator('input[value="68"]').waitFor();
    await rowOf(page, 'local-temperature').getByText('°F').waitFor();
    await page.locator('figure', { hasText: '°F' }).first().waitFor();
    for (const [typed, data] of [
      ['70', 21],
      ['73', 23],
      ['71', 21.5],
    ] as const) {
      await field.fill(typed);
      await field.press('Enter');
      await isDone(page, at);
      await untilStatusHidden(page, at);
      assert.equal(await dataOf(radiator, `thermostat/${at}`), data);
      assert.equal(await field.inputValue(), typed, 'the page shows the value that was set');
    }
    await rowOf(page, at).getByRole('button', { name: /less$/ }).click();
    await isDone(page, at);
    assert.deepEqual([await field.inputValue(), await dataOf(radiator, `thermostat/${at}`)], ['70', 21]);
    await untilStatusHidden(page, at);
    await field.fill('87');
    await field.press('Enter');
    await rowOf(page, at).getByText('Enter 41 °F to 86 °F.').waitFor();
    await field.fill('70.7');
    await field.press('Enter');
    await isDone(page, at);
    assert.equal(await dataOf(radiator, `thermostat/${at}`), 21.5);
    await call(ana, '/v3/users/me/preferences', 'PATCH', { units: 'metric', locale: 'pt_PT' });
    await page.reload();
    await rowOf(page, at).locator('input[value="21,5"]').waitFor();
    await page.locator('figure', { hasText: '21,5 °C' }).first().waitFor();
    await call(ana, '/v3/users/me/preferences', 'PATCH', { locale: 'en_GB' });
  });

  it('sends a typed set-point by a tap on a phone, whose number pad has no Enter', async () => {
    const { newDevice, open, dataOf } = scene();
    const radiator = await newDevice(MODELS.thermostat, 'Radiator');
    const at = 'occupied-heating-setpoint';
    const { page, pageErrors } = await open(radiator, { width: 390, height: 664, hasTouch: true });
    const field = rowOf(page, at).getByRole('textbox');
    const set = rowOf(page, at).getByRole('button', { name: /: set$/ });
    await field.waitFor();
    assert.equal(await set.count(), 0);
    await field.tap();
    await field.fill('99');
    await set.tap();
    await rowOf(page, at).getByRole('alert').getByText('Enter 5 °C to 30 °C.').waitFor();
    await rowOf(page, at).locator('input:focus').waitFor();
    await assertAccessible(page, 'a number that is typed');
    await field.fill('21.5');
    await set.tap();
    await isDone(page, at);
    assert.equal(await dataOf(radiator, `thermostat/${at}`), 21.5);
    assert.equal(await set.count(), 0);
    assert.equal(await rowOf(page, at).locator('input:focus').count(), 0, 'the number pad closes');
    await field.fill('18');
    await set.waitFor();
    await page.getByRole('heading', { level: 1 }).tap();
    await set.waitFor({ state: 'detached' });
    assert.equal(await field.inputValue(), '21.5');
    assert.equal(await dataOf(radiator, `thermostat/${at}`), 21.5);
    assert.deepEqual(pageErrors, []);
  });

  it('has no property for the codes of a lock’s users', async () => {
    const { newDevice, open, call, ana } = scene();
    const lock = await newDevice(MODELS.lock, 'Front door');
    const { page } = await open(lock);
    await page.locator('summary', { hasText: 'Settings' }).click();
    await page.locator('details[open] [data-property]').first().waitFor();
    assert.equal(await page.locator('[data-property^="pin"]').count(), 0);
    const path = `/v3/channels/${lock}/components/lock/properties/pin-code/value`;
    const body = { data: { user: 1, pin_code: '0471' } };
    assert.equal((await call(ana, path, 'PUT', body)).status, 404);
  });
});
