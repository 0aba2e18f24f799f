import { i18n, type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { ActionIcon } from '@mantine/core';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import { IconChevronLeft } from '../../../design/page-icons.generated.ts';
import type { PeriodKind } from '../formats/period.ts';
import classes from './period-move.module.css';

const before: Readonly<Record<PeriodKind, MessageDescriptor>> = {
  day: msg`Previous day`,
  week: msg`Previous week`,
  month: msg`Previous month`,
  year: msg`Previous year`,
};
const after: typeof before = {
  day: msg`Next day`,
  week: msg`Next week`,
  month: msg`Next month`,
  year: msg`Next year`,
};

type Props = {
  kind: PeriodKind;
  title: string;
  /** Whether there is no later period. */
  isLatest: boolean;
  onMove: (by: 1 | -1) => void;
};

/** Shows the title of a period between links to the earlier and the later one. */
export function PeriodMove({ kind, title, isLatest, onMove }: Props) {
  return (
    <div className={classes.move}>
      <ActionIcon variant="default" size={40} aria-label={i18n._(before[kind])} onClick={() => onMove(-1)}>
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <strong role="status">{title}</strong>
      <ActionIcon
        variant="default"
        size={40}
        aria-label={i18n._(after[kind])}
        disabled={isLatest}
        onClick={() => onMove(1)}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
