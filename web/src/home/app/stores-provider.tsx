import type { ReactNode } from 'react';
import { LiveHomeContext } from '../data/live/live-home.ts';
import { OfflineContext } from '../data/offline/offline.ts';
import { SessionContext } from '../data/session/session.ts';
import { TilesMemoryContext } from '../devices/tiles/tiles-memory.ts';
import { PageTitleContext } from '../kit/ui/page-title.ts';
import { BrowserPushContext } from '../person/notifications/browser-push.ts';
import { PreferencesContext } from '../person/preferences/preferences-store.ts';
import type { Stores } from './stores.ts';

/** Provides the stores of the page to its components. */
export function StoresProvider({ stores, children }: { stores: Stores; children: ReactNode }) {
  return (
    <SessionContext value={stores.session}>
      <PageTitleContext value={stores.title}>
        <PreferencesContext value={stores.preferences}>
          <OfflineContext value={stores.offline}>
            <LiveHomeContext value={stores.live}>
              <TilesMemoryContext value={stores.tiles}>
                <BrowserPushContext value={stores.push}>{children}</BrowserPushContext>
              </TilesMemoryContext>
            </LiveHomeContext>
          </OfflineContext>
        </PreferencesContext>
      </PageTitleContext>
    </SessionContext>
  );
}
