/** Why somebody stands before the sign-in again. */
export type Reason = 'ended' | 'left' | 'signed-out' | 'unreached';

export type SignInSearch = {
  /** Why one is here. */
  reason?: Reason;
  /** Where one goes on, a path of this page. */
  next?: string;
};

const reasons: readonly Reason[] = ['ended', 'left', 'signed-out', 'unreached'];

/** What the address says; what it should not say is left out, so that nobody is led to another site. */
export function readSignInSearch({ reason, next }: Record<string, unknown>): SignInSearch {
  const known = reasons.find((each) => each === reason);
  return {
    ...(known && { reason: known }),
    ...(typeof next === 'string' && /^\/home(?:[/?]|$)/.test(next) && { next }),
  };
}

/** A whole new page, so that nothing of the person is left in memory. */
export function goToSignIn(search: SignInSearch): void {
  location.replace(`/home/sign-in?${new URLSearchParams(search)}`);
}

/** Where the person is now, to come back to. */
export const here = (): string => `${location.pathname}${location.search}`;
