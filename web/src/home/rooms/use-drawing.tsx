import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useHome } from '../live/use-home.ts';
import { withStyles } from '../parts/with-styles.ts';
import { usePreferences, usePreferencesDocument } from '../preferences/use-preferences.ts';
import type { Requested } from '../tiles/tile-dialogs.tsx';
import type { Drawing } from '../tiles/tile-grid.tsx';

const TileDialogs = lazy(async () => {
  const { TileDialogs } = await withStyles(import('../tiles/tile-dialogs.tsx'));
  return { default: TileDialogs };
});

/** Returns what every grid of a page needs to draw its tiles, and the dialogs that the tiles open. */
export function useDrawing(): { drawing: Drawing; dialogs: ReactNode } {
  const { channels, isCached, state } = useHome();
  const reading = usePreferences();
  const { tile_icons: icons } = usePreferencesDocument();
  const [requested, setRequested] = useState<Requested>();
  const [isDialogUsed, setIsDialogUsed] = useState(false);
  const ask = useCallback((next: Requested) => {
    setIsDialogUsed(true);
    setRequested(next);
  }, []);
  return {
    drawing: {
      channels,
      reading,
      icons,
      isCached: isCached && state !== 'loading',
      onUnlock: useCallback((tile, unlock) => ask({ tile, unlock }), [ask]),
    },
    dialogs: isDialogUsed && (
      <Suspense>
        <TileDialogs requested={requested} onClose={() => setRequested(undefined)} />
      </Suspense>
    ),
  };
}
