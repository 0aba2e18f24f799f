import 'uplot/dist/uPlot.min.css';
import { useComputedColorScheme } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import uPlot from 'uplot';
import classes from './time-chart.module.css';
import { type ChartLook, optionsOf } from './time-chart-options.ts';

type Props = {
  look: ChartLook;
  height: number;
  ariaLabel: string;
  /** The time at the cursor, and the values there in words. */
  at: number | null;
  atText: string;
  onCursor: (at: number | null) => void;
};

/** Draws the chart. It is read with the pointer, or with the arrow keys as a read-only slider. */
export function TimeChartCanvas({ look, height, ariaLabel, at, atText, onCursor }: Props) {
  const { place, plot } = usePlot(look, height, onCursor);
  const moments = columnsOf(look)[0];
  const index = at === null ? moments.length - 1 : moments.indexOf(at);

  function moveTo(next: number) {
    const moment = moments[Math.min(Math.max(next, 0), moments.length - 1)];
    if (plot.current && moment !== undefined)
      plot.current.setCursor({ left: plot.current.valToPos(moment, 'x'), top: 0 });
  }
  function onKeyDown(event: KeyboardEvent) {
    const next = steps[event.key]?.(index, moments.length);
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  }
  function onPointerMove(event: PointerEvent) {
    if (event.pointerType === 'mouse' || !plot.current) return;
    const { left } = plot.current.over.getBoundingClientRect();
    plot.current.setCursor({ left: event.clientX - left, top: 0 });
  }
  const leave = () => plot.current?.setCursor({ left: -10, top: -10 });
  return (
    <div
      ref={place}
      className={classes.canvas}
      style={{ height }}
      role="slider"
      tabIndex={0}
      aria-readonly="true"
      aria-label={ariaLabel}
      aria-valuemin={0}
      aria-valuemax={Math.max(moments.length - 1, 0)}
      aria-valuenow={Math.max(index, 0)}
      aria-valuetext={atText}
      onKeyDown={onKeyDown}
      onPointerMove={onPointerMove}
      onBlur={leave}
    />
  );
}

const steps: Record<string, (index: number, count: number) => number> = {
  ArrowLeft: (index) => index - 1,
  ArrowRight: (index) => index + 1,
  PageUp: (index, count) => index + Math.ceil(count / 12),
  PageDown: (index, count) => index - Math.ceil(count / 12),
  Home: () => 0,
  End: (_index, count) => count - 1,
};

/** Creates the plot again only when its lines or colours change; new values, times and sizes update it. */
function usePlot(look: ChartLook, height: number, onCursor: (at: number | null) => void) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const now = useRef({ look, height, onCursor });
  now.current = { look, height, onCursor };
  const scheme = useComputedColorScheme();
  const lines = JSON.stringify(look.series.map(({ label, color, shape }) => [label, color, shape]));

  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines and another scheme are drawn by another plot
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const notify = (index: number | null) =>
      now.current.onCursor(index === null ? null : (plot.current?.data[0][index] ?? null));
    const size = { width: element.clientWidth, height: now.current.height };
    const options = optionsOf(element, () => now.current.look, notify);
    const drawn = new uPlot({ ...options, ...size }, columnsOf(now.current.look), element);
    plot.current = drawn;
    const watch = new ResizeObserver(() =>
      drawn.setSize({ width: element.clientWidth, height: now.current.height }),
    );
    watch.observe(element);
    return () => {
      watch.disconnect();
      drawn.destroy();
      plot.current = null;
    };
  }, [lines, scheme]);

  useEffect(() => {
    plot.current?.setData(columnsOf(look));
  }, [look]);
  return { place, plot };
}

/**
 * Converts the series to uPlot's format: the times of all series in order, and each series' values at them.
 */
function columnsOf({ series }: ChartLook): uPlot.AlignedData {
  if (series.length === 0) return [[]];
  return uPlot.join(series.map(({ points }) => [points.map(([at]) => at), points.map(([, value]) => value)]));
}
