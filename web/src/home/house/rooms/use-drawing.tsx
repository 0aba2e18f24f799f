import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react';
import { useHome } from '../../data/live/use-home.ts';
import type { Requested } from '../../devices/tiles/tile-dialogs.tsx';
import type { Drawing } from '../../devices/tiles/tile-grid.tsx';
import { withStyles } from '../../kit/ui/with-styles.ts';
import { usePreferences, usePreferencesDocument } from '../../person/preferences/use-preferences.ts';

const TileDialogs = lazy(async () => {
  const { TileDialogs } = await withStyles(import('../../devices/tiles/tile-dialogs.tsx'));
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
