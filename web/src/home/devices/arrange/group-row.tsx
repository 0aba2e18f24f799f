import type { TileGroup } from '@azulejo/contract';
import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { t } from '@lingui/core/macro';
import { Plural } from '@lingui/react/macro';
import { memo } from 'react';
import { IconDots } from '../../../design/page-icons.generated.ts';
import classes from './arrange.module.css';

type Props = { rowKey: string; group: TileGroup; count: number; onChange: (group: TileGroup) => void };

/** Shows the heading of an area or group, under which devices can be dropped. */
export const GroupRow = memo(function GroupRow({ rowKey, group, count, onChange }: Props) {
  const isArea = !group.parent;
  const { setNodeRef, transform, transition } = useSortable({ id: rowKey, disabled: { draggable: true } });
  const Heading = isArea ? 'h2' : 'h3';
  return (
    <li
      ref={setNodeRef}
      className={isArea ? classes.area : classes.group}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <Heading className={classes.heading}>{group.label}</Heading>
      <span className={classes.count}>
        <Plural value={count} one="# device" other="# devices" />
      </span>
      <button
        type="button"
        className={classes.handle}
        aria-label={t`Change ${group.label}`}
        aria-haspopup="dialog"
        onClick={() => onChange(group)}
      >
        <IconDots size={20} stroke={1.6} aria-hidden="true" />
      </button>
    </li>
  );
});
