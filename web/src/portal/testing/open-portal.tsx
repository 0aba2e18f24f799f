import { RouterProvider } from '@tanstack/react-router';
import type { UserEvent } from '@testing-library/user-event';
import { createQueries } from '../../design/queries.ts';
import { renderDesign } from '../../testing/render-design.tsx';
import { createPortalRouter } from '../router.tsx';

/** Opens the portal at a path below `/portal`; returns the person who uses it. */
export function openPortal(path: string): UserEvent {
  window.history.replaceState(null, '', `/portal${path}`);
  const queries = createQueries();
  return renderDesign(<RouterProvider router={createPortalRouter(queries)} />, queries);
}
