import {
  type NewPasskeyCredential,
  type Passkey,
  type PasskeyCreationOptions,
  type PasskeyCredential,
  type PasskeyRequestOptions,
  toTimestamp,
} from '@azulejo/contract';
import type { Audit, By } from '../../core/audit/index.ts';
import type { Db, Transaction } from '../../database/index.ts';
import { ApiError, invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import { newId } from '../../platform/random-token.ts';
import { CHALLENGE_MS, createChallenges } from './challenges.ts';
import type { RelyingParty } from './relying-party.ts';
import {
  countPasskeys,
  findPasskey,
  type PasskeyRow,
  type PasskeyUse,
  prepareUse,
  readPasskeys,
} from './rows.ts';
import { ALGORITHMS, challengeIn, type NewKey, verifyNew, verifyUse } from './verify.ts';

const MAX_PASSKEYS = 20;

/** Runs in the transaction of a change, for example to queue the mail that reports it. */
type Along = (tx: Transaction) => Promise<void>;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  keyring: Keyring;
  relyingParty: RelyingParty | undefined;
  /** Whose passkeys they are, for the names of audited actions. */
  accounts: 'user' | 'portal';
};

/** The user who adds a passkey, and the account names that authenticators show. */
type Owner = { id: string; email: string; name: string; application: string };

/** Why a passkey was refused. `cloned`: its counter went back, so there must be a copy of it. */
type Refusal = 'challenge' | 'unknown' | 'invalid' | 'cloned';

export type Passkeys = ReturnType<typeof createPasskeys>;

/** Manages the passkeys of users (WebAuthn Level 3), and verifies what authenticators signed. */
export function createPasskeys(dependencies: Dependencies) {
  const { db, clock, relyingParty } = dependencies;
  const challenges = createChallenges(dependencies);

  /** Throws `passkeys_unavailable`. */
  function requireParty(): RelyingParty {
    if (!relyingParty) throw new ApiError('passkeys_unavailable');
    return relyingParty;
  }

  return {
    relyingParty,
    isUsable: (row: PasskeyRow): boolean => row.relying_party === relyingParty?.id,
    find: (credentialId: string) => findPasskey(db, credentialId),
    list: (userId: string) => readPasskeys(db, userId, MAX_PASSKEYS),
    useStatement: prepareUse(db, clock.now),

    ...createRegistration({ ...dependencies, challenges, requireParty }),
    ...createOwnPasskeys(dependencies),

    /** Returns the options with which a browser signs in. Throws `passkeys_unavailable` or `too_many_requests`. */
    async requestOptions(address: string): Promise<PasskeyRequestOptions> {
      const { id } = requireParty();
      const challenge = await challenges.forSignIn(address);
      return { challenge, rpId: id, timeout: CHALLENGE_MS, userVerification: 'required' };
    },

    /**
     * Verifies what an authenticator signed with the key of `row`, if that exists, and uses the challenge up when
     * the key has signed it. Returns the use to store, or why it was refused. Throws `passkeys_unavailable`.
     */
    async verify(credential: PasskeyCredential, row: PasskeyRow | undefined): Promise<PasskeyUse | Refusal> {
      const party = requireParty();
      const challenge = challengeIn(credential);
      if (challenge === undefined || !(await challenges.isForSignIn(challenge))) return 'challenge';
      if (!row) return 'unknown';
      const handle = credential.response.userHandle;
      if (handle !== undefined && handle !== handleOf(row.user_id)) return 'unknown';
      const key = { credentialId: row.credential_id, publicKey: row.public_key };
      const used = await verifyUse(credential, challenge, { key, party });
      if (!used) return 'invalid';
      if (!(await challenges.useUp(challenge))) return 'challenge';
      const { counter: before, id } = row;
      // Authenticators without a counter always send 0 (WebAuthn 6.1.1).
      if ((before > 0 || used.counter > 0) && used.counter <= before) return 'cloned';
      return { id, before, ...used };
    },
  };
}

/** Returns the user handle in base64url: the user's id, which says nothing about the person (WebAuthn 14.6.1). */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

type Registration = Pick<Dependencies, 'db' | 'clock' | 'audit' | 'accounts'> & {
  challenges: ReturnType<typeof createChallenges>;
  requireParty: () => RelyingParty;
};

