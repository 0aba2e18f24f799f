import type { Property } from '@azulejo/contract';
import { assert, describe, expect, it } from 'vitest';
import { channelOf, propertyOf } from '../../../testing/devices.ts';
import { chartPeriodAt, chartPeriodText, periodAt, periodText } from '../../kit/formats/period.ts';
import { chartGroupsOf, withNow } from './chart-groups.ts';
import { firstOf, gapOf, type Sample, samplesOf, tracksOf } from './history-track.ts';

const reading = { units: 'metric', hourFormat: 24, locale: 'en-GB' } as const;
const now = Date.parse('2026-03-14T14:05:00Z');
const at = (time: string) => Date.parse(`${time}Z`);
const HOUR_MS = 3_600_000;

describe('periodAt', () => {
  it.each([
    ['day', 0, '2026-03-14T00:00', '2026-03-15T00:00'],
    ['day', -14, '2026-02-28T00:00', '2026-03-01T00:00'],
    ['week', 0, '2026-03-09T00:00', '2026-03-16T00:00'],
    ['month', -1, '2026-02-01T00:00', '2026-03-01T00:00'],
    ['year', 1, '2027-01-01T00:00', '2028-01-01T00:00'],
  ] as const)('periodAt returns the %s that is %i further', (kind, moved, from, to) => {
    expect(periodAt(kind, now, moved)).toEqual({ kind, from: at(from), to: at(to) });
  });
});

describe('periodText', () => {
  it.each([
    ['day', 0, 'Today'],
    ['day', -1, 'Yesterday'],
    ['day', -2, '12 March 2026'],
    ['week', 0, '9 – 15 Mar 2026'],
    ['month', 0, 'March 2026'],
    ['year', 0, '2026'],
  ] as const)('periodText names the %s that is %i further', (kind, moved, text) => {
    expect(periodText(periodAt(kind, now, moved), now, reading).replaceAll(/\s/g, ' ')).toBe(text);
  });
});

describe('the period of a chart', () => {
  it('covers the last 24 hours, in steps of ten minutes', () => {
    const period = chartPeriodAt('day', now);
    expect([period.from, period.to]).toEqual([at('2026-03-13T14:10'), at('2026-03-14T14:10')]);
    expect(chartPeriodText(period, now, reading)).toBe('Last 24 hours');
  });

  it('names both ends of earlier days', () => {
    const text = chartPeriodText(chartPeriodAt('day', now, -1), now, reading);
    expect(text).toMatch(/12 Mar 2026.*14:10 – 13 Mar 2026.*14:10/);
  });
});

const power = propertyOf('power', { io: 'r', schema: 'https://h/v3/schemas/number' });
const target = propertyOf('target', { schema: 'https://h/v3/schemas/number' });
const [powerTrack, targetTrack] = tracksOf(channelOf('c', [power, target]));
if (!powerTrack || !targetTrack) throw new Error('Properties without a track.');

describe('tracksOf', () => {
  it('leaves out what cannot be read, and what has no history that people can read', () => {
    const color = propertyOf('color', { schema: 'https://h/v3/schemas/color-hsv' });
    const command = propertyOf('command', { io: 'w' });
    expect(tracksOf(channelOf('c', [color, command, power])).map(({ label }) => label)).toEqual(['power']);
  });

  it('names the component when there are several', () => {
    const channel = channelOf('c', [power]);
    const components = ['Left', 'Right'].map((label) => ({
      id: label,
      type: 'light-bulb',
      label,
      classes: [],
    }));
    expect(tracksOf({ ...channel, components }).map(({ label }) => label)).toEqual([
      'Left: power',
      'Right: power',
    ]);
  });

  it('knows which values hold until they are set again', () => {
    expect([powerTrack.isHeld, targetTrack.isHeld]).toEqual([false, true]);
  });
});

