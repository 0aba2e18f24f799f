import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createDevicePages } from '@azulejo/server/testing';
import type { Locator } from 'playwright-core';
import { axeOf, startBrowser, type TestBrowser } from '../../support/browser.ts';
import type { Dialect } from './bridges.ts';
import type { PageDevices } from './devices.ts';
import { type Harness, openPage, unpack } from './page-harness.ts';

const CELSIUS = { muzzleyUnit: 'celsius', targetMetric: 'celsius', targetImperial: 'fahrenheit' };
const control = (id: string, controlInterface: string, config: object) => ({ id, controlInterface, config });
const number = (config: object) => [control('value', 'number', config)];

/** A radiator with typed numbers, as custom templates may offer them. */
const RADIATOR: PageDevices = {
  channels: [
    {
      id: 'ch-1',
      content: 'Radiator',
      components: [{ id: 'radiator', type: 'radiator' }],
      properties: [
        {
          id: 'target',
          label: 'Target',
          io: 'rws',
          unitsOptions: CELSIUS,
          controlInterfaces: number({ min: 4, max: 30, step: 0.5 }),
        },
        {
          id: 'delay',
          label: 'Delay',
          io: 'rws',
          schemaExtension: { minimum: 10, maximum: 60 },
          controlInterfaces: number({ suffix: ' s' }),
        },
        { id: 'counter', label: 'Counter', io: 'w', controlInterfaces: number({ min: 5, max: 9 }) },
        {
          id: 'code',
          label: 'Code',
          io: 'rws',
          schema: 'composite',
          controlInterfaces: [
            control('user', 'number', { label: 'User', min: 1, max: 20 }),
            control('pin_code', 'number', { label: 'Pin code' }),
          ],
        },
      ].map((property) => ({ schema: 'number', classes: [], components: ['radiator'], ...property })),
    },
  ],
  tiles: [{ id: 'tile-1', channel: 'ch-1', label: 'Radiator' }],
};

const rowOf = ({ page }: Harness, property: string): Locator => page.locator(`[data-property="${property}"]`);
const fieldOf = (harness: Harness, property: string): Locator =>
  rowOf(harness, property).getByRole('textbox');

const writes = ({ published }: Harness): unknown[] =>
  published.filter(({ io }) => io === 'w').map(({ data }) => data);

const report = (harness: Harness, property: string, data: unknown): Promise<void> =>
  harness.send({ io: 'iw', channel: 'ch-1', component: 'radiator', property, data });

async function enter(field: Locator, text: string): Promise<void> {
  await field.fill(text);
  await field.press('Enter');
}

