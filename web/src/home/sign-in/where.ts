/** Why the sign-in page is shown again. */
export type Reason = 'ended' | 'left' | 'signed-out' | 'unreached';

export type SignInSearch = {
  /** Why the sign-in page is shown. */
  reason?: Reason;
  /** A path of this page to open afterwards. */
  next?: string;
};

const reasons: readonly Reason[] = ['ended', 'left', 'signed-out', 'unreached'];

/** Reads the search parameters. Invalid ones are dropped, so that a link cannot redirect to another site. */
export function readSignInSearch({ reason, next }: Record<string, unknown>): SignInSearch {
  const known = reasons.find((each) => each === reason);
  return {
    ...(known && { reason: known }),
    ...(typeof next === 'string' && /^\/home(?:[/?]|$)/.test(next) && { next }),
  };
}

/** Loads a new page, so that none of the person's data stays in memory. */
export function goToSignIn(search: SignInSearch): void {
  location.replace(`/home/sign-in?${new URLSearchParams(search)}`);
}

/** Returns the current page, to come back to. */
export const here = (): string => `${location.pathname}${location.search}`;
