import type { Audit } from '../../core/audit/index.ts';
import type { PortalHttp } from '../../core/feature.ts';
import { createBackgroundUnits } from '../../database/background-units.ts';
import type { Db } from '../../database/index.ts';
import { PORTAL_APPLICATION } from '../../identity/applications/index.ts';
import { emailKey, type Operators } from '../../identity/users/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import { registerOperations } from '../../platform/http/operations.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AccountAuth, createPageSessions } from '../../sign-in/auth/index.ts';
import type { Passkeys } from '../../sign-in/passkeys/index.ts';
import type { SecondFactor } from '../../sign-in/second-factor/index.ts';
import { type Account, checkNewPortalAccount } from './account.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import {
  accountHandlers,
  invitationHandlers,
  passwordLinkHandlers,
  tokenHandlers,
} from './accounts-routes.ts';
import { authorizeOperator, createPortalAuthorize, type PortalHandlers } from './authorize.ts';
import { sessionCookie } from './cookie.ts';
import { withdrawFirstOwnerIn } from './invitation-store.ts';
import { createInvitations } from './invitations.ts';
import { createPasswordLinks } from './password-links.ts';
import { securityHandlers } from './security-routes.ts';
import { sessionHandlers } from './session-routes.ts';
import { createSignIn } from './sign-in.ts';
import { createTokens } from './tokens.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  passwords: Passwords;
  logger: Logger;
  operators: Operators;
  operatorAuth: AccountAuth;
  operatorPasskeys: Passkeys;
  operatorSecondFactor: SecondFactor;
  /** The base URL at which browsers reach the pages. */
  url: string;
};

export type PortalAccounts = ReturnType<typeof createPortalAccounts>;

/** Returns a function that serves operations of the portal. */
const createServe =
  (authorize: ReturnType<typeof createPortalAuthorize>) =>
  <Resource extends Readonly<Record<string, unknown>>>(
    { app, callers }: PortalHttp,
    resource: Resource,
    handlers: PortalHandlers<Resource>,
  ): void =>
    registerOperations(app, resource, handlers, callers === 'operator' ? authorizeOperator : authorize);

/** Wires up accounts, sessions and sign-in of the portal. */
export function createPortalAccounts(dependencies: Dependencies) {
  const { db, clock, url, operators } = dependencies;
  // A request must not fail because the time of the last use cannot be stored.
  const backgroundUnits = createBackgroundUnits(dependencies);
  const sessions = createPageSessions({ db, clock, backgroundUnits });
  const tokens = createTokens({ ...dependencies, backgroundUnits });
  const cookie = sessionCookie({ isSecure: url.startsWith('https:') });
  const accounts = createAccounts(dependencies);
  const signIn = createSignIn({ ...dependencies, sessions });
  const invitations = createInvitations({ ...dependencies, signIn });
  const passwordLinks = createPasswordLinks(dependencies);
  const parts = { ...dependencies, accounts, sessions, signIn, invitations, passwordLinks, cookie };
  const authorize = createPortalAuthorize({ ...dependencies, sessions, tokens, cookie });
  return {
    authorize,
    serve: createServe(authorize),
    accounts,
    operators,
    sessions,
    tokens,
    invitations,
    passwordLinks,
    createFirstOwner: createFirstOwner({ ...dependencies, accounts }),
    handlers: {
      session: sessionHandlers(parts),
      security: securityHandlers(parts),
      tokens: tokenHandlers({ tokens }),
      accounts: accountHandlers(parts),
      invitations: invitationHandlers(parts),
      passwordLinks: passwordLinkHandlers(passwordLinks),
    },
    /** Waits for what is being stored in the background. */
    flush: (): Promise<void> => backgroundUnits.flush(),
    async prune(): Promise<void> {
      await tokens.prune();
      await invitations.prune();
    },
  };
}

const OWN_ADDRESS = '127.0.0.1';

type FirstOwnerDependencies = {
  db: Db;
  audit: Audit;
  passwords: Passwords;
  operators: Operators;
  accounts: Accounts;
};

type FirstOwner = { account: Account; isNew: boolean };
type Wanted = { email: string; name: string; choosePassword: () => Promise<string> };

/**
 * Returns a function that creates the first owner without a browser. An owner with this e-mail is left as it is, and
 * no password is asked for. It refuses once there is another owner, who invites others in the portal.
 */
function createFirstOwner({ db, audit, passwords, operators, accounts }: FirstOwnerDependencies) {
  /** Returns the owner with this e-mail; undefined while there is no owner. */
  async function findExisting(email: string): Promise<FirstOwner | undefined> {
    const existing = await operators.findByEmail(PORTAL_APPLICATION, email);
    if (existing) return { account: requireEnabledOwner(await accounts.get(existing.user.id)), isNew: false };
    if (await operators.hasOwnerIn(db.read))
      throw new Refusal('the portal has another owner: create a link for more accounts with `portal invite`');
    return undefined;
  }

  return async function create({ email, name, choosePassword }: Wanted): Promise<FirstOwner> {
    if (emailKey(email) === undefined) throw invalidField('owner', 'is not an e-mail address');
    const existing = await findExisting(email);
    if (existing) return existing;
    const password = await choosePassword();
    const key = await checkNewPortalAccount({ email, name, password });
    const passwordHash = await passwords.hash(password, { address: OWN_ADDRESS });
    const id = await db.write(async (tx) => {
      // Another setup, or the link for the first owner, may have created one in the meantime.
      if (await operators.hasOwnerIn(tx)) return undefined;
      const created = await operators.insertIn(tx, {
        email,
        emailKey: key,
        name,
        role: 'owner',
        passwordHash,
      });
      await withdrawFirstOwnerIn(tx);
      await audit.record(tx, { action: 'portal.account.setup', targetId: created });
      return created;
    });
    if (id === undefined) return (await findExisting(email)) ?? create({ email, name, choosePassword });
    return { account: await accounts.get(id), isNew: true };
  };
}

function requireEnabledOwner(account: Account): Account {
  const { email, role, state } = account;
  if (role !== 'owner') throw new Refusal(`${email} is a ${role}; an owner changes roles in the portal`);
  if (state === 'disabled')
    throw new Refusal(`${email} is disabled; another owner enables accounts in the portal`);
  return account;
}
