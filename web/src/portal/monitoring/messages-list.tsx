import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import classes from './messages.module.css';
import { MessageRow } from './messages-row.tsx';
import type { Entry } from './messages-store.ts';

const LINE_HEIGHT = 38;
const LINE_HEIGHT_ON_PHONES = 88;
const OVERSCAN = 15;
/** So near to the end is at it. */
const AT_END_PX = 40;

/** The newest stands last, and in view as long as nobody scrolls up. Only lines that are in view are drawn. */
export function MessagesList({ entries }: { entries: readonly Entry[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const scrolledTo = useRef(0);
  const isNarrow = useMediaQuery('(max-width: 62em)');
  const [isFollowing, setFollowing] = useState(true);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const [active, setActive] = useState<number | undefined>(undefined);
  const found = entries.findIndex(({ key }) => key === active);
  const activeIndex = found === -1 ? entries.length - 1 : found;
  const list = useVirtualizer({
    count: entries.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => (isNarrow ? LINE_HEIGHT_ON_PHONES : LINE_HEIGHT),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: OVERSCAN,
    // The line with the focus stays, wherever it is.
    rangeExtractor: useCallback(
      (range: Range) =>
        [...new Set([...defaultRangeExtractor(range), Math.max(0, activeIndex)])].sort((a, b) => a - b),
      [activeIndex],
    ),
  });

  const last = entries.at(-1)?.key;
  const height = list.getTotalSize();
  useEffect(() => {
    if (isFollowing && last !== undefined) scroller.current?.scrollTo({ top: height });
  }, [isFollowing, last, height]);

  const toggle = useCallback((n: number) => {
    setActive(n);
    setFollowing(false);
    setOpened((before) => {
      const after = new Set(before);
      if (!after.delete(n)) after.add(n);
      return after;
    });
  }, []);

  const goTo = (index: number): void => {
    const entry = entries[index];
    if (!entry) return;
    setActive(entry.key);
    setFollowing(false);
    list.scrollToIndex(index, { align: 'auto' });
    // It is drawn with the next frame.
    requestAnimationFrame(() =>
      scroller.current?.querySelector<HTMLElement>(`[data-n="${entry.key}"]`)?.focus({ preventScroll: true }),
    );
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['n'] === undefined) return;
    const index = entries.findIndex(({ key }) => String(key) === (event.target as HTMLElement).dataset['n']);
    const target = targetOf(event.key, index, entries);
    if (target === undefined) return;
    event.preventDefault();
    goTo(target);
  };

  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label="Messages"
        onKeyDown={onKeyDown}
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX;
          // Lines that come push the end away; only who scrolls up leaves it.
          if (isAtEnd || scrollTop < scrolledTo.current) setFollowing(isAtEnd);
          scrolledTo.current = scrollTop;
        }}
      >
        <div className={classes.space} style={{ height }}>
          {list.getVirtualItems().map(({ key, index, start }) => {
            const entry = entries[index];
            return (
              entry && (
                <div
                  key={key}
                  ref={list.measureElement}
                  data-index={index}
                  className={classes.place}
                  style={{ transform: `translateY(${start}px)` }}
                >
                  {entry.kind === 'skipped' ? (
                    <Skipped count={entry.count} />
                  ) : (
                    <MessageRow
                      message={entry.message}
                      isOpen={opened.has(entry.key)}
                      isTabStop={index === activeIndex}
                      onToggle={toggle}
                    />
                  )}
                </div>
              )
            );
          })}
        </div>
      </div>
      {!isFollowing && (
        <Button
          className={classes.newest ?? ''}
          size="xs"
          radius="xl"
          leftSection={<IconArrowDown size={14} />}
          onClick={() => setFollowing(true)}
        >
          Follow the newest
        </Button>
      )}
    </div>
  );
}

function Skipped({ count }: { count: number }) {
  return (
    <p className={classes.skipped}>
      {count.toLocaleString('en')} skipped: they came faster than they could be shown
    </p>
  );
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
