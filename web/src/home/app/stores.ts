import { type ClientOptions, createClient } from '@azulejo/sdk';
import type { QueryClient } from '@tanstack/react-query';
import { createQueries } from '../../design/queries.ts';
import { forgetDrafts } from '../automation/automations/editor/drafts.ts';
import { forgetScenes } from '../automation/scenes/known-scenes.ts';
import { createLiveHome, type LiveHome } from '../data/live/live-home.ts';
import { createOffline, type Offline } from '../data/offline/offline.ts';
import { readPageSettings } from '../data/session/page-settings.ts';
import type { Session } from '../data/session/session.ts';
import { createSignInStorage } from '../data/session/sign-in-storage.ts';
import { createTilesMemory, type TilesMemory } from '../devices/tiles/tiles-memory.ts';
import { forgetEnergy } from '../house/energy/measures-energy.ts';
import { createPageTitle, type PageTitle } from '../kit/ui/page-title.ts';
import { type BrowserPush, createBrowserPush } from '../person/notifications/browser-push.ts';
import { createPreferencesStore, type PreferencesStore } from '../person/preferences/preferences-store.ts';
import { followSignIn, signOut } from '../person/sign-in/sign-out.ts';
import { forgetWallTablet } from '../tablet/wall-tablet/wall-tablet.ts';

/** Contains everything on the page that holds state outside components. */
export type Stores = {
  readonly queries: QueryClient;
  readonly session: Session;
  readonly offline: Offline;
  readonly live: LiveHome;
  readonly preferences: PreferencesStore;
  readonly title: PageTitle;
  readonly tiles: TilesMemory;
  readonly push: BrowserPush;
};

/** How the page reaches the platform; as the SDK does by default. */
export type Network = Pick<ClientOptions, 'fetch' | 'openSocket'>;

/**
 * Creates the stores of the page, which open the sign-in page when the sign-in has ended. Tests pass a network
 * of their own.
 */
export function createStores(network: Network = {}): Stores {
  const settings = readPageSettings();
  const signIn = createSignInStorage();
  const client = createClient({
    ...network,
    url: window.location.origin,
    clientId: settings.clientId,
    storage: signIn.tokens,
  });
  const offline = createOffline(signIn.isShared);
  const preferences = createPreferencesStore({ client, storage: signIn.storage });
  const push = createBrowserPush({ client, signIn });
  const forget = async () => {
    forgetWallTablet();
    preferences.forget();
    forgetScenes(signIn.storage());
    forgetEnergy(signIn.storage());
    forgetDrafts(signIn.storage());
    await push.forget().catch(() => {});
    await offline.home.forget();
    await offline.pictures.forget();
  };
  followSignIn({ signIn, forget });
  return {
    queries: createQueries(),
    session: {
      client,
      settings,
      signIn,
      signOut: async () => {
        // Only a person who is signed in may remove the browser from the list.
        await push.turnOff().catch(() => {});
        await signOut({ client, signIn, forget });
      },
    },
    offline,
    live: createLiveHome({ client, offline }),
    preferences,
    title: createPageTitle(document),
    tiles: createTilesMemory(),
    push,
  };
}
