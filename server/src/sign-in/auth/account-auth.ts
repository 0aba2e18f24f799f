import type { Audit } from '../../core/audit/index.ts';
import type { Db } from '../../database/index.ts';
import { createKnownAddresses } from '../../database/known-addresses.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import { createSignInLimits, type SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { type AccountsName, accountNames } from './account-names.ts';
import { createTryPasskey } from './grants/try-passkey.ts';
import { createTryPassword } from './grants/try-password.ts';
import { createReauthentication } from './reauthentication.ts';
import { createUserSessions } from './tokens/user-sessions.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  strictWindows: SharedWindows;
  users: Users;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  limits: SignInLimitSettings;
  accounts: AccountsName;
};

export type AccountAuth = ReturnType<typeof createAccountAuth>;

/**
 * Creates what verifies accounts and ends their sessions: once for people, and once for operators. The limits are
 * separate, so that guessing at one form does not lock the other.
 */
export function createAccountAuth({ limits: settings, accounts, ...dependencies }: Dependencies) {
  const { db, clock, strictWindows: windows } = dependencies;
  const names = accountNames[accounts];
  const knownAddresses = createKnownAddresses(db, clock);
  const strict = { windows, as: names.form };
  const limits = createSignInLimits({ clock, strict, settings, isKnown: knownAddresses.has });
  const tryPassword = createTryPassword({ ...dependencies, limits });
  const tryPasskey = createTryPasskey({ ...dependencies, limits });
  return {
    limits,
    knownAddresses,
    tryPassword,
    tryPasskey,
    sessions: createUserSessions({ ...dependencies, names }),
    reauthentication: createReauthentication({ ...dependencies, names, tryPassword, tryPasskey }),
  };
}
