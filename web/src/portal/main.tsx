import { useQueryClient } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { DesignProvider } from '../design/provider.tsx';
import { createPortalRouter } from './router.tsx';

function Portal() {
  const queries = useQueryClient();
  const [router] = useState(() => createPortalRouter(queries));
  return <RouterProvider router={router} />;
}

const root = document.getElementById('root');
if (!root) throw new Error('The page has no element "root".');
createRoot(root).render(
  <StrictMode>
    <DesignProvider>
      <Portal />
    </DesignProvider>
  </StrictMode>,
);