describe('firstOf', () => {
  it('chooses three values by their priority', () => {
    const ranked = ['d', 'c', 'b', 'a'].map((id, n) => propertyOf(id, { mainInformationPriority: 4 - n }));
    expect(firstOf(tracksOf(channelOf('c', ranked)))).toHaveLength(3);
    expect(firstOf(tracksOf(channelOf('c', ranked)))[0]).toContain('a');
  });

  it('leaves out counters and charges unless there is nothing else', () => {
    const ofClass = (id: string, name: string) =>
      propertyOf(id, { classes: [`com.muzzley.properties.${name}`] });
    const [power, ...quiet] = [
      ofClass('power', 'electricity.active-power'),
      ofClass('energy', 'electricity.energy'),
      ofClass('charge', 'battery.battery'),
    ] as const;
    const shown = (properties: readonly Property[]) => firstOf(tracksOf(channelOf('c', properties)));
    expect(shown([power, ...quiet])).toEqual([expect.stringContaining('power')]);
    expect(shown(quiet)).toHaveLength(2);
  });
});

const sample = (time: number, value: unknown): Sample => ({ at: time, value, band: null });

describe('samplesOf', () => {
  it('returns samples oldest first, at the middle of their intervals', () => {
    const points = [
      { timestamp: timestampOf(now), value: 2, min: 1, max: 3 },
      { timestamp: timestampOf(now - HOUR_MS), value: 1 },
    ] as never;
    expect(samplesOf(points, HOUR_MS)).toEqual([
      sample(now - HOUR_MS / 2, 1),
      { at: now + HOUR_MS / 2, value: 2, band: [1, 3] },
    ]);
  });
});

function timestampOf(time: number): string {
  return new Date(time).toISOString();
}

describe('gapOf', () => {
  it('depends on how often the device usually reports', () => {
    expect(gapOf([], 10)).toBe(30);
    expect(
      gapOf(
        [0, 100, 200, 900].map((time) => sample(time, 1)),
        10,
      ),
    ).toBe(400);
  });
});

describe('the lines of a chart', () => {
  const period = chartPeriodAt('day', now);
  const pointsOf = (track: typeof powerTrack, ...samples: Sample[]) =>
    chartGroupsOf([{ track, samples }], period, reading)[0]?.series[0]?.points;

  it('leaves a gap in a line where a device was silent for long', () => {
    const minutes = [0, 10, 20, 300].map((minute) => sample(period.from + minute * 60_000, minute));
    expect(pointsOf(powerTrack, ...minutes)?.map(([, value]) => value)).toEqual([0, 10, 20, null, 300]);
    expect(pointsOf(targetTrack, ...minutes)?.map(([, value]) => value)).toEqual([0, 10, 20, 300]);
  });

  it('draws the first measured line in cobalt, and targets in a colour of their own', () => {
    const setpoint = propertyOf('setpoint', {
      schema: 'https://h/v3/schemas/number',
      classes: ['com.muzzley.properties.climate.setpoint'],
    });
    const [setpointTrack] = tracksOf(channelOf('c', [setpoint]));
    assert(setpointTrack);
    const tracks = [setpointTrack, powerTrack].map((track) => ({ track, samples: [] }));
    const [group] = chartGroupsOf(tracks, period, reading);
    expect(group?.series.map(({ color }) => color)).toEqual([
      'var(--azulejo-attention)',
      'var(--azulejo-accent)',
    ]);
  });

  it('leaves out values that are not numbers', () => {
    expect(pointsOf(powerTrack, sample(period.from, 1), sample(period.from + 1, 'x'))).toHaveLength(1);
  });
});

describe('withNow', () => {
  const period = chartPeriodAt('day', now);

  it('adds the current value, and extends one that holds', () => {
    const live = new Map([[targetTrack.key, sample(now - 1_000, 21)]]);
    const [extended] = withNow(
      [{ track: targetTrack, samples: [sample(period.from, 20)] }],
      live,
      period,
      now,
    );
    expect(extended?.samples.map(({ at: time, value }) => [time, value])).toEqual([
      [period.from, 20],
      [now - 1_000, 21],
      [now, 21],
    ]);
  });

  it('adds nothing to an earlier period', () => {
    const earlier = chartPeriodAt('day', now, -2);
    const live = new Map([[powerTrack.key, sample(now, 5)]]);
    const history = { track: powerTrack, samples: [sample(earlier.from, 1)] };
    expect(withNow([history], live, earlier, now)).toEqual([history]);
  });
});
