import type { ReactNode } from 'react';
import { LiveHomeContext } from './live/live-home.ts';
import { BrowserPushContext } from './notifications/browser-push.ts';
import { OfflineContext } from './offline/offline.ts';
import { PageTitleContext } from './parts/page-title.ts';
import { PreferencesContext } from './preferences/preferences-store.ts';
import { SessionContext } from './session/session.ts';
import type { Stores } from './stores.ts';
import { TilesMemoryContext } from './tiles/tiles-memory.ts';

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
