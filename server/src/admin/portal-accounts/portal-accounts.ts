import type { Audit } from '../../core/audit/index.ts';
import { createBackgroundUnits } from '../../database/background-units.ts';
import type { Db } from '../../database/index.ts';
import { createKnownAddresses } from '../../database/known-addresses.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { createSignInLimits, type SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import { createAccountStore } from './accounts.ts';
import { accountHandlers } from './accounts-routes.ts';
import { createPortalAuthorize } from './authorize.ts';
import { sessionCookie } from './cookie.ts';
import { createFirstOwner } from './first-owner.ts';
import { createInvitations } from './invitations.ts';
import { invitationHandlers, passwordLinkHandlers } from './invitations-routes.ts';
import { createPasswordLinks } from './password-links.ts';
import { createSecondFactor } from './second-factor.ts';
import { securityHandlers } from './security-routes.ts';
import { sessionHandlers } from './session-routes.ts';
import { createSessions } from './sessions.ts';
import { createSignIn } from './sign-in.ts';
import { createTokens } from './tokens.ts';
import { tokenHandlers } from './tokens-routes.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  logger: Logger;
  /** The base URL at which browsers reach the pages. */
  url: string;
  limits: SignInLimitSettings;
};

export type PortalAccounts = ReturnType<typeof createPortalAccounts>;

/** Wires up accounts, sessions and sign-in of the portal. */
export function createPortalAccounts({ limits: settings, ...dependencies }: Dependencies) {
  const { db, clock, audit, url } = dependencies;
  // A request must not fail because the time of the last use cannot be stored.
  const backgroundUnits = createBackgroundUnits(dependencies);
  const sessions = createSessions({ db, clock, backgroundUnits });
  const tokens = createTokens({ db, clock, audit, backgroundUnits });
  const cookie = sessionCookie({ isSecure: url.startsWith('https:') });
  const knownAddresses = createKnownAddresses(db, clock, {
    table: 'portal_known_addresses',
    owner: 'account_id',
  });
  // These limits are separate from those of users, so that guessing at one place does not lock the other.
  const limits = createSignInLimits({ clock, settings, isKnown: knownAddresses.has });
  const accounts = createAccountStore({ db, clock, audit });
  const secondFactor = createSecondFactor({ db, clock, audit, accounts, knownAddresses });
  const signIn = createSignIn({
    ...dependencies,
    accounts,
    sessions,
    secondFactor,
    knownAddresses,
    limits,
  });
  const invitations = createInvitations({ ...dependencies, accounts, signIn, limits });
  const passwordLinks = createPasswordLinks({ ...dependencies, accounts, secondFactor, limits });
  const parts = { ...dependencies, accounts, sessions, signIn, secondFactor, invitations, passwordLinks };
  return {
    authorize: createPortalAuthorize({ sessions, tokens, cookie, audit, limits }),
    accounts,
    sessions,
    tokens,
    invitations,
    passwordLinks,
    createFirstOwner: createFirstOwner({ ...dependencies, accounts }),
    handlers: {
      session: sessionHandlers({ ...parts, cookie }),
      security: securityHandlers(parts),
      tokens: tokenHandlers({ tokens }),
      accounts: accountHandlers(parts),
      invitations: invitationHandlers({ ...parts, cookie }),
      passwordLinks: passwordLinkHandlers(passwordLinks),
    },
    /** Waits for what is being stored in the background. */
    flush: (): Promise<void> => backgroundUnits.flush(),
    async prune(): Promise<void> {
      await sessions.prune();
      await tokens.prune();
      await invitations.prune();
      await passwordLinks.prune();
      await knownAddresses.prune();
    },
  };
}
