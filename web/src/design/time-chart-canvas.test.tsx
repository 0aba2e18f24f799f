import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderDesign } from '../testing/render-design.tsx';
import { TimeChart } from './time-chart.tsx';
import { drawBands, reachOf } from './time-chart-band.ts';
import type { TimeSeries } from './time-chart-series.ts';

const HOUR = 3_600_000;
const WIDTH = 600;

const inside: TimeSeries = {
  label: 'Inside',
  unit: '°C',
  points: [0, 1, 2, 3, 4].map((hour) => [hour * HOUR, 20 + hour] as const),
};

// The simulated browser has no layout: without a width, every time would be at the same place.
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(WIDTH);
});

async function open(series: readonly TimeSeries[] = [inside]) {
  const user = renderDesign(
    <TimeChart
      series={series}
      from={0}
      to={4 * HOUR}
      ariaLabel="Temperature"
      hourFormat="24h"
      timeZone="UTC"
      locale="en-GB"
    />,
  );
  const chart = await screen.findByRole('slider', { name: 'Temperature' });
  return { user, chart, text: () => chart.getAttribute('aria-valuetext') };
}

describe('reading a chart by the keyboard', () => {
  it('begins at the latest value, and steps from value to value', async () => {
    const { user, chart, text } = await open();
    expect(text()).toBe('Latest: Inside 24 °C');
    chart.focus();
    await user.keyboard('{ArrowLeft}');
    await expect.poll(text).toBe('1 Jan, 3:00:00: Inside 23 °C');
    await user.keyboard('{Home}');
    await expect.poll(text).toBe('1 Jan, 0:00:00: Inside 20 °C');
    await user.keyboard('{ArrowLeft}');
    await expect.poll(text).toBe('1 Jan, 0:00:00: Inside 20 °C');
    await user.keyboard('{End}');
    await expect.poll(text).toBe('1 Jan, 4:00:00: Inside 24 °C');
    expect(chart.getAttribute('aria-valuenow')).toBe('4');
  });

  it('returns to the latest value when the focus leaves the chart', async () => {
    const { user, chart, text } = await open();
    chart.focus();
    await user.keyboard('{Home}');
    await expect.poll(text).toBe('1 Jan, 0:00:00: Inside 20 °C');
    act(() => chart.blur());
    await expect.poll(text).toBe('Latest: Inside 24 °C');
  });
});

describe('reading a chart by touch', () => {
  it('shows the value under the finger', async () => {
    const { chart, text } = await open();
    const plot = chart.querySelector<HTMLElement>('.u-over');
    if (!plot) throw new Error('The chart was not drawn.');
    const width = Number.parseFloat(plot.style.width);
    expect(width).toBeGreaterThan(WIDTH / 2);
    fireEvent.pointerMove(chart, { pointerType: 'touch', clientX: width / 4 });
    await expect.poll(text).toBe('1 Jan, 1:00:00: Inside 21 °C');
    fireEvent.pointerMove(chart, { pointerType: 'touch', clientX: width / 2 });
    await expect.poll(text).toBe('1 Jan, 2:00:00: Inside 22 °C');
    expect(document.querySelector('[class*="moment"]')?.textContent).toBe('1 Jan, 2:00:00');
  });

  it('says that a series has no value in a gap', async () => {
    const gap: TimeSeries = {
      ...inside,
      points: [
        [0, 20],
        [HOUR, null],
        [2 * HOUR, 22],
      ],
    };
    const { user, chart, text } = await open([gap]);
    chart.focus();
    await user.keyboard('{Home}{ArrowRight}');
    await expect.poll(text).toBe('1 Jan, 1:00:00: Inside –');
  });
});

describe('drawBands', () => {
  /** Records the corners of the areas that are filled; a place is its value. */
  function drawn(series: TimeSeries) {
    const areas: [number, number][][] = [];
    const ctx = {
      save: () => {},
      restore: () => {},
      rect: () => {},
      clip: () => {},
      closePath: () => {},
      fill: () => {},
      beginPath: () => void areas.push([]),
      lineTo: (x: number, y: number) => void areas.at(-1)?.push([x, y]),
    };
    const bbox = { left: 0, top: 0, width: WIDTH, height: 200 };
    drawBands({ ctx, bbox, valToPos: (value: number) => value } as never, [series], () => 'blue');
    return areas.slice(1);
  }

  it('fills the area between the lowest and the highest values', () => {
    const band = [
      [1, 3],
      [2, 4],
    ] as const;
    expect(
      drawn({
        label: 'a',
        points: [
          [0, 2],
          [10, 3],
        ],
        band,
      }),
    ).toEqual([
      [
        [0, 3],
        [10, 4],
        [10, 2],
        [0, 1],
      ],
    ]);
  });

  it('leaves gaps empty', () => {
    const points = [0, 10, 20, 30, 40].map((at) => [at, at === 20 ? null : 1] as const);
    const band = points.map(([, value]) => (value === null ? null : ([0, 2] as const)));
    expect(drawn({ label: 'a', points, band }).map((area) => area.map(([x]) => x))).toEqual([
      [0, 10, 10, 0],
      [30, 40, 40, 30],
    ]);
  });

  it('draws nothing for lines without a band', () => {
    expect(drawn(inside)).toEqual([]);
  });
});

describe('reachOf', () => {
  it('includes the bands in the range of the axis', () => {
    const series = { label: 'a', points: [[0, 2]] as const, band: [[-1, 7], null] as const };
    expect(reachOf([series], 2, 2)).toEqual([-1, 7]);
    expect(reachOf([series], null, null)).toEqual([null, null]);
    expect(reachOf([inside], 20, 24)).toEqual([20, 24]);
  });
});
