import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import type { VirtualItem } from '@tanstack/react-virtual';
import { useCallback, useRef, useState } from 'react';
import { IconArrowDown } from '../../../design/page-icons.generated.ts';
import classes from './messages.module.css';
import { MessageRow } from './row.tsx';
import type { Entry } from './store.ts';
import { useFollowing } from './use-following.ts';
import { useLines } from './use-lines.ts';

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
