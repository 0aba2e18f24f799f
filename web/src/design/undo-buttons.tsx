import { t } from '@lingui/core/macro';
import { ActionIcon, type ActionIconProps } from '@mantine/core';
import type { Edits } from './edits.ts';
import { IconArrowBackUp, IconArrowForwardUp } from './page-icons.generated.ts';

type Props = Pick<ActionIconProps, 'size' | 'radius'> & {
  edits: Edits<unknown>;
  undo: () => void;
  redo: () => void;
};

export function UndoButtons({ edits, undo, redo, ...look }: Props) {
  return (
    <>
      <ActionIcon
        variant="default"
        {...look}
        aria-label={t`Undo`}
        aria-keyshortcuts="Control+Z"
        disabled={edits.past.length === 0}
        onClick={undo}
      >
        <IconArrowBackUp size={20} aria-hidden="true" />
      </ActionIcon>
      <ActionIcon
        variant="default"
        {...look}
        aria-label={t`Redo`}
        aria-keyshortcuts="Control+Shift+Z"
        disabled={edits.future.length === 0}
        onClick={redo}
      >
        <IconArrowForwardUp size={20} aria-hidden="true" />
      </ActionIcon>
    </>
  );
}
