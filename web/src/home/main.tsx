import { chooseLanguage } from '@azulejo/model';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { showHomeIn } from '../languages/home-catalogue.ts';
import { followWorker } from './notifications/follow-worker.ts';
import { keepPage } from './offline/page-update.ts';
import { createHomeRouter } from './router.tsx';
import { HomeLanguage } from './shell/home-language.tsx';
import { HomeProvider } from './shell/home-provider.tsx';
import { followPagesWithFocus } from './shell/page-focus.ts';
import { createStores } from './stores.ts';
import { StoresProvider } from './stores-provider.tsx';

const stores = createStores();
const router = createHomeRouter(stores.session.client);
followPagesWithFocus(router);
followWorker({ push: stores.push, goTo: (path) => router.history.push(path) });
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
// Offline support waits until the visible page is loaded, which may be so since the language was awaited.
const keep = () => void keepPage(stores.offline.update).catch(() => {});
if (document.readyState === 'complete') keep();
else addEventListener('load', keep);
