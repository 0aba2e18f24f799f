import type { Preferences } from '@azulejo/contract';
import { type ComponentProps, lazy, type ReactNode } from 'react';

const OwnIcon = lazy(async () => ({ default: (await import('./own-icon.tsx')).OwnIcon }));

export type ChosenIcon = ComponentProps<typeof OwnIcon>['name'];

/** Returns the name of the icon that the person chose for a tile. */
export const ownIconIn = ({ tile_icons: icons }: Preferences, tile: string) =>
  icons?.find((each) => each.tile === tile)?.icon;

/** Returns the icon of this name, which is loaded only where there is one. */
export const chosenIcon = (name: ChosenIcon | undefined): ReactNode => name && <OwnIcon name={name} />;
