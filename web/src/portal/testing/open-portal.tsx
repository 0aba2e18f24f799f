import { RouterProvider } from '@tanstack/react-router';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { renderDesign } from '../../testing/render-design.tsx';
import { createPortalRouter } from '../router.tsx';
import { PortalContext } from '../session/portal.ts';
import { createStores } from '../stores.ts';
import type { FakePortal } from './fake-portal.ts';

/** Opens the portal at a path below `/portal`; returns the person who uses it. */
export function openPortal(platform: FakePortal, path: string): UserEvent {
  window.history.replaceState(null, '', `/portal${path}`);
  const stores = createStores(platform);
  return renderDesign(
    <PortalContext value={stores.connection}>
      <RouterProvider router={createPortalRouter(stores)} />
    </PortalContext>,
    stores.queries,
  );
}

/** Renders a component of the portal alone; returns the person who uses it. */
export function renderPortal(platform: FakePortal, ui: ReactNode): UserEvent {
  const { queries, connection } = createStores(platform);
  return renderDesign(<PortalContext value={connection}>{ui}</PortalContext>, queries);
}
