import type { Energy, Property } from '@azulejo/contract';
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../../testing/devices.ts';
import { channelList, reportOf } from '../../../testing/fake-home.ts';
import type { HomeReplies } from '../../../testing/open-home.tsx';
import { openLamp, wireTime } from '../../../testing/open-lamp.tsx';

const ofClass = (id: string, name: string, members: Partial<Property> = {}) =>
  propertyOf(id, { label: id, classes: [`com.muzzley.properties.${name}`], ...members });
const slider = (config: Record<string, unknown>) => ({
  schema: 'https://home.example.org/v3/schemas/number',
  controlInterfaces: [{ id: 'value', controlInterface: 'slider' as const, config }],
});

/** Opens the device with these properties and what they report. */
async function open(
  properties: readonly Property[],
  values: Record<string, unknown>,
  replies: HomeReplies = {},
) {
  const elements = Object.entries(values).map(([id, data]) => reportOf('lamp', id, data));
  const opened = await openLamp({
    channels: { list: channelList([channelOf('lamp', properties)]) },
    values: { list: { elements } as never, history: { elements: [] } },
    ...replies,
  });
  const sent = () => opened.platform.bodies('values.put');
  return { ...opened, sent };
}

const power = ofClass('status', 'control.status');
const brightness = ofClass(
  'brightness',
  'lighting.brightness',
  slider({ min: 0, max: 100, step: 1, suffix: ' %' }),
);
const locked = ofClass('locked', 'security.locked', {
  controlInterfaces: [{ id: 'value', controlInterface: 'switch', config: { on: 'Locked', off: 'Unlocked' } }],
});

describe('the hero of a lamp', () => {
  it('says its brightness, and changes it by keys', async () => {
    const { user, sent } = await open([power, brightness], { status: true, brightness: 62 });
    const bar = await screen.findByRole('slider', { name: 'brightness' });
    await expect.poll(() => bar.getAttribute('aria-valuetext')).toBe('62 %');
    bar.focus();
    await user.keyboard('{ArrowUp}');
    await expect.poll(sent).toEqual([{ data: 63 }]);
  });

  it('turns it off and on with one button', async () => {
    const { user, sent } = await open([power, brightness], { status: true, brightness: 62 });
    await user.click(await screen.findByRole('button', { name: 'Turn off' }));
    await expect.poll(sent).toEqual([{ data: false }]);
  });

  it('has another name than every other region of the page', async () => {
    await open([power, brightness, ofClass('effect', 'lighting.effect')], { status: true, brightness: 62 });
    await screen.findByRole('region', { name: /: more values$/ });
    const names = screen.getAllByRole('region').map((region) => {
      const heading = document.getElementById(region.getAttribute('aria-labelledby') ?? '');
      return heading?.textContent ?? region.getAttribute('aria-label');
    });
    expect(names).toEqual([...new Set(names)]);
  });

  it('says that the state of a lamp is unknown', async () => {
    await open([power, brightness], {});
    const bar = await screen.findByRole('slider', { name: 'brightness' });
    expect(bar.getAttribute('aria-valuetext')).toBe('Not known');
    expect(screen.getByText('Not known yet')).toBeTruthy();
  });
});

describe('the hero of a thermostat', () => {
  it('shows the mode of a thermostat as one choice side by side', async () => {
    const target = ofClass(
      'target',
      'climate.current-heating-setpoint',
      slider({ min: 5, max: 30, step: 0.5 }),
    );
    const options = ['off', 'heat'].map((value) => ({ value, label: value }));
    const mode = ofClass('mode', 'climate.system-mode', {
      controlInterfaces: [{ id: 'value', controlInterface: 'text-picker', config: { options } }],
    });
    const { user, sent } = await open([target, mode], { target: 21, mode: 'off' });
    const group = await screen.findByRole('group', { name: 'mode' });
    expect(group.closest('[data-hero="thermostat"]')).toBeTruthy();
    const choice = within(group);
    await expect.poll(() => choice.getByRole('button', { pressed: true }).textContent).toBe('off');
    await user.click(choice.getByRole('button', { name: 'heat' }));
    await expect.poll(sent).toEqual([{ data: 'heat' }]);
  });
});

describe('the hero of a meter', () => {
  const HOUR_MS = 3_600_000;
  const number = { schema: 'https://home.example.org/v3/schemas/number', io: 'rs' as const };
  const energy = ofClass('energy', 'electricity.energy', { ...number, mainInformationPriority: 1 });

  /** Opens a meter that counted 1 kWh in each hour of yesterday, and `today` in each hour of today. */
  async function openMeter(today: number) {
    const midnight = new Date().setHours(0, 0, 0, 0);
    const read = ({ query }: { query: unknown }) => {
      const { from, to, interval } = query as Record<string, string>;
      const bars: Energy['bars'] = [];
      const step = interval === 'hour' ? HOUR_MS : Number(to) - Number(from);
      for (let at = Number(from); at < Number(to); at += step) {
        const consumed = interval === 'month' ? 241 : at < midnight ? 1 : today;
        // Future hours have only a start time.
        bars.push({ timestamp: wireTime(at), ...(at < Date.now() && { consumed, cost: 62.4 }) });
      }
      return { bars, counters: [], timezone: 'UTC', currency: 'EUR' } as never;
    };
    await open([energy], { energy: 18_402.6 }, { energy: { read } });
  }

  it('compares today with yesterday, and says what this month used and cost', async () => {
    await openMeter(0);
    expect(await screen.findByText('100 % less than yesterday by now')).toBeTruthy();
    expect((await screen.findByText('This month')).closest('p')?.textContent).toBe(
      'This month241 kWh €62.40',
    );
    expect((await screen.findByText('Meter reads')).closest('p')?.textContent).toContain('18,402.6');
    expect(screen.queryByText('Most today')).toBeNull();
  });

  it('names the hour of today that used most', async () => {
    await openMeter(1.42);
    expect(await screen.findByText(/^\d+ % more than yesterday by now$/)).toBeTruthy();
    expect((await screen.findByText('Most today')).closest('p')?.textContent).toMatch(
      /00.+–0?1:00.* · 1\.42 kWh$/,
    );
  });
});

describe('the hero of a lock', () => {
  it('asks before a press unlocks, and locks at once', async () => {
    const { user, sent } = await open([locked], { locked: true });
    const knob = await screen.findByRole('switch', { name: 'locked: Locked' });
    knob.focus();
    await user.keyboard('{Enter}');
    const dialog = within(await screen.findByRole('dialog'));
    expect(sent()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Unlock' }));
    await expect.poll(sent).toEqual([{ data: false }]);
  });

  it('unlocks by a slide to the end, and not by half of it', async () => {
    const { sent } = await open([locked], { locked: true });
    const knob = await screen.findByRole('switch', { name: 'locked: Locked' });
    knob.setPointerCapture = () => {};
    const slide = (to: number) => {
      fireEvent.pointerDown(knob, { button: 0, clientX: 0 });
      fireEvent.pointerMove(knob, { clientX: to });
      fireEvent.pointerUp(knob, { clientX: to });
      fireEvent.click(knob);
    };
    Object.defineProperty(knob.parentElement, 'clientWidth', { value: 300 });
    Object.defineProperty(knob, 'clientWidth', { value: 60 });
    slide(120);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent()).toEqual([]);
    slide(300);
    await expect.poll(sent).toEqual([{ data: false }]);
  });
});
