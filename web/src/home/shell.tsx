import { Outlet } from '@tanstack/react-router';

/** What stands around every page behind the sign-in. */
export function Shell() {
  return (
    <main>
      <Outlet />
    </main>
  );
}
