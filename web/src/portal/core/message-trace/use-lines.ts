import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import type { Entry } from './store.ts';

/** Estimates of the height until lines are measured. */
const LINE_HEIGHT = 38;
const LINE_HEIGHT_ON_PHONES = 88;
const OVERSCAN = 15;

/** Manages which lines are rendered, and keyboard navigation: Tab focuses one, the arrow keys the others. */
export function useLines(
  entries: readonly Entry[],
  scroller: RefObject<HTMLElement | null>,
  onMove: () => void,
) {
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const [active, setActive] = useState<number | undefined>(undefined);
  const found = entries.findIndex(({ key }) => key === active);
  const activeIndex = Math.max(0, found === -1 ? entries.length - 1 : found);
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? LINE_HEIGHT_ON_PHONES : LINE_HEIGHT),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: OVERSCAN,
    // The focused line stays rendered, wherever it is.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), activeIndex])].sort((one, other) => one - other),
      [activeIndex],
    ),
  });

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const n = event.target instanceof HTMLElement ? event.target.dataset['n'] : undefined;
    if (n === undefined) return;
    const from = entries.findIndex(({ key }) => String(key) === n);
    const target = targetOf(event.key, from, entries);
    const entry = target === undefined ? undefined : entries[target];
    if (target === undefined || !entry) return;
    event.preventDefault();
    setActive(entry.key);
    onMove();
    list.scrollToIndex(target, { align: 'auto' });
    // The line is rendered with the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-n="${entry.key}"]`)?.focus({ preventScroll: true }),
    );
  }

  return { list, activeIndex, setActive, onKeyDown };
}

/** Returns the index of the line for a key; the arrow keys skip entries without a message. */
function targetOf(key: string, index: number, entries: readonly Entry[]): number | undefined {
  if (key === 'Home') return entries.findIndex(({ kind }) => kind === 'message');
  if (key === 'End') return entries.findLastIndex(({ kind }) => kind === 'message');
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  let target = index + step;
  while (entries[target]?.kind === 'skipped') target += step;
  return entries[target] ? target : undefined;
}
