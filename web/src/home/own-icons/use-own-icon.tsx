import type { Preferences, Tile } from '@azulejo/contract';
import { lazy, type ReactNode, useSyncExternalStore } from 'react';
import { usePreferencesStore } from '../preferences/preferences-store.ts';

const OwnIcon = lazy(async () => ({ default: (await import('./own-icon.tsx')).OwnIcon }));

/** Returns the name of the icon that the person chose for a tile. */
export const ownIconIn = ({ tile_icons: icons }: Preferences, tile: string) =>
  icons?.find((each) => each.tile === tile)?.icon;

/** Returns the icon that the person chose for the tile, which is loaded only where there is one. */
export function useOwnIcon({ id }: Tile): ReactNode {
  const { subscribe, document } = usePreferencesStore();
  const name = useSyncExternalStore(subscribe, () => ownIconIn(document(), id));
  return name && <OwnIcon name={name} />;
}
