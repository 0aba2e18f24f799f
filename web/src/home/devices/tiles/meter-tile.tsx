import type { Channel, Tile } from '@azulejo/contract';
import { type RenderedTile, renderTile } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { useInViewport } from '@mantine/hooks';
import { memo, useMemo } from 'react';
import { energyText } from '../energy-chart/energy-text.ts';
import classes from './home-tile.module.css';
import { HomeTile, type HomeTileProps } from './home-tile.tsx';
import { type MeterDay, useMeterDay, useMeterToday } from './use-meter-day.ts';

type Meter = Extract<RenderedTile['wide'], { kind: 'meter' }>;
type Props = Omit<HomeTileProps, 'state' | 'children'>;

/** Shows the tile of a meter, with the line of its last 24 hours and what it has counted today. */
export const MeterTile = memo(function MeterTile(props: Props) {
  const { tile, channel, reading } = props;
  const meter = useMemo(() => channel && meterOf(tile, channel), [tile, channel]);
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const day = useMeterDay(tile.channel, meter?.power, inViewport);
  const today = useMeterToday(tile.channel, inViewport && meter?.energy !== undefined);
  const state = today === undefined ? undefined : t`${{ today: energyText(today, reading) }} today`;
  return (
    <HomeTile {...props} state={state}>
      <span ref={ref} className={classes.trend}>
        {day && <Trend day={day} />}
      </span>
    </HomeTile>
  );
});

function meterOf(tile: Tile, channel: Channel): Meter | undefined {
  const { wide } = renderTile(tile, channel, new Map());
  return wide?.kind === 'meter' ? wide : undefined;
}

const WIDTH = 88;
const HEIGHT = 36;
const DAY_MS = 24 * 3_600_000;

/**
 * Draws the line of the last 24 hours. The reading next to it has the last value, so for screen readers it is
 * only a picture.
 */
function Trend({ day: { hours, from } }: { day: MeterDay }) {
  if (hours.length < 2) return null;
  const highest = Math.max(...hours.map(({ value }) => value));
  const lowest = Math.min(0, ...hours.map(({ value }) => value));
  const x = (at: number) => (((at - from) / DAY_MS) * WIDTH).toFixed(1);
  const y = (value: number) =>
    (HEIGHT - 2 - ((value - lowest) / (highest - lowest || 1)) * (HEIGHT - 6)).toFixed(1);
  const line = hours.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L');
  const last = hours.at(-1);
  const first = hours[0];
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      <path d={`M${line}V${HEIGHT}H${x(first?.at ?? from)}Z`} fill="currentColor" opacity="0.1" />
      <path
        d={`M${line}`}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      {last && <circle cx={x(last.at)} cy={y(last.value)} r="3" fill="currentColor" />}
    </svg>
  );
}
