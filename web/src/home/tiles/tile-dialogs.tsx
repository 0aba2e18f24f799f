import type { Channel, Tile } from '@azulejo/contract';
import { Drawer, Modal, Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { Confirmation } from '../controls/confirmation.tsx';
import { PropertyControl } from '../controls/property-control.tsx';
import classes from './tile-dialogs.module.css';
import { mainActionsOf } from './tile-parts.ts';

export type Asked =
  | { readonly kind: 'adjust'; readonly tile: Tile; readonly channel: Channel }
  | { readonly kind: 'unlock'; readonly tile: Tile; readonly unlock: () => void };

type Props = { asked: Asked | undefined; onClose: () => void };

/**
 * Dialogs over the tiles. They open a moment after they are rendered, so that they know where to return the
 * focus.
 */
export function TileDialogs({ asked, onClose }: Props) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => setIsDrawn(true), []);
  const shown = isDrawn ? asked : undefined;
  return (
    <>
      <AdjustPanel asked={shown?.kind === 'adjust' ? shown : undefined} onClose={onClose} />
      <Confirmation
        question={
          shown?.kind === 'unlock'
            ? {
                title: `Unlock ${shown.tile.label}?`,
                text: 'Anyone at the door can then open it.',
                yes: 'Unlock',
              }
            : undefined
        }
        onYes={() => shown?.kind === 'unlock' && shown.unlock()}
        onClose={onClose}
      />
    </>
  );
}

type AdjustProps = { asked: Extract<Asked, { kind: 'adjust' }> | undefined; onClose: () => void };

/** The device's main actions in a small panel, which comes from below on a phone. */
function AdjustPanel({ asked, onClose }: AdjustProps) {
  const isWide = useMediaQuery('(min-width: 48em)', true, { getInitialValueInEffect: false });
  const [last, setLast] = useState(asked);
  // While it closes, the content stays.
  if (asked && asked !== last) setLast(asked);
  const content = last && (
    <Stack gap={0}>
      {mainActionsOf(last.tile, last.channel).map((part) => (
        <PropertyControl
          key={`${part.component.id} ${part.property.id}`}
          channel={last.channel}
          component={part.component}
          property={part.property}
          device={last.tile.label}
        />
      ))}
    </Stack>
  );
  const props = {
    opened: asked !== undefined,
    onClose,
    title: <strong>{last?.tile.label}</strong>,
    children: content,
    closeButtonProps: { 'aria-label': 'Close', size: 'lg' },
  };
  return isWide ? (
    <Modal {...props} size="sm" />
  ) : (
    <Drawer {...props} position="bottom" classNames={{ content: classes.sheet ?? '' }} />
  );
}
