import { randomBytes } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import { createNetworkLimit } from '../../platform/rate-limits.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** Challenges to sign in that a network gets in a minute; it may be an office of many people. */
const CHALLENGES_A_MINUTE = 120;
/** Maximum number of open challenges of each kind. Beyond it the oldest ends early. */
const MAX_OPEN = 20_000;

type Open = { readonly challenge: string; readonly expires: number };

export type Challenges = ReturnType<typeof createChallenges>;

/**
 * Creates the challenges that authenticators sign. They are kept in memory, since a restart only means to begin
 * again, and each is accepted once, within five minutes.
 */
export function createChallenges(clock: Clock) {
  const limit = createNetworkLimit('passkey_challenges', CHALLENGES_A_MINUTE, clock);
  /** Challenges of sign-ins by challenge, since the user is not known yet. */
  const signIns = createOpen(clock);
  /** Challenges of new passkeys by user, who adds one at a time. */
  const registrations = createOpen(clock);

  return {
    /** Throws `too_many_requests` when the network of the address has had too many. */
    forSignIn(address: string): string {
      limit.take(address);
      const challenge = newChallenge();
      signIns.add(challenge, challenge);
      return challenge;
    },
    /** Uses a challenge up. Returns false when it is unknown, was used, or has expired. */
    useForSignIn: (challenge: string): boolean => signIns.take(challenge) !== undefined,

    /** Replaces an earlier challenge of the user. */
    forRegistration(userId: string): string {
      const challenge = newChallenge();
      registrations.add(userId, challenge);
      return challenge;
    },
    /** Uses the user's challenge up and returns it; undefined when there is none. */
    useForRegistration: (userId: string): string | undefined => registrations.take(userId),
  };
}

const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Holds challenges by a key, the oldest first, since all of them last equally long. */
function createOpen(clock: Clock) {
  const open = new Map<string, Open>();
  return {
    add(key: string, challenge: string): void {
      const now = clock.monotonic();
      open.delete(key);
      for (const [oldest, { expires }] of open) {
        if (expires > now && open.size < MAX_OPEN) break;
        open.delete(oldest);
      }
      open.set(key, { challenge, expires: now + CHALLENGE_MS });
    },
    take(key: string): string | undefined {
      const found = open.get(key);
      open.delete(key);
      return found && found.expires > clock.monotonic() ? found.challenge : undefined;
    },
  };
}
