import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { keepPage } from './offline/update.ts';
import { router } from './router.tsx';
import { HomeProvider } from './shell/home-provider.tsx';
import { followPagesWithFocus } from './shell/page-focus.ts';
import { followSignIn } from './sign-in/sign-out.ts';

followSignIn();
followPagesWithFocus(router);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <HomeProvider>
      <RouterProvider router={router} />
    </HomeProvider>
  </StrictMode>,
);
// Offline support waits until the visible page is loaded.
addEventListener('load', () => void keepPage().catch(() => {}));