describe('numbers and codes that a person enters in the device page', () => {
  const opened = new AsyncDisposableStack();
  let url = '';
  let browser: TestBrowser;
  before(async () => {
    browser = opened.use(await startBrowser());
    const pages = await createDevicePages();
    ({ url } = opened.use(await unpack(pages.archive(crypto.randomUUID()).bytes)));
  });
  after(() => opened.disposeAsync());

  /** Runs `test` with the page of the radiator, which is set to 20 °C. */
  async function withRadiator(
    given: { dialect?: Dialect; units?: string; locale?: string; colorScheme?: 'light' | 'dark' },
    test: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    const { dialect = 'ios', colorScheme = 'light', units = 'metric', locale = 'en_GB' } = given;
    const options = { ...RADIATOR, preferences: { units, locale } };
    const harness = await openPage(browser, url, { dialect, options, colorScheme, width: 390 });
    await report(harness, 'target', 20);
    await rowOf(harness, 'target').and(harness.page.locator('[data-state=known]')).waitFor();
    await test(harness);
    assert.deepEqual(harness.pageErrors, []);
    await harness.page.context().close();
  }

  for (const [dialect, colorScheme] of [
    ['android', 'light'],
    ['ios', 'dark'],
  ] as const) {
    it(`sends no number that is half typed or out of range in the ${dialect} app`, () =>
      withRadiator({ dialect, colorScheme }, async (harness) => {
        const field = fieldOf(harness, 'target');
        const alert = rowOf(harness, 'target').locator('[role=alert]');
        await field.fill('1');
        await field.blur();
        assert.deepEqual([await field.inputValue(), await alert.textContent()], ['20', '']);
        for (const [typed, fault] of [
          ['1', 'Enter 4 °C to 30 °C.'],
          ['99', 'Enter 4 °C to 30 °C.'],
          ['-', 'Enter a number.'],
          ['', 'Enter a number.'],
        ] as const) {
          await enter(field, typed);
          assert.deepEqual(
            [await field.getAttribute('aria-invalid'), await field.inputValue(), await alert.textContent()],
            ['true', typed, fault],
          );
        }
        assert.equal(await field.getAttribute('aria-describedby'), await alert.getAttribute('id'));
        const { violations } = await axeOf(harness.page).analyze();
        assert.deepEqual(violations, []);
        await field.blur();
        assert.deepEqual(
          [await field.getAttribute('aria-invalid'), await field.inputValue(), await alert.textContent()],
          ['false', '20', ''],
        );
        assert.deepEqual(writes(harness), []);
        await enter(field, '19,4');
        assert.deepEqual(writes(harness), [19.5], 'the nearest that the device takes');
      }));
  }

  it('sends a typed number with a button, for keyboards without Enter', () =>
    withRadiator({}, async (harness) => {
      const field = fieldOf(harness, 'target');
      const set = rowOf(harness, 'target').getByRole('button', { name: 'Set' });
      assert.equal(await set.count(), 0);
      await field.fill('99');
      await set.click();
      assert.deepEqual([await field.getAttribute('aria-invalid'), writes(harness)], ['true', []]);
      await field.fill('21');
      await set.click();
      assert.deepEqual([writes(harness), await set.count()], [[21], 0]);
    }));

  it('keeps what is being typed when the device reports, and shows the report afterwards', () =>
    withRadiator({}, async (harness) => {
      const field = fieldOf(harness, 'target');
      await field.fill('2');
      await report(harness, 'target', 22);
      await report(harness, 'delay', 30);
      await rowOf(harness, 'delay').and(harness.page.locator('[data-state=known]')).waitFor();
      assert.equal(await field.inputValue(), '2');
      await field.press('Escape');
      assert.equal(await field.inputValue(), '22');
    }));

  it("accepts and steps numbers in the person's unit, and shows limits in it", () =>
    withRadiator({ units: 'imperial', locale: 'en_US' }, async (harness) => {
      const row = rowOf(harness, 'target');
      const field = fieldOf(harness, 'target');
      await row.getByText('°F').waitFor();
      assert.equal(await field.inputValue(), '68');
      for (const [typed, data] of [
        ['70', 21],
        ['71', 21.5],
        ['39', 4],
        ['86', 30],
        ['70', 21],
      ] as const) {
        await enter(field, typed);
        assert.deepEqual([writes(harness).at(-1), await field.inputValue()], [data, typed]);
      }
      await row.getByRole('button', { name: 'Less' }).click();
      assert.deepEqual([writes(harness).at(-1), await field.inputValue()], [20.5, '69']);
      await field.press('ArrowUp');
      assert.deepEqual([writes(harness).at(-1), await field.inputValue()], [21, '70']);
      await enter(field, '38');
      assert.equal(await row.getByRole('alert').textContent(), 'Enter 39 °F to 86 °F.');
    }));

  it("formats number fields in the person's locale", () =>
    withRadiator({ locale: 'pt_PT' }, async (harness) => {
      await enter(fieldOf(harness, 'target'), '21,5');
      assert.deepEqual([writes(harness), await fieldOf(harness, 'target').inputValue()], [[21.5], '21,5']);
    }));

  it("disables steps for an unknown value and at the schema's limits", () =>
    withRadiator({}, async (harness) => {
      const row = rowOf(harness, 'delay');
      const [less, more] = [
        row.getByRole('button', { name: 'Less' }),
        row.getByRole('button', { name: 'More' }),
      ];
      assert.deepEqual([await less.isDisabled(), await more.isDisabled()], [true, true]);
      await enter(fieldOf(harness, 'delay'), '61');
      assert.equal(await row.getByRole('alert').textContent(), 'Enter 10 s to 60 s.');
      await enter(fieldOf(harness, 'delay'), '60');
      assert.deepEqual([await less.isDisabled(), await more.isDisabled()], [false, true]);
      assert.deepEqual(writes(harness), [60]);
    }));

  it('sends a write-only number only with its button', () =>
    withRadiator({}, async (harness) => {
      const row = rowOf(harness, 'counter');
      const set = row.getByRole('button', { name: 'Set' });
      assert.equal(await set.isDisabled(), true);
      await fieldOf(harness, 'counter').fill('12');
      await fieldOf(harness, 'counter').blur();
      assert.equal(await row.getByRole('alert').textContent(), 'Enter 5 to 9.');
      assert.equal(await set.isDisabled(), true);
      await enter(fieldOf(harness, 'counter'), '7');
      await row.getByRole('button', { name: 'More' }).click();
      assert.deepEqual(writes(harness), []);
      await set.click();
      assert.deepEqual(writes(harness), [8]);
    }));

  it('treats codes as hidden text without steps, and sends no values while one is invalid', () =>
    withRadiator({}, async (harness) => {
      const row = rowOf(harness, 'code');
      const code = row.locator('.member', { hasText: 'Pin code' });
      const set = row.getByRole('button', { name: 'Set' });
      assert.equal(await code.getByRole('button').count(), 0);
      assert.equal(await code.locator('input').getAttribute('type'), 'password');
      await code.locator('input').fill('0471');
      const user = row.getByRole('textbox', { name: 'User' });
      await user.fill('21');
      assert.equal(await set.isDisabled(), true);
      await user.blur();
      await row.getByText('Enter 1 to 20.').waitFor();
      await user.fill('2');
      await set.click();
      assert.deepEqual(writes(harness), [{ user: 2, pin_code: '0471' }]);
      await code.locator('input').fill('4711');
      await set.click();
      assert.deepEqual(writes(harness).at(-1), { user: 2, pin_code: 4711 });
    }));
});
