import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { use } from 'react';
import { usePortal } from './portal.ts';

/** Loads the session; null when signed out. */
export const sessionQuery = (portal: Portal) =>
  queryOptions({
    queryKey: ['session'],
    staleTime: 60_000,
    queryFn: async () => {
      const session = await portal.session.get();
      return session.state === 'none' ? null : session;
    },
  });

/** This promise never resolves, because the page is being left. */
const nothingMore = new Promise<never>(() => undefined);

/** Returns the session for pages that need one. */
export function useSession() {
  const portal = usePortal();
  const { data } = useSuspenseQuery(sessionQuery(portal));
  return data ?? use(nothingMore);
}

const ranks = { viewer: 0, developer: 1, owner: 2 };

/**
 * Returns whether the account has the rights of `role`. Other actions are hidden; the platform refuses them
 * anyway.
 */
export function useMay(role: keyof typeof ranks): boolean {
  return ranks[useSession().account.role] >= ranks[role];
}

/** Loads a new page, so that no data stays in memory for the next person. */
export function goToSignIn({ back }: { back: boolean }): void {
  const { pathname, search } = window.location;
  const next = back ? `?${new URLSearchParams({ next: pathname + search })}` : '';
  window.location.assign(`/portal/sign-in${next}`);
}

/** Returns the page to open after signing in, which is always one of the portal. */
export function pageAfterSignIn(next: unknown): string {
  const url = typeof next === 'string' ? URL.parse(next, window.location.origin) : null;
  const isOurs = url?.origin === window.location.origin && /^\/portal(\/(?!sign-in)|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search : '/portal';
}
