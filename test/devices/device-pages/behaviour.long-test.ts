import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChannelTemplate } from '@azulejo/contract';
import { createDevicePages } from '@azulejo/server/testing';
import { startBrowser } from '../../support/browser.ts';
import { type PageDevices, pageDevicesOf, templates } from './devices.ts';
import {
  type Harness,
  type HarnessOptions,
  openPage,
  type PlatformMessage,
  type Published,
  unpack,
} from './page-harness.ts';

const METRIC = { units: 'metric', locale: 'en_GB' };
const IMPERIAL = { units: 'imperial', locale: 'en_US' };

function ofKind(kind: string): ChannelTemplate {
  const found = templates.find((template) => template.kind === kind);
  assert.ok(found, kind);
  return found;
}

const rowOf = ({ page }: Harness, slot: string) => {
  const [component, property] = slot.split('/');
  return page.locator(`.row[data-component="${component}"][data-property="${property}"]`);
};

const message = (io: string, slot: string, data: unknown, more: object = {}): PlatformMessage => {
  const [component = '', property = ''] = slot.split('/');
  return { io, channel: 'ch-1', component, property, data, ...more };
};

const writes = ({ published }: Harness): Published[] => published.filter(({ io }) => io === 'w');

describe('the device page', () => {
  const opened = new AsyncDisposableStack();
  let url = '';
  before(async () => {
    const pages = await createDevicePages();
    ({ url } = opened.use(await unpack(pages.archive(crypto.randomUUID()).bytes)));
  });
  after(() => opened.disposeAsync());

  /** Runs `test` with the page of a device of this kind, or of the given channels and tiles, in an app. */
  async function withPage(
    what: string | PageDevices,
    options: Partial<HarnessOptions> & { preferences?: object },
    test: (harness: Harness) => Promise<void>,
  ): Promise<void> {
    await using browser = await startBrowser();
    const { dialect = 'ios', preferences = METRIC, ...rest } = options;
    const pageDevices = typeof what === 'string' ? pageDevicesOf(ofKind(what), dialect) : what;
    const harness = await openPage(browser, url, {
      dialect,
      options: { ...pageDevices, preferences },
      ...rest,
    });
    await test(harness);
    assert.deepEqual(harness.pageErrors, []);
  }

  for (const dialect of ['android', 'ios'] as const) {
    it(`starts, reads every value and reports once that it is ready in the ${dialect} app`, () =>
      withPage('plug', { dialect }, async (harness) => {
        await rowOf(harness, 'socket/status').waitFor();
        assert.deepEqual(harness.subscribed, ['ch-1']);
        const reads = harness.published.filter(({ io }) => io === 'r');
        assert.ok(reads.some(({ property }) => property === 'status'));
        await rowOf(harness, 'socket/status').getByRole('switch').click();
        assert.deepEqual(writes(harness), [message('w', 'socket/status', true)]);
        assert.equal(harness.readyCount, 1);
        // The app intercepts this address to fetch the messages; nothing arrives if the page forbids it.
        assert.equal(harness.fetchCount > 0, dialect === 'ios');
      }));

    it(`shows values as the platform reports them in the ${dialect} app`, () =>
      withPage('plug', { dialect }, async (harness) => {
        const knob = rowOf(harness, 'socket/status').getByRole('switch', { name: 'On/off' });
        assert.equal(await knob.getAttribute('data-known'), 'false');
        for (const value of [true, false, true]) {
          await harness.send(message('iw', 'socket/status', value));
          await rowOf(harness, 'socket/status')
            .getByText(value ? 'On' : 'Off', { exact: true })
            .waitFor();
          assert.equal(await knob.getAttribute('aria-checked'), String(value));
        }
        await harness.send(message('iw', 'socket/active-power', 61.5));
        await rowOf(harness, 'socket/active-power').getByText('61.5 W').waitFor();
      }));

    it(`treats names as text and never as markup in the ${dialect} app`, () => {
      const pageDevices = pageDevicesOf(ofKind('plug'), dialect);
      const name = `<img src=x onerror="document.title='run'"> it's "50 %" & <b>more`;
      const [tile] = pageDevices.tiles;
      assert.ok(tile);
      return withPage(
        { ...pageDevices, tiles: [{ ...tile, label: name }] },
        { dialect },
        async ({ page }) => {
          assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), name);
          assert.equal(await page.title(), 'Device');
        },
      );
    });
  }

  it('shows that it is waiting for a value, and that it is not known after a timeout', () =>
    withPage('plug', { isTimed: true }, async (harness) => {
      const row = rowOf(harness, 'socket/active-power');
      await row.getByText('…').waitFor();
      await harness.page.clock.runFor(8_500);
      await row.getByText('Not known').waitFor();
      assert.equal(await row.getAttribute('data-state'), 'unknown');
    }));

  it('keeps the last value of a device that does not answer, and shows its time', () =>
    withPage('plug', { isTimed: true }, async (harness) => {
      const row = rowOf(harness, 'socket/active-power');
      await harness.send(message('ir', 'socket/active-power', 5, { stale: true }));
      await row.getByText(/The device is not answering\. Last known at \d\d:\d\d\./).waitFor();
      await row.getByText('5 W').waitFor();
      await harness.send(message('iw', 'socket/active-power', 6));
      await row.getByText('6 W').waitFor();
      assert.equal(await row.getAttribute('data-state'), 'known');
    }));

  it('shows a write as pending until the device reports it', () =>
    withPage('plug', {}, async (harness) => {
      const row = rowOf(harness, 'socket/status');
      await harness.send(message('ir', 'socket/status', false));
      await row.getByText('Off', { exact: true }).waitFor();
      await row.getByRole('switch').click();
      assert.deepEqual(writes(harness), [message('w', 'socket/status', true)]);
      await row.getByText('Waiting for the device…').waitFor();
      // An answer to an earlier read does not end the write.
      await harness.send(message('ir', 'socket/status', false));
      await harness.send(message('ir', 'socket/active-power', 1));
      await rowOf(harness, 'socket/active-power').getByText('1 W', { exact: true }).waitFor();
      assert.equal(await row.getAttribute('data-state'), 'pending');
      await harness.send(message('iw', 'socket/status', true));
      await harness.page.locator('[data-state=pending]').first().waitFor({ state: 'detached' });
      assert.equal(await row.getByRole('switch').getAttribute('aria-checked'), 'true');
    }));

  it('reverts an unconfirmed write, announces it, and reads the value again', () =>
    withPage('plug', { isTimed: true }, async (harness) => {
      const row = rowOf(harness, 'socket/status');
      await harness.send(message('ir', 'socket/status', false));
      await harness.page.clock.runFor(100);
      await row.getByRole('switch').click();
      const requested = harness.published.length;
      await harness.page.clock.runFor(12_500);
      await row.getByText('The device did not confirm this.').waitFor();
      assert.equal(await row.getByRole('switch').getAttribute('aria-checked'), 'false');
      const announced = harness.page.getByRole('status').filter({ hasText: 'On/off' });
      assert.equal(await announced.textContent(), 'On/off: The device did not confirm this.');
      assert.deepEqual(
        harness.published.slice(requested).map(({ io, property }) => [io, property]),
        [['r', 'status']],
      );
    }));

  it('unlocks only after a confirmation, and locks at once', () =>
    withPage('lock', {}, async (harness) => {
      const row = rowOf(harness, 'lock/locked');
      await harness.send(message('iw', 'lock/locked', true));
      await row.locator('.reading', { hasText: /^Locked$/ }).waitFor();
      await row.getByRole('switch').click();
      const question = harness.page.getByRole('alertdialog', { name: `Unlock “${ofKind('lock').name}”?` });
      await question.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(writes(harness), []);
      await row.getByRole('switch').click();
      await harness.page.keyboard.press('Escape');
      assert.equal(await question.count(), 0);
      await row.getByRole('switch').click();
      await question.getByRole('button', { name: 'Yes' }).click();
      assert.deepEqual(
        writes(harness).map(({ data }) => data),
        [false],
      );
      await harness.send(message('iw', 'lock/locked', false));
      await row.getByText('Unlocked', { exact: true }).waitFor();
      await row.getByRole('switch').click();
      assert.deepEqual(
        writes(harness).map(({ data }) => data),
        [false, true],
      );
    }));

  it("shows values in the person's units and writes them in the device's", () =>
    withPage('thermostat', { preferences: IMPERIAL }, async (harness) => {
      const row = rowOf(harness, 'thermostat/occupied-heating-setpoint');
      await harness.send(message('iw', 'thermostat/occupied-heating-setpoint', 20));
      await row.getByText('68 °F').waitFor();
      await row.getByRole('slider').press('ArrowRight');
      const [write] = writes(harness);
      assert.equal(write?.data, 20.5);
      await row.getByText('69 °F').waitFor();
    }));

  it("shows the device's own units while the app provides no conversions", () =>
    withPage('thermostat', { preferences: IMPERIAL, hasUnits: false }, async (harness) => {
      await harness.send(message('iw', 'thermostat/occupied-heating-setpoint', 20));
      await rowOf(harness, 'thermostat/occupied-heating-setpoint').getByText('20 °C').waitFor();
    }));

  it("formats numbers in the person's locale", () =>
    withPage('plug', { preferences: { units: 'metric', locale: 'pt_PT' } }, async (harness) => {
      await harness.send(message('iw', 'socket/active-power', 61.5));
      await rowOf(harness, 'socket/active-power').getByText('61,5 W').waitFor();
    }));

  it('shows the tapped part of a device, with the other parts collapsed', () => {
    const pageDevices = pageDevicesOf(ofKind('multi-socket'), 'ios');
    return withPage({ ...pageDevices, tiles: pageDevices.tiles.slice(1, 2) }, {}, async (harness) => {
      assert.equal(await harness.page.getByRole('heading', { level: 1 }).textContent(), 'Right socket');
      assert.equal(await rowOf(harness, 'socket-left/status').count(), 0);
      assert.deepEqual(await harness.page.locator('main > section > details > summary').allTextContents(), [
        'Left socket',
        'Whole device',
      ]);
      assert.ok(harness.published.every(({ component }) => component === 'socket-right'));
      await harness.page.getByText('Left socket').click();
      await rowOf(harness, 'socket-left/status').waitFor();
    });
  });

  it('shows each tile of a group and updates each of its devices', () => {
    const [one, other] = [
      pageDevicesOf(ofKind('plug'), 'ios'),
      pageDevicesOf(ofKind('color-light'), 'ios', 'ch-2'),
    ];
    const group = {
      channels: [...one.channels, ...other.channels],
      tiles: [...one.tiles, ...other.tiles],
    };
    return withPage(group, {}, async (harness) => {
      assert.deepEqual(harness.subscribed, ['ch-1', 'ch-2']);
      assert.equal(await harness.page.locator('main > section').count(), 2);
      await harness.send({
        io: 'iw',
        channel: 'ch-2',
        component: 'light-bulb',
        property: 'status',
        data: true,
      });
      await rowOf(harness, 'light-bulb/status').getByText('On', { exact: true }).waitFor();
      assert.equal(await rowOf(harness, 'socket/status').getAttribute('data-state'), 'unknown');
    });
  });

  it('shows a message when the app names no device', () =>
    withPage({ channels: [], tiles: [] }, {}, async ({ page }) => {
      await page.getByText('The app did not say which device this is.').waitFor();
    }));

  it('reads the shown values again when it becomes visible', () =>
    withPage('plug', {}, async (harness) => {
      await harness.send(message('ir', 'socket/status', true));
      const requested = harness.published.length;
      await harness.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await harness.page.evaluate('new Promise(requestAnimationFrame)');
      const again = harness.published.slice(requested);
      assert.equal(again.length, requested);
      assert.ok(again.every(({ io }) => io === 'r'));
    }));
});
