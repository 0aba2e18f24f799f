import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DesignProvider } from '../design/provider.tsx';
import { router } from './router.tsx';
import { followSignIn } from './sign-in/sign-out.ts';

followSignIn();
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <DesignProvider>
      <RouterProvider router={router} />
    </DesignProvider>
  </StrictMode>,
);
