import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import type { Operators } from '../../identity/users/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { AccountAuth } from '../../sign-in/auth/index.ts';
import type { Passkeys } from '../../sign-in/passkeys/index.ts';
import { createLinks } from '../../sign-in/password-reset/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import { checkPortalPassword } from './account.ts';
import { endTokens } from './accounts.ts';

const LIFETIME_MS = 24 * 3600 * 1000;

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  operators: Operators;
  operatorAuth: AccountAuth;
  operatorPasskeys: Passkeys;
  operatorSecondFactor: SecondFactor;
  /** The base URL of the pages. */
  url: string;
};

export type PasswordLinks = ReturnType<typeof createPasswordLinks>;

/** Manages links that set a new password. An account has one at most; each works once, for a day. */
export function createPasswordLinks(dependencies: Dependencies) {
  const { passwords, operators, operatorAuth, operatorPasskeys, operatorSecondFactor, url } = dependencies;
  const links = createLinks({
    ...dependencies,
    users: operators,
    lifetimeMs: LIFETIME_MS,
    urlOf: (token) => `${url}/portal/new-password#${token}`,
    action: 'portal.account.reset-link',
  });

  /** Returns the owner of a link. Throws `not_found`; wrong guesses are counted, as `too_many_requests`. */
  async function find(token: string, address: string) {
    const owner = await links.find(token);
    if (owner) return owner;
    await operatorAuth.limits.failedToken(address);
    throw gone();
  }

  return {
    find,
    make: links.make,

    /** Sets the password. Throws `not_found`, `weak_password` saying why, or `too_many_requests`. */
    async use(token: string, password: string, address: string): Promise<void> {
      const { user, resetsSecondFactor } = await find(token, address);
      await checkPortalPassword(password, user);
      const actor = { actorId: user.id, address };
      await operators.setPassword(user.id, await passwords.hash(password, { address }), {
        audited: { action: 'portal.account.password', ...actor, detail: 'by a link' },
        first: async (tx, now) => {
          await links.useIn(tx, token, now);
          await endTokens(tx, user.id);
          if (!resetsSecondFactor) return;
          await operatorSecondFactor.clearIn(tx, user.id);
          await operatorPasskeys.removeAllIn(tx, user.id);
        },
      });
    },
  };
}

const gone = () => new ApiError('not_found', { detail: 'This link was used, replaced, or has expired.' });
