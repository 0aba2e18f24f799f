import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertAccessible } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { isDone, rowOf, setUpDevices } from './device-scene.ts';

const MODELS = { thermostat: 'BTH-RA', knob: 'TRVZB', lock: 'V3-BTZB/V3-BTZBE', valve: 'SWV' };

const setUp = (stage: Stage) => setUpDevices(stage);

onSqlite('entering numbers and codes', setUp, (scene) => {
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
