import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { ChannelTemplate } from '@azulejo/contract';
import { createDevicePages } from '@azulejo/server/testing';
import { startBrowser } from '../support/browser.ts';
import { type Handed, hand, templates } from './devices.ts';
import {
  openPage,
  type PlatformMessage,
  type Published,
  type Stand,
  type StandOptions,
  unpack,
} from './page-stand.ts';

const METRIC = { units: 'metric', locale: 'en_GB' };
const IMPERIAL = { units: 'imperial', locale: 'en_US' };

function ofKind(kind: string): ChannelTemplate {
  const found = templates.find((template) => template.kind === kind);
  assert.ok(found, kind);
  return found;
}

const rowOf = ({ page }: Stand, slot: string) => {
  const [component, property] = slot.split('/');
  return page.locator(`.row[data-component="${component}"][data-property="${property}"]`);
};

const message = (io: string, slot: string, data: unknown, more: object = {}): PlatformMessage => {
  const [component = '', property = ''] = slot.split('/');
  return { io, channel: 'ch-1', component, property, data, ...more };
};

const writes = ({ published }: Stand): Published[] => published.filter(({ io }) => io === 'w');

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
    what: string | Handed,
    options: Partial<StandOptions> & { preferences?: object },
    test: (stand: Stand) => Promise<void>,
  ): Promise<void> {
    await using browser = await startBrowser();
    const { dialect = 'ios', preferences = METRIC, ...rest } = options;
    const handed = typeof what === 'string' ? hand(ofKind(what), dialect) : what;
    const stand = await openPage(browser, url, { dialect, options: { ...handed, preferences }, ...rest });
    await test(stand);
    assert.deepEqual(stand.troubles, []);
  }

  for (const dialect of ['android', 'ios'] as const) {
    it(`starts, reads every value and reports once that it is ready in the ${dialect} app`, () =>
      withPage('plug', { dialect }, async (stand) => {
        await rowOf(stand, 'socket/status').waitFor();
        assert.deepEqual(stand.subscribed, ['ch-1']);
        const reads = stand.published.filter(({ io }) => io === 'r');
        assert.ok(reads.some(({ property }) => property === 'status'));
        await rowOf(stand, 'socket/status').getByRole('switch').click();
        assert.deepEqual(writes(stand), [message('w', 'socket/status', true)]);
        assert.equal(stand.readyCount, 1);
        // The app intercepts this address to fetch the messages; nothing arrives if the page forbids it.
        assert.equal(stand.fetchCount > 0, dialect === 'ios');
      }));

    it(`shows values as the platform reports them in the ${dialect} app`, () =>
      withPage('plug', { dialect }, async (stand) => {
        const knob = rowOf(stand, 'socket/status').getByRole('switch', { name: 'On/off' });
        assert.equal(await knob.getAttribute('data-known'), 'false');
        for (const value of [true, false, true]) {
          await stand.send(message('iw', 'socket/status', value));
          await rowOf(stand, 'socket/status')
            .getByText(value ? 'On' : 'Off', { exact: true })
            .waitFor();
          assert.equal(await knob.getAttribute('aria-checked'), String(value));
        }
        await stand.send(message('iw', 'socket/active-power', 61.5));
        await rowOf(stand, 'socket/active-power').getByText('61.5 W').waitFor();
      }));

    it(`treats names as text and never as markup in the ${dialect} app`, () => {
      const handed = hand(ofKind('plug'), dialect);
      const name = `<img src=x onerror="document.title='run'"> it's "50 %" & <b>more`;
      const [tile] = handed.tiles;
      assert.ok(tile);
      return withPage({ ...handed, tiles: [{ ...tile, label: name }] }, { dialect }, async ({ page }) => {
        assert.equal(await page.getByRole('heading', { level: 1 }).textContent(), name);
        assert.equal(await page.title(), 'Device');
      });
    });
  }

  it('shows that it is waiting for a value, and that it is not known after a timeout', () =>
    withPage('plug', { isTimed: true }, async (stand) => {
      const row = rowOf(stand, 'socket/active-power');
      await row.getByText('…').waitFor();
      await stand.page.clock.runFor(8_500);
      await row.getByText('Not known').waitFor();
      assert.equal(await row.getAttribute('data-state'), 'unknown');
    }));

  it('keeps the last value of a device that does not answer, and shows its time', () =>
    withPage('plug', { isTimed: true }, async (stand) => {
      const row = rowOf(stand, 'socket/active-power');
      await stand.send(message('ir', 'socket/active-power', 5, { stale: true }));
      await row.getByText(/The device is not answering\. Last known at \d\d:\d\d\./).waitFor();
      await row.getByText('5 W').waitFor();
      await stand.send(message('iw', 'socket/active-power', 6));
      await row.getByText('6 W').waitFor();
      assert.equal(await row.getAttribute('data-state'), 'known');
    }));

  it('shows a write as pending until the device reports it', () =>
    withPage('plug', {}, async (stand) => {
      const row = rowOf(stand, 'socket/status');
      await stand.send(message('ir', 'socket/status', false));
      await row.getByText('Off', { exact: true }).waitFor();
      await row.getByRole('switch').click();
      assert.deepEqual(writes(stand), [message('w', 'socket/status', true)]);
      await row.getByText('Waiting for the device…').waitFor();
      // An answer to an earlier read does not end the write.
      await stand.send(message('ir', 'socket/status', false));
      await stand.send(message('ir', 'socket/active-power', 1));
      await rowOf(stand, 'socket/active-power').getByText('1 W', { exact: true }).waitFor();
      assert.equal(await row.getAttribute('data-state'), 'pending');
      await stand.send(message('iw', 'socket/status', true));
      await stand.page.locator('[data-state=pending]').first().waitFor({ state: 'detached' });
      assert.equal(await row.getByRole('switch').getAttribute('aria-checked'), 'true');
    }));

  it('reverts an unconfirmed write, announces it, and reads the value again', () =>
    withPage('plug', { isTimed: true }, async (stand) => {
      const row = rowOf(stand, 'socket/status');
      await stand.send(message('ir', 'socket/status', false));
      await stand.page.clock.runFor(100);
      await row.getByRole('switch').click();
      const requested = stand.published.length;
      await stand.page.clock.runFor(12_500);
      await row.getByText('The device did not confirm this.').waitFor();
      assert.equal(await row.getByRole('switch').getAttribute('aria-checked'), 'false');
      const announced = stand.page.getByRole('status').filter({ hasText: 'On/off' });
      assert.equal(await announced.textContent(), 'On/off: The device did not confirm this.');
      assert.deepEqual(
        stand.published.slice(requested).map(({ io, property }) => [io, property]),
        [['r', 'status']],
      );
    }));

  it('unlocks only after a confirmation, and locks at once', () =>
    withPage('lock', {}, async (stand) => {
      const row = rowOf(stand, 'lock/locked');
      await stand.send(message('iw', 'lock/locked', true));
      await row.locator('.reading', { hasText: /^Locked$/ }).waitFor();
      await row.getByRole('switch').click();
      const question = stand.page.getByRole('alertdialog', { name: `Unlock “${ofKind('lock').name}”?` });
      await question.getByRole('button', { name: 'Cancel' }).click();
      assert.deepEqual(writes(stand), []);
      await row.getByRole('switch').click();
      await stand.page.keyboard.press('Escape');
      assert.equal(await question.count(), 0);
      await row.getByRole('switch').click();
      await question.getByRole('button', { name: 'Yes' }).click();
      assert.deepEqual(
        writes(stand).map(({ data }) => data),
        [false],
      );
      await stand.send(message('iw', 'lock/locked', false));
      await row.getByText('Unlocked', { exact: true }).waitFor();
      await row.getByRole('switch').click();
      assert.deepEqual(
        writes(stand).map(({ data }) => data),
        [false, true],
      );
    }));

  it("shows values in the person's units and writes them in the device's", () =>
    withPage('thermostat', { preferences: IMPERIAL }, async (stand) => {
      const row = rowOf(stand, 'thermostat/occupied-heating-setpoint');
      await stand.send(message('iw', 'thermostat/occupied-heating-setpoint', 20));
      await row.getByText('68 °F').waitFor();
      await row.getByRole('slider').press('ArrowRight');
      const [write] = writes(stand);
      assert.equal(write?.data, 20.5);
      await row.getByText('69 °F').waitFor();
    }));

  it("shows the device's own units while the app provides no conversions", () =>
    withPage('thermostat', { preferences: IMPERIAL, hasUnits: false }, async (stand) => {
      await stand.send(message('iw', 'thermostat/occupied-heating-setpoint', 20));
      await rowOf(stand, 'thermostat/occupied-heating-setpoint').getByText('20 °C').waitFor();
    }));

  it("formats numbers in the person's locale", () =>
    withPage('plug', { preferences: { units: 'metric', locale: 'pt_PT' } }, async (stand) => {
      await stand.send(message('iw', 'socket/active-power', 61.5));
      await rowOf(stand, 'socket/active-power').getByText('61,5 W').waitFor();
    }));

  it('shows the tapped part of a device, with the other parts collapsed', () => {
    const handed = hand(ofKind('multi-socket'), 'ios');
    return withPage({ ...handed, tiles: handed.tiles.slice(1, 2) }, {}, async (stand) => {
      assert.equal(await stand.page.getByRole('heading', { level: 1 }).textContent(), 'Right socket');
      assert.equal(await rowOf(stand, 'socket-left/status').count(), 0);
      assert.deepEqual(await stand.page.locator('main > section > details > summary').allTextContents(), [
        'Left socket',
        'Whole device',
      ]);
      assert.ok(stand.published.every(({ component }) => component === 'socket-right'));
      await stand.page.getByText('Left socket').click();
      await rowOf(stand, 'socket-left/status').waitFor();
    });
  });

  it('shows each tile of a group and updates each of its devices', () => {
    const [one, other] = [hand(ofKind('plug'), 'ios'), hand(ofKind('color-light'), 'ios', 'ch-2')];
    const group = {
      channels: [...one.channels, ...other.channels],
      tiles: [...one.tiles, ...other.tiles],
    };
    return withPage(group, {}, async (stand) => {
      assert.deepEqual(stand.subscribed, ['ch-1', 'ch-2']);
      assert.equal(await stand.page.locator('main > section').count(), 2);
      await stand.send({
        io: 'iw',
        channel: 'ch-2',
        component: 'light-bulb',
        property: 'status',
        data: true,
      });
      await rowOf(stand, 'light-bulb/status').getByText('On', { exact: true }).waitFor();
      assert.equal(await rowOf(stand, 'socket/status').getAttribute('data-state'), 'unknown');
    });
  });

  it('shows a message when the app names no device', () =>
    withPage({ channels: [], tiles: [] }, {}, async ({ page }) => {
      await page.getByText('The app did not say which device this is.').waitFor();
    }));

  it('reads the shown values again when it becomes visible', () =>
    withPage('plug', {}, async (stand) => {
      await stand.send(message('ir', 'socket/status', true));
      const requested = stand.published.length;
      await stand.page.evaluate('document.dispatchEvent(new Event("visibilitychange"))');
      await stand.page.evaluate('new Promise(requestAnimationFrame)');
      const again = stand.published.slice(requested);
      assert.equal(again.length, requested);
      assert.ok(again.every(({ io }) => io === 'r'));
    }));
});
