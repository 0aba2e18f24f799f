import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { createNetworkLimit } from '../../platform/rate-limits.ts';

export const CHALLENGE_MS = 5 * 60_000;
/** Challenges to sign in that a network gets in a minute; it may be an office of many people. */
const CHALLENGES_A_MINUTE = 120;
/** 128 random bits: WebAuthn Level 3, 13.4.3. */
const RANDOM_BYTES = 16;
const EXPIRES_BYTES = 6;
const MAC_BYTES = 16;

type Dependencies = { db: Db; clock: Clock; keyring: Keyring };

/** What a challenge is for: signing in, or a new passkey of a user. */
type Purpose = 'sign-in' | `registration of ${string}`;

/**
 * Creates the challenges that authenticators sign. A challenge says itself until when it is valid, under a key of the
 * platform, so that strangers who ask for challenges fill nothing, and any server takes what another one gave. Each is
 * accepted once, within five minutes.
 */
export function createChallenges({ db, clock, keyring }: Dependencies) {
  const limit = createNetworkLimit('passkey_challenges', CHALLENGES_A_MINUTE, { clock });
  const keys = () => keyring.derive('passkey challenges');

  async function create(purpose: Purpose): Promise<string> {
    const [key] = await keys();
    if (!key) throw new Error('The platform has no sealing key.');
    const expires = Buffer.alloc(EXPIRES_BYTES);
    expires.writeUIntBE(clock.now() + CHALLENGE_MS, 0, EXPIRES_BYTES);
    const content = Buffer.concat([randomBytes(RANDOM_BYTES), expires]);
    return Buffer.concat([content, macOf(key, purpose, content)]).toString('base64url');
  }

  /** Returns until when a challenge is valid; undefined unless it is one of ours, for this purpose, and valid now. */
  async function validUntil(challenge: string, purpose: Purpose): Promise<number | undefined> {
    const bytes = Buffer.from(challenge, 'base64url');
    if (bytes.length !== RANDOM_BYTES + EXPIRES_BYTES + MAC_BYTES) return undefined;
    // Several texts have the same bytes; only one of them can be used up.
    if (bytes.toString('base64url') !== challenge) return undefined;
    const [content, mac] = [bytes.subarray(0, -MAC_BYTES), bytes.subarray(-MAC_BYTES)];
    const isOurs = (await keys()).some((key) => timingSafeEqual(macOf(key, purpose, content), mac));
    const expires = content.readUIntBE(RANDOM_BYTES, EXPIRES_BYTES);
    return isOurs && expires > clock.now() ? expires : undefined;
  }

  return {
    /** Throws `too_many_requests` when the network of the address has had too many. */
    async forSignIn(address: string): Promise<string> {
      limit.take(address);
      return create('sign-in');
    },

    forRegistration: (userId: string): Promise<string> => create(`registration of ${userId}`),

    isForSignIn: async (challenge: string): Promise<boolean> =>
      (await validUntil(challenge, 'sign-in')) !== undefined,

    isForRegistration: async (challenge: string, userId: string): Promise<boolean> =>
      (await validUntil(challenge, `registration of ${userId}`)) !== undefined,

    /** Uses up a challenge that is valid. Returns false when it was used already. */
    async useUp(challenge: string): Promise<boolean> {
      const expires = clock.now() + CHALLENGE_MS;
      const { numInsertedOrUpdatedRows = 0n } = await db.write((tx) =>
        tx
          .insertInto('used_challenges')
          .values({ challenge, expires })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow(),
      );
      return numInsertedOrUpdatedRows > 0n;
    },
  };
}

const macOf = (key: Buffer, purpose: Purpose, content: Buffer): Buffer =>
  createHmac('sha256', key).update(`${purpose}\n`).update(content).digest().subarray(0, MAC_BYTES);
