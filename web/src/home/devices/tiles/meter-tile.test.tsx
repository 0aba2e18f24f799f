import type { HistoryPoint } from '@azulejo/contract';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../../testing/devices.ts';
import { channelList, fakeHome, reportOf } from '../../testing/fake-home.ts';
import { type HomeReplies, openHome, signIn } from '../../testing/open-home.tsx';
import { wireTime } from '../../testing/open-lamp.tsx';

const unit = (name: string) => ({
  unitsOptions: { vendorUnit: name, muzzleyUnit: name, targetMetric: name, targetImperial: name },
});
const measured = { io: 'rs' as const, components: ['main'], controlInterfaces: [] };
const power = propertyOf('power', { ...measured, classes: ['x.electricity.active-power'], ...unit('watt') });
const energy = propertyOf('energy', { ...measured, classes: ['x.electricity.energy'], ...unit('kph') });
const channel = {
  ...channelOf('meter', [power, energy]),
  components: [{ id: 'main', type: 'meter', label: 'Meter', classes: [] }],
};
const tile = { ...tileOf('meter', 'Electricity'), components: [{ id: 'main', type: 'meter' }] };
const report = (property: string, data: unknown) => ({
  ...reportOf('meter', property, data),
  component: 'main',
});
const point = (hoursAgo: number, value: number) =>
  ({ timestamp: wireTime(Date.now() - hoursAgo * 3_600_000), value }) as HistoryPoint;

/** Stands in for the browser's observer: everything is in sight, or nothing. */
function showTiles(isInSight: boolean) {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #callback: (entries: { isIntersecting: boolean }[]) => void;
      constructor(callback: (entries: { isIntersecting: boolean }[]) => void) {
        this.#callback = callback;
      }
      observe() {
        this.#callback([{ isIntersecting: isInSight }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
}

/**
 * The energy that the platform counted. The counter was replaced today, so that its value says nothing about
 * the day.
 */
const midnight = new Date().setHours(0, 0, 0, 0);
const bars = [7.25, 0.125].map((consumed, hour) => ({
  timestamp: wireTime(midnight + hour * 3_600_000),
  consumed,
}));

function open(isInSight: boolean, path = '') {
  showTiles(isInSight);
  signIn();
  const platform = fakeHome({
    tiles: { list: { tiles: [tile] } },
    channels: { list: channelList([channel]) },
    values: {
      list: { elements: [report('power', 920), report('energy', 110.9)] },
      history: { elements: [point(1, 900), point(2, 400), point(3, 300)] },
    },
    activity: { list: { elements: [] } },
    energy: { read: { bars, counters: [], timezone: 'UTC' } },
  } as HomeReplies);
  openHome(platform, path);
  return platform;
}

describe('the tile of a meter', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('shows its reading, the line of 24 hours and what it has counted today', async () => {
    const platform = open(true);
    await screen.findByText('7.38 kWh today');
    const article = screen.getByText('Electricity').closest('article');
    expect(article?.textContent).toContain('920 W');
    expect(article?.querySelectorAll('svg path[vector-effect]')).toHaveLength(1);
    const requested = platform.sent('values.history').map(({ query }) => query);
    expect(requested.map(({ interval, page_size }) => [interval, page_size])).toEqual([['1h', '24']]);
    const [{ query } = { query: {} as Record<string, string> }] = platform.sent('energy.read');
    expect([query['channel'], query['interval'], query['from']]).toEqual(['meter', 'hour', String(midnight)]);
  });

  it('loads no history while it is out of sight', async () => {
    const platform = open(false);
    await screen.findByText('110.9 kWh in total');
    expect(platform.sent('values.history')).toEqual([]);
    expect(platform.sent('energy.read')).toEqual([]);
  });

  it('says the same of today as the page of the device and the energy page', async () => {
    open(true, '/devices/meter');
    const hero = (await screen.findByText('Today')).parentElement;
    await expect.poll(() => hero?.textContent).toBe('Today7.38kWh');
    cleanup();
    open(true, '/energy');
    const term = await screen.findByText('Today', { selector: 'dt' });
    await expect.poll(() => term.parentElement?.textContent).toContain('7.38 kWh');
  });
});
