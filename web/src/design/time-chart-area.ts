import type uPlot from 'uplot';
import type { TimeSeries } from './time-chart-series.ts';

const TOP = '33';
const BOTTOM = '05';

/** Returns the fill below a line: its colour, fading from 20 to 2 percent. Only hex colours can fade. */
export const fillUnder =
  (color: string) =>
  ({ ctx, bbox }: uPlot): CanvasGradient | string => {
    if (!/^#[\da-f]{6}$/i.test(color)) return 'transparent';
    const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
    gradient.addColorStop(0, `${color}${TOP}`);
    gradient.addColorStop(1, `${color}${BOTTOM}`);
    return gradient;
  };

const RADIUS = 4.5;
const RING = 2;
/** A value counts as current if it is this near to the end, as a share of the period. */
const NEAR_END = 0.05;

/** Draws the last value of each line as a point with a ring. */
export function drawLatest(
  plot: uPlot,
  series: readonly TimeSeries[],
  end: number,
  colorOf: (color?: string) => string,
): void {
  const { ctx, bbox } = plot;
  const scale = devicePixelRatio;
  const start = plot.scales['x']?.min ?? end;
  for (const { points, color, isTarget } of series) {
    const [at, value] = points.at(-1) ?? [0, null];
    if (isTarget || value === null || end - at > (end - start) * NEAR_END) continue;
    const x = Math.min(plot.valToPos(at, 'x', true), bbox.left + bbox.width);
    ctx.save();
    ctx.beginPath();
    ctx.arc(x, plot.valToPos(value, 'y', true), RADIUS * scale, 0, 2 * Math.PI);
    ctx.fillStyle = colorOf(color ?? 'var(--azulejo-accent)');
    ctx.fill();
    ctx.lineWidth = RING * scale;
    ctx.strokeStyle = colorOf();
    ctx.stroke();
    ctx.restore();
  }
}
