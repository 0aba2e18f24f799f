import { createContext } from 'react';
import { useRequired } from '../../../design/use-required.ts';
import { createHomeCache, type HomeCache } from './home-cache.ts';
import { createPageUpdate, type PageUpdate } from './page-update.ts';
import { createPictureCache, type PictureCache } from './picture-cache.ts';

/** Stores on this device what Home needs to open without a connection. */
export type Offline = {
  readonly home: HomeCache;
  readonly pictures: PictureCache;
  readonly update: PageUpdate;
};

export const createOffline = (isShared: () => boolean): Offline => ({
  home: createHomeCache(isShared),
  pictures: createPictureCache(isShared),
  update: createPageUpdate(),
});

export const OfflineContext = createContext<Offline | undefined>(undefined);

export const useOffline = (): Offline => useRequired(OfflineContext, 'OfflineContext');
