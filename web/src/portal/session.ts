import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { use } from 'react';
import { portal } from './portal.ts';

/** Who is signed in; null for nobody. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async () => {
    const session = await portal.session.get();
    return session.state === 'none' ? null : session;
  },
});

/** Of a page that is being left. */
const nothingMore = new Promise<never>(() => undefined);

/** For pages behind the sign-in. */
export function useSession() {
  const { data } = useSuspenseQuery(sessionQuery);
  return data ?? use(nothingMore);
}

const ranks = { viewer: 0, developer: 1, owner: 2 };

/** Whether the account may do what asks for `role`. What it may not is not offered; the platform refuses it anyway. */
export function useMay(role: keyof typeof ranks): boolean {
  return ranks[useSession().account.role] >= ranks[role];
}

/** Loads the page anew: nothing that was read stays behind for whoever signs in next. */
export function goToSignIn({ back }: { back: boolean }): void {
  const { pathname, search } = window.location;
  const next = back ? `?${new URLSearchParams({ next: pathname + search })}` : '';
  window.location.assign(`/portal/sign-in${next}`);
}

/** Where to go after signing in: a page of the portal, and nowhere else. */
export function pageAfterSignIn(next: unknown): string {
  const url = typeof next === 'string' ? URL.parse(next, window.location.origin) : null;
  const isOurs = url?.origin === window.location.origin && /^\/portal(\/(?!sign-in)|$)/.test(url.pathname);
  return isOurs ? url.pathname + url.search : '/portal';
}
