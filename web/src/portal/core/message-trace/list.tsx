import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type RefObject,
  type UIEvent,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { IconArrowDown } from '../../../design/page-icons.generated.ts';
import classes from './messages.module.css';
import { MessageRow } from './row.tsx';
import type { Entry } from './store.ts';

/**
 * Lists the lines; the newest is the last one, and stays in view until someone scrolls up. Only visible lines
 * are rendered.
 */
export function MessagesList({ entries }: { entries: readonly Entry[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set());
  const { list, activeIndex, setActive, onKeyDown } = useLines(entries, scroller, () => setFollowing(false));
  const height = list.getTotalSize();
  const { isFollowing, setFollowing, onScroll } = useFollowing(scroller, height, entries.at(-1)?.key);
  const toggle = useCallback(
    (n: number) => {
      setActive(n);
      setFollowing(false);
      setOpened(
        (before) => new Set(before.has(n) ? [...before].filter((each) => each !== n) : [...before, n]),
      );
    },
    [setActive, setFollowing],
  );
  const drawn = ({ key, index, start }: VirtualItem) => (
    <div
      key={key}
      ref={list.measureElement}
      data-index={index}
      className={classes.place}
      style={{ transform: `translateY(${start}px)` }}
    >
      <Line entry={entries[index]} opened={opened} isTabStop={index === activeIndex} onToggle={toggle} />
    </div>
  );
  return (
    <div className={classes.frame}>
      <div
        ref={scroller}
        className={classes.scroller}
        role="log"
        aria-live="off"
        aria-label={t`Messages`}
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        <div className={classes.space} style={{ height }}>
          {list.getVirtualItems().map(drawn)}
        </div>
      </div>
      {!isFollowing && <FollowButton onClick={() => setFollowing(true)} />}
    </div>
  );
}

type LineProps = {
  entry: Entry | undefined;
  opened: ReadonlySet<number>;
  isTabStop: boolean;
  onToggle: (n: number) => void;
};

function Line({ entry, opened, isTabStop, onToggle }: LineProps) {
  if (!entry) return null;
  if (entry.kind === 'message')
    return (
      <MessageRow
        message={entry.message}
        isOpen={opened.has(entry.key)}
        isTabStop={isTabStop}
        onToggle={onToggle}
      />
    );
  return (
    <p className={classes.skipped}>
      <Trans>{i18n.number(entry.count)} skipped: messages arrived faster than they could be shown</Trans>
    </p>
  );
}

function FollowButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      className={classes.newest ?? ''}
      size="xs"
      radius="xl"
      leftSection={<IconArrowDown size={14} />}
      onClick={onClick}
    >
      <Trans>Follow the newest</Trans>
    </Button>
  );
}

/** Distance from the end that still counts as the end. */
const AT_END_PX = 40;

/** Keeps the end of a list in view until someone scrolls up, and again when the end is reached. */
function useFollowing(scroller: RefObject<HTMLElement | null>, height: number, last: number | undefined) {
  const [isFollowing, setFollowing] = useState(true);
  const scrolledTo = useRef(0);
  useEffect(() => {
    if (isFollowing && last !== undefined) scroller.current?.scrollTo({ top: height });
  }, [scroller, isFollowing, last, height]);
  const onScroll = useCallback(({ currentTarget }: UIEvent<HTMLElement>) => {
    const { scrollTop, scrollHeight, clientHeight } = currentTarget;
    const isAtEnd = scrollHeight - scrollTop - clientHeight < AT_END_PX;
    // New lines move the end away; only scrolling up ends the following.
    if (isAtEnd || scrollTop < scrolledTo.current) setFollowing(isAtEnd);
    scrolledTo.current = scrollTop;
  }, []);
  return { isFollowing, setFollowing, onScroll };
}

/** Estimates of the height until lines are measured. */
const LINE_HEIGHT = 38;
const LINE_HEIGHT_ON_PHONES = 88;
const OVERSCAN = 15;

/** Manages which lines are rendered, and keyboard navigation: Tab focuses one, the arrow keys the others. */
function useLines(entries: readonly Entry[], scroller: RefObject<HTMLElement | null>, onMove: () => void) {
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
