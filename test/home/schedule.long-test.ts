import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findBarriers, viewports } from '../support/browser.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { setUpDevices } from './device-scene.ts';

const MONDAY = 'thermostat/weekly-schedule-monday';
const SUNDAY = 'thermostat/weekly-schedule-sunday';

async function setUp(stage: Stage) {
  const devices = await setUpDevices(stage);
  const { clock, server } = devices.platform;
  /** Adds a thermostat, and lets time pass until it has reported its schedule. */
  const newThermostat = async (model: string, name: string): Promise<string> => {
    const channelId = await devices.newDevice(model, name);
    for (let turn = 0; turn < 3; turn += 1) {
      clock.advance({ seconds: 6 });
      await server.features.simulator.tick();
    }
    return channelId;
  };
  return { ...devices, newThermostat };
}

onSqlite('the schedule of a thermostat', setUp, (scene) => {
  it('changes a schedule for a day and for another by keyboard, and the device confirms it', async () => {
    const { newThermostat, open, dataOf } = scene();
    const thermostat = await newThermostat('TRVZB', 'Hall radiator');
    const { page, pageErrors } = await open(thermostat);
    const schedule = page.getByRole('region', { name: 'Schedule' });
    await schedule.getByRole('button', { name: /^Monday: 00:00 17 °C, 06:30 21 °C/ }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Schedule: Monday' });
    await dialog.getByLabel('Time 2', { exact: true }).fill('07:15');
    const temperature = dialog.getByRole('textbox', { name: /^Temperature 2/ });
    await temperature.focus();
    await page.keyboard.press('ArrowUp');
    await dialog.getByRole('button', { name: 'Remove time 5' }).click();
    await dialog.getByRole('button', { name: 'Sun' }).click();
    await page.keyboard.press('Tab');
    await dialog.getByRole('button', { name: 'Save' }).click();
    const wanted = '00:00/17 07:15/21.5 08:30/18 17:00/21';
    await schedule.getByRole('button', { name: /^Sunday: 00:00 17 °C, 07:15 21.5 °C/ }).waitFor();
    await schedule.getByText('Done').last().waitFor();
    assert.deepEqual([await dataOf(thermostat, MONDAY), await dataOf(thermostat, SUNDAY)], [wanted, wanted]);
    assert.deepEqual(pageErrors, []);
  });

  for (const viewport of viewports)
    it(`shows an accessible schedule that fits at ${viewport.width} px, the dialog too (${viewport.colorScheme})`, async () => {
      const { newThermostat, open } = scene();
      const { page } = await open(await newThermostat('TRVZB', 'Attic radiator'), viewport);
      const schedule = page.getByRole('region', { name: 'Schedule' });
      await schedule.getByRole('button').first().waitFor();
      const beyond = async () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
      assert.deepEqual([await findBarriers(page), await beyond()], [[], 0]);
      await schedule.getByRole('button', { name: /^Monday/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
      assert.deepEqual([await findBarriers(page), await beyond()], [[], 0]);
    });
});
