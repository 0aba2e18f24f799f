import type { Tile } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { Confirmation } from '../controls/confirmation.tsx';

/** A lock's tile, and what unlocks it. */
export type Requested = { readonly tile: Tile; readonly unlock: () => void };

type Props = { requested: Requested | undefined; onClose: () => void };

/**
 * Asks a question above the tiles. It opens a moment after it is rendered, so that it knows where to return
 * the focus.
 */
export function TileDialogs({ requested, onClose }: Props) {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    setIsDrawn(true);
  }, []);
  const shown = isDrawn ? requested : undefined;
  return (
    <Confirmation
      question={
        shown && {
          title: t`Unlock ${{ device: shown.tile.label }}?`,
          text: t`Anyone at the door can then open it.`,
          yes: t`Unlock`,
        }
      }
      onYes={() => shown?.unlock()}
      onClose={onClose}
    />
  );
}
