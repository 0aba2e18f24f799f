import type { HistoryPoint } from '@azulejo/contract';
import { screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { channelOf, propertyOf, tileOf } from '../../testing/devices.ts';
import { channelList, fakeHome, reportOf } from '../testing/fake-home.ts';
import { openHome, signIn } from '../testing/open-home.tsx';
import { wireTime } from '../testing/open-lamp.tsx';

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
      readonly #tell: (entries: { isIntersecting: boolean }[]) => void;
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.#tell = tell;
      }
      observe() {
        this.#tell([{ isIntersecting: isInSight }]);
      }
      unobserve() {}
      disconnect() {}
    },
  );
}

function open(isInSight: boolean) {
  showTiles(isInSight);
  signIn();
  const platform = fakeHome({
    tiles: { list: { tiles: [tile] } },
    channels: { list: channelList([channel]) },
    values: {
      list: { elements: [report('power', 920), report('energy', 110.9)] },
      history: ({ query }) =>
        ({
          elements:
            query['interval'] === undefined
              ? [point(20, 100)]
              : [point(1, 900), point(2, 400), point(3, 300)],
        }) as never,
    },
  });
  openHome(platform);
  return platform;
}

describe('the tile of a meter', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('shows its reading, the line of 24 hours and what it has counted today', async () => {
    const platform = open(true);
    await screen.findByText('10.9 kWh today');
    const article = screen.getByText('Electricity').closest('article');
    expect(article?.textContent).toContain('920 W');
    expect(article?.querySelectorAll('svg path[vector-effect]')).toHaveLength(1);
    const asked = platform.sent('values.history').map(({ query }) => query);
    expect(asked.map(({ interval, page_size }) => [interval, page_size])).toEqual([
      ['1h', '24'],
      [undefined, '1'],
    ]);
  });

  it('loads no history while it is out of sight', async () => {
    const platform = open(false);
    await screen.findByText('110.9 kWh in total');
    expect(platform.sent('values.history')).toEqual([]);
  });
});
