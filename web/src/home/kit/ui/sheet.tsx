import { Modal, type ModalRootProps } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import classes from './sheet.module.css';
import { useCoveredHeight } from './use-covered-height.ts';
import { useDragDown } from './use-drag-down.ts';
import { useIsPhone } from './use-is-phone.ts';

/** The same value as in the style sheet. */
const LEAVE_MS = 240;

/** The movement of sheets is in the style sheet: that of Mantine leaves out dialogs that are mounted opened. */
const still = { duration: 0 };

type Props = Pick<ModalRootProps, 'opened' | 'onClose' | 'size' | 'transitionProps'> & {
  title: ReactNode;
  children: ReactNode;
};

/**
 * Shows Home's dialog. On phones it is a sheet at the lower edge, which slides out when it is dragged down,
 * and when it is closed by its button, by Escape or by a press outside.
 */
export function Sheet({ title, children, transitionProps = {}, ...dialog }: Props) {
  const { opened, onClose } = dialog;
  const isPhone = useIsPhone();
  const [isLeaving, leave] = useLeaving(opened, onClose);
  const { offset, handlers } = useDragDown(leave);
  const covered = useCoveredHeight(isPhone && opened);
  return (
    <Modal.Root
      {...dialog}
      onClose={isPhone ? leave : onClose}
      classNames={classes}
      transitionProps={isPhone ? still : transitionProps}
      data-dragged={offset !== undefined || undefined}
      data-leaving={isLeaving || undefined}
      style={{ '--sheet-offset': `${offset ?? 0}px`, '--sheet-covered': `${covered}px` }}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header {...(isPhone && handlers)}>
          <span className={classes.handle} aria-hidden="true" />
          {title && <Modal.Title>{title}</Modal.Title>}
          <Modal.CloseButton />
        </Modal.Header>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}

/** Returns whether the sheet is on its way out of the window, and what sends it there. It is closed outside. */
function useLeaving(opened: boolean, onClose: () => void): readonly [boolean, () => void] {
  const isReduced = useReducedMotion();
  const [isLeaving, setIsLeaving] = useState(false);
  const end = useEffectEvent(() => {
    setIsLeaving(false);
    if (opened) onClose();
  });
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => end(), opened ? LEAVE_MS : 0);
    return () => clearTimeout(timer);
  }, [isLeaving, opened]);
  return [isLeaving, isReduced ? onClose : () => setIsLeaving(true)];
}
