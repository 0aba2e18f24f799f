import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { viewports } from '../support/browser.ts';
import { setUpEnergy } from '../support/energy-scene.ts';
import { HOUR } from '../support/history-scene.ts';
import { assertAccessible, setUpHomePages } from '../support/home-pages.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  // Both start the same platform.
  const starting = stage.start();
  const shared = { ...stage, start: () => starting };
  return { ...(await setUpEnergy(shared)), ...(await setUpHomePages(shared)) };
}

onEachEngine(
  'the energy page of Home',
  setUp,
  (scene) => {
    it('shows what the home used, its rooms and its cost, and saves it as a file', async () => {
      const { newHome, newCounter, newGroupedPlug, open } = withPlug(scene());
      const home = await newHome();
      // Whole hours of two months that are over, so that the test does not depend on the time of day.
      const begin = new Date(2026, 2, 1).getTime();
      const hours = Array.from({ length: 48 }, (_, hour) => begin + hour * HOUR);
      await newCounter(
        home,
        'meter',
        hours.map((time, index) => [time, index]),
      );
      await newGroupedPlug(
        home,
        hours.map((time, index) => [time, index * 250]),
      );
      for (const viewport of viewports) {
        const { page, pageErrors } = await open('/home/energy?bars=day&on=2026-03-01', home, viewport);
        await page.getByRole('heading', { name: 'Whole home' }).waitFor();
        const table = page.getByRole('table', { name: 'Energy in each day, in kWh' });
        await table.getByRole('row', { name: '1 24', exact: true }).waitFor({ state: 'attached' });
        await assertAccessible(page, `energy at ${viewport.width}`);
        const rooms = page.getByRole('region', { name: 'By room' });
        await rooms.getByRole('link', { name: /Hall.*25\s?%/ }).click();
        await page.getByRole('heading', { name: 'Hall', level: 2 }).waitFor();
        await table.getByRole('row', { name: '1 6', exact: true }).waitFor({ state: 'attached' });
        assert.deepEqual(pageErrors, []);
        await page.close();
      }

      const { page, pageErrors } = await open('/home', home);
      await page
        .getByRole('navigation', { name: 'Pages' })
        .getByRole('link', { name: 'Energy' })
        .press('Enter');
      await page.getByRole('textbox', { name: 'Price for a kWh' }).fill('0.5');
      await page.getByRole('button', { name: 'Save tariff' }).press('Enter');
      await page.getByRole('button', { name: 'Remove tariff' }).waitFor();
      await page.goto(page.url().replace(/energy.*/, 'energy?bars=month&on=2026-03-01'));
      const table = page.getByRole('table', { name: 'Energy in each month, in kWh' });
      await table.getByRole('row', { name: 'Mar 47 €23.50' }).waitFor({ state: 'attached' });
      const saving = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download as CSV' }).press('Enter');
      const file = await readFile(await (await saving).path(), 'utf8');
      assert.match(file, /^time,used_kwh,produced_kwh,estimated_kwh,cost,currency\r\n/);
      assert.match(file, /,47,,0,23\.5,EUR\r\n/);
      await assertAccessible(page, 'energy with a tariff');
      assert.deepEqual(pageErrors, []);
    });
  },
  { engines: ['sqlite'] },
);

type Scene = Awaited<ReturnType<typeof setUp>>;

/** Adds a plug in the room Hall. */
function withPlug(scene: Scene) {
  return {
    ...scene,
    async newGroupedPlug(
      home: Awaited<ReturnType<Scene['newHome']>>,
      values: Parameters<Scene['newCounter']>[2],
    ) {
      const channel = await scene.newCounter(home, 'plug', values);
      const { id } = await home.newGroup('Hall');
      const tile = (await home.tiles()).find((each) => each.channel === channel);
      await home.send('PATCH', `tiles/${tile?.id}`, { groups: [id] });
    },
  };
}
