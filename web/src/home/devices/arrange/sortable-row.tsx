import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import type { ReactNode } from 'react';
import { IconGripVertical } from '../../../design/page-icons.generated.ts';
import classes from './arrange.module.css';

type Props = {
  id: string;
  /** Read by screen readers for the handle. */
  label: string;
  /** The looks of the row and of its handle, where it is not among tiles. */
  className?: string;
  handleClassName?: string;
  children: ReactNode;
};

/** Shows a row that is dragged by its handle. */
export function SortableRow({
  id,
  label,
  className = classes.tile,
  handleClassName = classes.handle,
  children,
}: Props) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({ id });
  return (
    <li
      ref={setNodeRef}
      className={className}
      data-dragging={isDragging || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <button
        type="button"
        ref={setActivatorNodeRef}
        className={handleClassName}
        {...attributes}
        {...listeners}
        aria-label={label}
      >
        <IconGripVertical size={20} stroke={1.6} aria-hidden="true" />
      </button>
      {children}
    </li>
  );
}
