import { type Caller, type ChannelAccess, policies } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import { createKnownAddresses } from '../../database/known-addresses.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import type { Users } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { createSignInLimits, type SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { authHandlers } from './auth-routes.ts';
import { createAuthenticate } from './authorize/authenticate.ts';
import { createAuthorize } from './authorize/authorize.ts';
import { createChannelFor, permitted } from './authorize/channel-for.ts';
import { createConnect } from './authorize/connect.ts';
import { createGrants } from './grants/grants.ts';
import { createPasskeySignIn } from './grants/passkey.ts';
import { createRedirect } from './grants/redirects.ts';
import { createTryPasskey } from './grants/try-passkey.ts';
import { createTryPassword } from './grants/try-password.ts';
import { passkeyHandlers } from './passkey-routes.ts';
import { createReauthentication } from './reauthentication.ts';
import { createRequesterOf } from './requester.ts';
import { createTokenEndpoint } from './token-endpoint.ts';
import { createActiveSecrets } from './tokens/active-secrets.ts';
import { createActiveSignIns, createMarkSignInsUsed } from './tokens/active-sign-ins.ts';
import type { Lifetimes } from './tokens/generations.ts';
import { createTokenIssuer } from './tokens/issuer.ts';
import type { MaxSignIns } from './tokens/new-sign-in.ts';
import { prune } from './tokens/prune.ts';
import type { Endpoints } from './tokens/token-record.ts';
import { tokenHandlers } from './tokens/tokens-routes.ts';
import { createUserSessions } from './tokens/user-sessions.ts';

export type AuthDependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  passwords: Passwords;
  applications: Applications;
  users: Users;
  channels: Channels;
  channelOfCommand: (commandId: string) => Promise<string | undefined>;
  endpoints: Endpoints;
  lifetimes: Lifetimes;
  maxSignIns: MaxSignIns;
  requiresConfirmedEmail: boolean;
  secondFactor: SecondFactor;
  passkeys: Passkeys;
  limits: SignInLimitSettings;
};

export type Auth = ReturnType<typeof createAuth>;

/** Creates everything that issues, checks and ends tokens. */
export function createAuth(dependencies: AuthDependencies) {
  const { db, clock, endpoints } = dependencies;
  const issuer = createTokenIssuer(db, clock, dependencies.lifetimes, dependencies.maxSignIns);
  const knownAddresses = createKnownAddresses(db, clock, { table: 'known_addresses', owner: 'user_id' });
  const settings = dependencies.limits;
  const limits = createSignInLimits({ clock, settings, isKnown: knownAddresses.has });
  const tryPassword = createTryPassword({ passwords: dependencies.passwords, limits });
  const tryPasskey = createTryPasskey({ ...dependencies, limits });
  const grants = createGrants({ ...dependencies, issuer, knownAddresses, limits, tryPassword });
  const redirect = createRedirect({ db, clock, issuer });
  const endpoint = createTokenEndpoint({ clock, endpoints, limits, redirect });
  const { statements } = issuer;
  const authenticate = createAuthenticate(db, clock, statements);
  const channelFor = createChannelFor(dependencies);
  return {
    authorize: createAuthorize({ ...dependencies, authenticate }),
    connect: createConnect({ ...dependencies, limits, statements }),
    activeSignIns: createActiveSignIns(db, clock),
    activeSecrets: createActiveSecrets(db, clock),
    markSignInsUsed: createMarkSignInsUsed(db, clock),
    /** Applies the rules of `channel` operations. Throws `not_found` or `insufficient_scope`. */
    channelOf: (caller: Caller, channelId: string): Promise<ChannelAccess> =>
      channelFor(caller, permitted(policies.channel, caller), channelId),
    sessions: createUserSessions(dependencies),
    reauthentication: createReauthentication({ ...dependencies, tryPassword, tryPasskey }),
    issuer,
    limits,
    knownAddresses,
    requesterOf: createRequesterOf({ ...dependencies, knownAddresses }),
    authHandlers: authHandlers({ ...dependencies, grants, endpoint }),
    passkeyHandlers: passkeyHandlers({
      ...dependencies,
      signIn: createPasskeySignIn({ ...dependencies, ...grants, knownAddresses, tryPasskey }),
      endpoint,
    }),
    tokenHandlers: tokenHandlers({ ...dependencies, statements, endpoints }),
    /**
     * Deletes codes and tokens that can never be accepted again, and known addresses that are no longer used.
     */
    prune: () => prune(db, clock.now()).then(knownAddresses.prune),
  };
}
