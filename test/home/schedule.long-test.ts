import assert from 'node:assert/strict';
import { it } from 'node:test';
import { findBarriers } from '../support/browser.ts';
import { looks } from '../support/home-pages.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { setUpDevices } from './device-scene.ts';

const MONDAY = 'thermostat/weekly-schedule-monday';
const SUNDAY = 'thermostat/weekly-schedule-sunday';

onSqlite(
  'the schedule of a thermostat',
  (stage: Stage) => setUpDevices(stage),
  (scene) => {
    it('is changed for a day and for another by keyboard, and the device confirms it', async () => {
      const { newDevice, open, dataOf } = scene();
      const thermostat = await newDevice('TRVZB', 'Hall radiator');
      const { page, troubles } = await open(thermostat);
      const schedule = page.getByRole('region', { name: 'Schedule' });
      await schedule.getByRole('button', { name: /^Monday: 00:00 17 °C, 06:30 21 °C/ }).focus();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Schedule: Monday' });
      await dialog.getByLabel('Time 2').fill('07:15');
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
      assert.deepEqual(
        [await dataOf(thermostat, MONDAY), await dataOf(thermostat, SUNDAY)],
        [wanted, wanted],
      );
      assert.deepEqual(troubles, []);
    });

    it('changes the text of a thermostat that has its week in one', async () => {
      const { newDevice, open, dataOf } = scene();
      const thermostat = await newDevice('BRT-100-TRV', 'Study radiator');
      const { page } = await open(thermostat);
      const schedule = page.getByRole('region', { name: 'Schedule' });
      await schedule.getByRole('button', { name: /^Monday to Friday/ }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Temperature 1: more' }).click();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await schedule.getByText('Done').waitFor();
      assert.match(
        String(await dataOf(thermostat, 'thermostat/programming-mode')),
        /^06:30\/22°C {2}08:30\/18°C {2}17:00\/21°C {2}22:30\/17°C {2}08:00\/21°C/,
      );
    });

    for (const look of looks)
      it(`is accessible and fits at ${look.width} px, the dialog too (${look.colorScheme})`, async () => {
        const { newDevice, open } = scene();
        const { page } = await open(await newDevice('TRVZB', 'Attic radiator'), look);
        const schedule = page.getByRole('region', { name: 'Schedule' });
        await schedule.getByRole('button').first().waitFor();
        const beyond = async () => page.evaluate('document.documentElement.scrollWidth - innerWidth');
        assert.deepEqual([await findBarriers(page), await beyond()], [[], 0]);
        await schedule.getByRole('button', { name: /^Monday/ }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Save' }).waitFor();
        assert.deepEqual([await findBarriers(page), await beyond()], [[], 0]);
        const { SHOTS } = process.env;
        if (SHOTS) await page.screenshot({ path: `${SHOTS}/editor-${look.width}.png` });
        if (SHOTS) {
          await page.keyboard.press('Escape');
          await page.getByRole('dialog').waitFor({ state: 'hidden' });
          await page.screenshot({ path: `${SHOTS}/schedule-${look.width}.png`, fullPage: true });
        }
      });
  },
);
