import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Page } from 'playwright-core';
import { onSqlite } from '../../support/scene.ts';
import { contextForPage } from './context-channel.ts';
import { pageDevicesOf, templates } from './devices.ts';
import {
  choose,
  type EditorScene,
  type EditorType,
  finish,
  ofKind,
  pageDevicesOfKinds,
  rulesIn,
  save,
  setUpEditor,
} from './editor-harness.ts';

/** Chooses each rule of each device in turn, and returns those for which the page has no fields. */
const WITHOUT_FIELDS = `[...document.querySelectorAll('.row > .entry > select')].flatMap((select) =>
  [...select.options].filter((option) => {
    select.value = option.value;
    select.dispatchEvent(new Event('change'));
    return select.closest('.card').textContent.includes('This cannot be chosen here.');
  }).map((option) => option.text))`;

onSqlite('every rule of the rule editor', setUpEditor, (scene) => {
  const open: EditorScene['open'] = (...of) => scene().open(...of);

  it('returns times, the sun, places, scenes and notifications of the context channel', async () => {
    const made: Record<string, unknown>[] = [];
    const use = async (
      type: EditorType,
      component: string,
      label: string,
      fill: (page: Page) => Promise<unknown>,
    ): Promise<string | null> => {
      const harness = await open('android', type, contextForPage('android', component));
      const { page } = harness;
      if ((await page.locator('select').first().inputValue()) === '') await choose(page, label);
      await fill(page);
      const text = await page.locator('.sentence').textContent();
      await save(page);
      made.push(...rulesIn(harness));
      await finish(harness);
      return text;
    };
    const texts = [
      await use('trigger', 'time', 'Time of day', async (page) => {
        await page.getByLabel('Time', { exact: true }).fill('07:30');
        for (const name of ['Monday', 'Friday']) await page.getByRole('button', { name }).click();
      }),
      await use('trigger', 'time', 'Sunrise or sunset', async (page) => {
        await page.getByRole('button', { name: 'Sunset' }).click();
        await page.getByRole('textbox', { name: 'Earlier or later' }).fill('15');
      }),
      await use('trigger', 'time', 'At an interval', (page) =>
        page.getByRole('textbox', { name: 'How often' }).fill('20'),
      ),
      await use('state', 'time', 'Between two times', async (page) => {
        await page.getByLabel('From').fill('22:00');
        await page.getByLabel('To', { exact: true }).fill('06:00');
      }),
      await use('state', 'time', 'Day of the week', (page) =>
        page.getByRole('button', { name: 'Sunday' }).click(),
      ),
      await use('state', 'time', 'The sun', (page) => page.getByRole('button', { name: 'Down' }).click()),
      await use('trigger', 'location', 'Arrives at a place', (page) =>
        page.getByRole('button', { name: 'Grandparents' }).click(),
      ),
      await use('state', 'location', 'Is not at a place', (page) =>
        page.getByRole('button', { name: 'Home' }).click(),
      ),
      await use('action', 'scene', 'Play a scene', (page) =>
        page.getByRole('button', { name: 'Movie night' }).click(),
      ),
      await use('action', 'push', 'Notify me', (page) =>
        page.getByRole('textbox').first().fill('The door is open'),
      ),
    ];
    assert.deepEqual(made, [
      { is: 'at', property: 'time', at: '07:30', days: ['mo', 'fr'] },
      { is: 'sun', property: 'time', event: 'sunset', offset: '-PT15M' },
      { is: 'every', property: 'time', every: 'PT20M' },
      { is: 'between', property: 'time', from: '22:00', to: '06:00' },
      { is: 'weekday-is', property: 'time', days: ['su'] },
      { is: 'sun-is', property: 'time', sun: 'down' },
      { is: 'arrives', property: 'place', place: 'p-1' },
      { is: 'is-not-at', property: 'place', place: 'home' },
      { is: 'play', property: 'run', scene: 's-1' },
      { is: 'notify', property: 'notification', text: 'The door is open' },
    ]);
    assert.deepEqual(texts.slice(0, 4), [
      'time is 07:30, Monday, Friday',
      'time is Sunset, 15 min before',
      'time passes every 20 min',
      'time is between 22:00 and 06:00',
    ]);
    assert.deepEqual(texts.slice(6), [
      'arrives at Grandparents',
      'is not at Home',
      'play Movie night',
      'notify me with The door is open',
    ]);
  });

  it('shows the rule editor in the language of the person', async () => {
    for (const [locale, heading, done] of [
      ['de_DE', 'Wenn', 'Fertig'],
      ['es_ES', 'Cuando', 'Listo'],
      ['fr_FR', 'Quand', 'Terminé'],
      ['pt_PT', 'Quando', 'Concluído'],
      ['it_IT', 'When', 'Done'],
    ] as const) {
      const harness = await open('android', 'trigger', pageDevicesOfKinds('android', 'plug'), {
        preferences: { locale },
      });
      await harness.page.getByRole('heading', { level: 1, name: heading }).waitFor();
      await harness.page.getByRole('button', { name: done }).waitFor();
      await finish(harness);
    }
  });

  it('has fields for every rule of a device of each kind', async () => {
    const kinds = [...new Set(templates.map(({ kind }) => kind))];
    for (const [index, type] of (['trigger', 'state', 'action'] as const).entries()) {
      const some = kinds.filter((_kind, at) => at % 3 === index);
      const pageDevices = some.map((kind) => pageDevicesOf(ofKind(kind), 'ios', kind));
      const tiles = pageDevices.flatMap((each) => (type === 'trigger' ? each.tiles.slice(0, 1) : each.tiles));
      const harness = await open('ios', type, {
        channels: pageDevices.flatMap(({ channels }) => channels),
        tiles,
      });
      const missing = await harness.page.evaluate<string[]>(WITHOUT_FIELDS);
      assert.deepEqual(missing, [], type);
      await finish(harness);
    }
  });
});
