import type { PortalRole } from '@azulejo/contract';
import type { Db, Transaction } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { newId } from '../../platform/random-token.ts';
import type { Audit } from '../audit/index.ts';
import { createPortalAuthorize } from './authorize.ts';
import { sessionCookie } from './cookie.ts';
import { sessionHandlers } from './session-routes.ts';
import { createSessions } from './sessions.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  /** Whether browsers reach the platform over TLS. */
  isSecure: boolean;
};

export type PortalAccounts = ReturnType<typeof createPortalAccounts>;

/** Who may enter the portal, and as what. */
export function createPortalAccounts({ db, clock, audit, passwords, isSecure }: Dependencies) {
  const sessions = createSessions({ db, clock });
  const cookie = sessionCookie({ isSecure });
  return {
    authorize: createPortalAuthorize({ sessions, cookie, audit }),
    sessions,
    sessionHandlers: sessionHandlers({ db, sessions, cookie }),

    /** The account's id. */
    async create(
      tx: Transaction,
      {
        email,
        name,
        role,
        passwordHash,
      }: { email: string; name: string; role: PortalRole; passwordHash: string },
    ): Promise<string> {
      const id = newId();
      const now = clock.now();
      await tx
        .insertInto('portal_accounts')
        .values({
          id,
          email,
          email_key: email.toLowerCase(),
          name,
          role,
          state: 'enabled',
          password_hash: passwordHash,
          totp_secret: null,
          second_factor_since: null,
          created: now,
          updated: now,
        })
        .execute();
      return id;
    },

    hash: passwords.hash,
    prune: sessions.prune,
  };
}
