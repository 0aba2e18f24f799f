import { chooseLanguage } from '@azulejo/model';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showHomeIn } from '../languages/home-catalogue.ts';
import { prepareCounts } from '../languages/prepare-counts.ts';
import { createHomeRouter } from './app/router.tsx';
import { HomeLanguage } from './app/shell/home-language.tsx';
import { HomeProvider } from './app/shell/home-provider.tsx';
import { followPagesWithFocus } from './app/shell/page-focus.ts';
import { createStores } from './app/stores.ts';
import { StoresProvider } from './app/stores-provider.tsx';
import { untilRead } from './data/live/until-read.ts';
import { keepPage } from './data/offline/page-update.ts';
import { whenIdle } from './kit/ui/when-idle.ts';
import { followWorker } from './person/notifications/follow-worker.ts';

/** A slow phone draws a large home for some seconds. */
const MAX_BUSY_MS = 10_000;
/** The first tiles are drawn after this time, and people may press them. */
const MAX_DRAWING_MS = 500;

const stores = createStores();
const router = createHomeRouter(stores.session.client);
followPagesWithFocus(router);
followWorker({ push: stores.push, goTo: (path) => router.history.push(path) });
// The home is read while the language is loaded and the frame is drawn.
stores.preferences.subscribe(() => {});
if (await stores.session.client.token()) stores.live.begin();
const { locale } = stores.preferences.reading();
await showHomeIn(chooseLanguage([locale, ...navigator.languages]) ?? 'en');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <HomeProvider queries={stores.queries}>
      <StoresProvider stores={stores}>
        <HomeLanguage>
          <RouterProvider router={router} />
        </HomeLanguage>
      </StoresProvider>
    </HomeProvider>
  </StrictMode>,
);
const isRead = untilRead(stores.live);
void isRead.then(() => whenIdle(MAX_DRAWING_MS)).then(prepareCounts);
// Offline support reads every file of Home, and waits until the home is read and drawn.
void isRead
  .then(() => whenIdle(MAX_BUSY_MS))
  .then(() => keepPage(stores.offline.update))
  .catch(() => {});
