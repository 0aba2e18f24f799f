import { Modal, type ModalRootProps } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { type PointerEvent, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import classes from './sheet.module.css';
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

/** Returns how many px of the window's lower end the keyboard of a phone covers, which does not resize the page. */
function useCoveredHeight(isWatched: boolean): number {
  const [covered, setCovered] = useState(0);
  useEffect(() => {
    const viewport = window.visualViewport;
    if (!isWatched || !viewport) return;
    const measure = () => {
      const { height, offsetTop, scale } = viewport;
      const isZoomed = scale > 1;
      const below = document.documentElement.clientHeight - height - offsetTop;
      setCovered(isZoomed ? 0 : Math.max(0, Math.round(below)));
    };
    measure();
    viewport.addEventListener('resize', measure);
    viewport.addEventListener('scroll', measure);
    return () => {
      viewport.removeEventListener('resize', measure);
      viewport.removeEventListener('scroll', measure);
    };
  }, [isWatched]);
  return covered;
}

/** How far a sheet is dragged to be closed, in px. */
const CLOSE_PX = 96;
/** A swipe closes the sheet sooner: one of this length, at this speed. */
const SWIPE_PX = 32;
const SWIPE_PX_PER_MS = 0.5;

type Drag = { readonly pointerId: number; readonly fromY: number; readonly since: number };

/**
 * Makes an element the handle of a sheet, which follows the pointer downwards. `offset` is how far it is dragged,
 * in px; undefined while it is not. Buttons within the handle still work.
 */
function useDragDown(onDraggedOut: () => void) {
  const [drag, setDrag] = useState<Drag>();
  const [offset, setOffset] = useState(0);
  const distance = (event: PointerEvent, { fromY }: Drag) => Math.max(0, event.clientY - fromY);
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (drag || event.button !== 0 || (event.target as Element).closest('button')) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setOffset(0);
      setDrag({ pointerId: event.pointerId, fromY: event.clientY, since: event.timeStamp });
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerId === drag?.pointerId) setOffset(distance(event, drag));
    },
    onPointerUp: (event: PointerEvent) => {
      if (event.pointerId !== drag?.pointerId) return;
      setDrag(undefined);
      const moved = distance(event, drag);
      const isSwipe = moved >= SWIPE_PX && moved / (event.timeStamp - drag.since) >= SWIPE_PX_PER_MS;
      if (moved >= CLOSE_PX || isSwipe) onDraggedOut();
    },
    onPointerCancel: () => setDrag(undefined),
  };
  return { offset: drag && offset, handlers };
}