/** Adds passkeys: options for the browser, then the key that its authenticator made. */
function createRegistration({ db, clock, audit, accounts, challenges, requireParty }: Registration) {
  return {
    /** Throws `passkeys_unavailable` or `quota_exceeded`. */
    async creationOptions({ id, email, name, application }: Owner): Promise<PasskeyCreationOptions> {
      const party = requireParty();
      const rows = await readPasskeys(db, id, MAX_PASSKEYS);
      if (rows.length >= MAX_PASSKEYS) throw full();
      const present = rows.filter(({ relying_party }) => relying_party === party.id);
      return {
        challenge: await challenges.forRegistration(id),
        rp: { id: party.id, name: application },
        user: { id: handleOf(id), name: email, displayName: name },
        pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
        timeout: CHALLENGE_MS,
        attestation: 'none',
        excludeCredentials: present.map(({ credential_id, transports_json }) => ({
          id: credential_id,
          type: 'public-key',
          transports: JSON.parse(transports_json) as string[],
        })),
        authenticatorSelection: {
          residentKey: 'required',
          requireResidentKey: true,
          userVerification: 'required',
        },
      };
    },

    /** Throws `invalid_request` naming `credential`, `already_there`, `quota_exceeded` or `passkeys_unavailable`. */
    async add(
      userId: string,
      { name, credential }: { name: string; credential: NewPasskeyCredential },
      by: By,
      along: Along = async () => undefined,
    ): Promise<PasskeyRow> {
      const party = requireParty();
      const challenge = challengeIn(credential);
      if (challenge === undefined || !(await challenges.isForRegistration(challenge, userId)))
        throw unanswered();
      const key = await verifyNew(credential, challenge, party);
      if (key && !(await challenges.useUp(challenge))) throw unanswered();
      if (!key) throw invalidField('credential', 'is not a valid answer to the challenge on this platform');
      const transports = credential.response.transports ?? [];
      const row = newRow({ ...key, userId, name, transports, party, now: clock.now() });
      return db.write(async (tx) => {
        if ((await countPasskeys(tx, userId)) >= MAX_PASSKEYS) throw full();
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('passkeys')
          .values(row)
          .onConflict((conflict) => conflict.column('credential_id').doNothing())
          .executeTakeFirstOrThrow();
        if ((numInsertedOrUpdatedRows ?? 0n) === 0n) throw new ApiError('already_there');
        await audit.record(tx, { action: `${accounts}.passkey.add`, ...by, targetId: userId, detail: name });
        await along(tx);
        return row;
      });
    },
  };
}

type New = NewKey & {
  userId: string;
  name: string;
  transports: readonly string[];
  party: RelyingParty;
  now: number;
};

const newRow = ({ userId, name, transports, party, now, ...key }: New): PasskeyRow => ({
  id: newId(),
  user_id: userId,
  credential_id: key.credentialId,
  relying_party: party.id,
  name,
  public_key: key.publicKey,
  counter: key.counter,
  transports_json: JSON.stringify(transports),
  is_synced: key.isSynced ? 1 : 0,
  created: now,
  last_used: null,
});

const unanswered = () =>
  invalidField('credential', 'answers no open challenge: it expired or was already used');

const full = () =>
  new ApiError('quota_exceeded', { detail: `An account has at most ${MAX_PASSKEYS} passkeys.` });

/** Returns what its owner sees of a passkey. */
export const toPasskeyRecord = ({ isUsable }: Pick<Passkeys, 'isUsable'>, row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  is_synced: row.is_synced === 1,
  is_usable: isUsable(row),
  created: toTimestamp(row.created),
  last_used: row.last_used === null ? null : toTimestamp(row.last_used),
});

/** Renames and removes passkeys of their owner. */
function createOwnPasskeys({ db, audit, accounts }: Pick<Dependencies, 'db' | 'audit' | 'accounts'>) {
  return {
    /** Throws `not_found`. */
    async rename(userId: string, id: string, name: string): Promise<PasskeyRow> {
      const row = await db.write((tx) =>
        tx
          .updateTable('passkeys')
          .set({ name })
          .where((eb) => eb.and({ user_id: userId, id }))
          .returningAll()
          .executeTakeFirst(),
      );
      if (!row) throw new ApiError('not_found');
      return row;
    },

    /** Removes all passkeys of an account whose ways to sign in are reset. */
    async removeAllIn(tx: Transaction, userId: string): Promise<void> {
      await tx.deleteFrom('passkeys').where('user_id', '=', userId).execute();
    },

    /** Throws `not_found`. */
    remove: (userId: string, id: string, by: By, along: Along): Promise<void> =>
      db.write(async (tx) => {
        const removed = await tx
          .deleteFrom('passkeys')
          .where((eb) => eb.and({ user_id: userId, id }))
          .returning('name')
          .executeTakeFirst();
        if (!removed) throw new ApiError('not_found');
        await audit.record(tx, {
          action: `${accounts}.passkey.remove`,
          ...by,
          targetId: userId,
          detail: removed.name,
        });
        await along(tx);
      }),
  };
}
