import { chooseLanguage } from '@azulejo/model';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DesignProvider } from '../design/provider.tsx';
import { LanguageProvider } from '../languages/language-provider.tsx';
import { showPortalIn } from '../languages/portal-catalogue.ts';
import { createPortalRouter } from './router.tsx';
import { PortalContext } from './session/portal.ts';
import { createStores } from './stores.ts';

const stores = createStores();
const router = createPortalRouter(stores);
await showPortalIn(chooseLanguage(navigator.languages) ?? 'en');
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <DesignProvider queries={stores.queries}>
      <PortalContext value={stores.connection}>
        <LanguageProvider locale={navigator.language} show={showPortalIn}>
          <RouterProvider router={router} />
        </LanguageProvider>
      </PortalContext>
    </DesignProvider>
  </StrictMode>,
);
