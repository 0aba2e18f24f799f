/** Why the sign-in page is shown again. */
export type Reason = 'ended' | 'left' | 'signed-out' | 'unreached';

export type SignInSearch = {
  /** Why the sign-in page is shown. */
  reason?: Reason;
  /** A path of this page to open afterwards. */
  next?: string;
};

const reasons: readonly Reason[] = ['ended', 'left', 'signed-out', 'unreached'];

/**
 * Reads the search parameters. Invalid ones become undefined, because the router would keep those that are
 * left out, and a link must not redirect to another site.
 */
export function readSignInSearch({ reason, next }: Record<string, unknown>): SignInSearch {
  const isOurs = typeof next === 'string' && /^\/home(?:[/?]|$)/.test(next);
  return { reason: reasons.find((each) => each === reason), next: isOurs ? next : undefined };
}

/** Loads a new page, so that none of the person's data stays in memory. */
export function goToSignIn(search: { readonly reason: Reason; readonly next?: string }): void {
  location.replace(`/home/sign-in?${new URLSearchParams(search)}`);
}

/** Returns the current page, to come back to. */
export const here = (): string => `${location.pathname}${location.search}`;
