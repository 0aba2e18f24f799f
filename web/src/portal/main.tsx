import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { DesignProvider } from '../design/provider.tsx';
import { createQueries } from '../design/queries.ts';
import { createPortalRouter } from './router.tsx';

const queries = createQueries();
const router = createPortalRouter(queries);
const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <DesignProvider queries={queries}>
      <RouterProvider router={router} />
    </DesignProvider>
  </StrictMode>,
);
