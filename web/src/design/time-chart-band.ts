import type uPlot from 'uplot';
import type { TimeSeries } from './time-chart-series.ts';

type Corner = { readonly at: number; readonly low: number; readonly high: number };

/** Draws the area between the lowest and the highest value of each series, behind its line. */
export function drawBands(
  plot: uPlot,
  series: readonly TimeSeries[],
  colorOf: (series: TimeSeries) => string,
): void {
  const { ctx, bbox } = plot;
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  ctx.globalAlpha = 0.18;
  for (const one of series) {
    ctx.fillStyle = colorOf(one);
    for (const piece of piecesOf(one)) fillPiece(plot, piece);
  }
  ctx.restore();
}

/** Splits a band at its gaps. */
function piecesOf({ points, band = [] }: TimeSeries): Corner[][] {
  const pieces: Corner[][] = [[]];
  for (const [index, [at, value]] of points.entries()) {
    const bounds = band[index];
    if (value === null || !bounds) pieces.push([]);
    else pieces.at(-1)?.push({ at, low: bounds[0], high: bounds[1] });
  }
  return pieces.filter(({ length }) => length > 1);
}

function fillPiece(plot: uPlot, piece: readonly Corner[]): void {
  const { ctx } = plot;
  const x = (at: number) => plot.valToPos(at, 'x', true);
  const y = (value: number) => plot.valToPos(value, 'y', true);
  ctx.beginPath();
  for (const { at, high } of piece) ctx.lineTo(x(at), y(high));
  for (const { at, low } of piece.toReversed()) ctx.lineTo(x(at), y(low));
  ctx.closePath();
  ctx.fill();
}

/** Returns the lowest and the highest value that is drawn: bands reach further than lines. */
export function reachOf(
  series: readonly TimeSeries[],
  low: number | null,
  high: number | null,
): [low: number | null, high: number | null] {
  const bounds = series.flatMap(({ band = [] }) => band.filter((each) => each !== null));
  if (low === null || high === null || bounds.length === 0) return [low, high];
  return [
    bounds.reduce((least, [each]) => Math.min(least, each), low),
    bounds.reduce((most, [, each]) => Math.max(most, each), high),
  ];
}
