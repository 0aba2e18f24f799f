import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useState } from 'react';
import type { Entry } from './store.ts';

/** Before they are measured. */
const LINE_HEIGHT = 38;
const LINE_HEIGHT_ON_PHONES = 88;
const OVERSCAN = 15;

/** Which lines are drawn, and to which of them the keys lead: Tab to one, the arrows to the others. */
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
    // The line with the focus stays, wherever it is.
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
    // It is drawn with the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-n="${entry.key}"]`)?.focus({ preventScroll: true }),
    );
  }

  return { list, activeIndex, setActive, onKeyDown };
}

/** The arrow keys go over what was left out. */
function targetOf(key: string, index: number, entries: readonly Entry[]): number | undefined {
  if (key === 'Home') return entries.findIndex(({ kind }) => kind === 'message');
  if (key === 'End') return entries.findLastIndex(({ kind }) => kind === 'message');
  const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return undefined;
  let target = index + step;
  while (entries[target]?.kind === 'skipped') target += step;
  return entries[target] ? target : undefined;
}
