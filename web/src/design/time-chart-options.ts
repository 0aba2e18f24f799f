import uPlot from 'uplot';
import { drawBands, reachOf } from './time-chart-band.ts';
import { type TimeSeries, writeTick } from './time-chart-series.ts';
import type { Times } from './time-chart-time.ts';

/** Holds what the chart shows now. It is read again at every drawing. */
export type ChartLook = {
  readonly series: readonly TimeSeries[];
  readonly from: number;
  readonly to: number;
  readonly times: Times;
  readonly numbers: Intl.NumberFormat;
  /** Start of the axis unless a value is below it, for example 0 for counts. */
  readonly floor: number | undefined;
  /** The least range of the axis, so that noise stays quiet. */
  readonly span?: number;
};

const FONT = "12px 'Figtree Variable', system-ui, sans-serif";

/**
 * Returns uPlot's options: thin lines on a quiet grid, in the colours of the page's scheme, without a legend
 * of its own.
 */
export function optionsOf(
  element: Element,
  look: () => ChartLook,
  onCursor: (index: number | null) => void,
): Omit<uPlot.Options, 'width' | 'height'> {
  return {
    ms: 1,
    legend: { show: false },
    cursor: { y: false, drag: { x: false, y: false }, points: { size: 8 } },
    scales: {
      x: { range: () => [look().from, look().to] },
      y: { range: (_plot, low, high) => rangeOf(...reachOf(look().series, low, high), look()) },
    },
    axes: axesOf(element, look),
    series: [{}, ...look().series.map((one) => lineOf(element, one, look().series))],
    hooks: {
      drawAxes: [(plot) => drawBands(plot, look().series, ({ color }) => colorOf(element, color))],
      draw: [
        (plot) =>
          drawLatest(plot, look().series, look().to, (color) =>
            colorOf(element, color ?? 'var(--azulejo-surface)'),
          ),
      ],
      setCursor: [(plot) => onCursor(plot.cursor.idx ?? null)],
    },
  };
}

function axesOf(element: Element, look: () => ChartLook): uPlot.Axis[] {
  const axis = { stroke: colorOf(element, 'var(--azulejo-quiet)'), font: FONT, ticks: { show: false } };
  return [
    {
      ...axis,
      grid: { show: false },
      size: 30,
      space: 72,
      values: (_plot, ticks, _axis, _space, step) => look().times.ticks(ticks, step),
    },
    {
      ...axis,
      grid: { stroke: colorOf(element, 'var(--azulejo-line)'), width: 1 },
      space: 32,
      size: widthOf,
      values: (_plot, ticks) => ticksOf(look(), ticks),
    },
  ];
}

/** Writes the ticks, the highest with the unit. */
function ticksOf({ series: [first], numbers }: ChartLook, ticks: readonly number[]): string[] {
  return ticks.map((tick, index) => {
    const text = writeTick(first, tick, numbers);
    return index === ticks.length - 1 && first?.unit && !first.format ? `${text} ${first.unit}` : text;
  });
}

function lineOf(element: Element, one: TimeSeries, all: readonly TimeSeries[]): uPlot.Series {
  const { label, color, shape, isTarget = false } = one;
  const stroke = colorOf(element, color);
  // Areas of several lines would hide each other.
  const isAlone = all.every((each) => each === one || each.isTarget);
  const points = { show: true, size: 5, fill: stroke, filter: lonelyPoints };
  return {
    label,
    stroke,
    width: 2,
    points,
    ...(isTarget && { dash: [2, 4] }),
    ...(isAlone && !isTarget && { fill: fillUnder(stroke) }),
    ...(shape === 'step' && drawSteps && { paths: drawSteps }),
  };
}

const drawSteps = uPlot.paths.stepped?.({ align: 1 });

const SHORT_PX = 4;

/** Returns a point for each run of values between two gaps whose line is too short to be visible. */
function lonelyPoints(plot: uPlot, series: number): number[] {
  const lonely: number[] = [];
  let first: number | undefined;
  let last = 0;
  const placeOf = (at: number) => plot.valToPos(plot.data[0][at] ?? 0, 'x');
  const close = () => {
    if (first !== undefined && placeOf(last) - placeOf(first) < SHORT_PX) lonely.push(last);
    first = undefined;
  };
  for (const [at, value] of (plot.data[series] ?? []).entries()) {
    if (value === null) close();
    else if (value !== undefined) {
      first ??= at;
      last = at;
    }
  }
  close();
  return lonely;
}

/** Resolves `var(--name)`, because a canvas does not support variables. */
function colorOf(element: Element, color = 'var(--azulejo-accent)'): string {
  const name = /^var\((--[\w-]+)\)$/.exec(color)?.[1];
  return name === undefined ? color : getComputedStyle(element).getPropertyValue(name).trim();
}

/** Returns the range of the axis with some space around the values, so that a flat line is inside it. */
function rangeOf(
  low: number | null,
  high: number | null,
  { floor, span = 0 }: Pick<ChartLook, 'floor' | 'span'>,
): [number, number] {
  if (low === null || high === null) return [floor ?? 0, (floor ?? 0) + (span || 1)];
  if (high === floor) return [floor, floor + (span || 1)];
  const room = (high - low || Math.abs(high) || 1) * 0.12;
  const missing = Math.max(0, span - (high - low) - 2 * room) / 2;
  if (floor !== undefined && low >= floor) return [floor, Math.max(high + room, floor + span)];
  return [low - room - missing, high + room + missing];
}

/** Returns the width of the widest label. */
function widthOf(plot: uPlot, labels: string[] | null): number {
  if (labels === null) return 48;
  plot.ctx.font = FONT;
  return Math.ceil(Math.max(...labels.map((label) => plot.ctx.measureText(label).width))) + 16;
}

const TOP = '33';
const BOTTOM = '05';

/** Returns the fill below a line: its colour, fading from 20 to 2 percent. Only hex colours can fade. */
const fillUnder =
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
function drawLatest(
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
