import { type ChannelAccess, type Principal, policies } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import { createKnownAddresses } from '../../database/known-addresses.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../people/applications/index.ts';
import type { Users } from '../../people/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import type { Passwords } from '../../platform/passwords.ts';
import { createSignInLimits, type SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import { createActiveFamilies, createMarkFamiliesUsed } from './active-families.ts';
import { authHandlers } from './auth-routes.ts';
import { createAuthenticate } from './authenticate.ts';
import { createAuthorize } from './authorize.ts';
import { createChannelFor, permitted } from './channel-for.ts';
import { createCodes } from './codes.ts';
import { createConnect } from './connect.ts';
import { prune } from './prune.ts';
import { createRefresh } from './refresh.ts';
import { createSignIn } from './sign-in.ts';
import type { Endpoints } from './token-record.ts';
import { createTokenIssuer, type Lifetimes, type MaxSignIns } from './tokens.ts';
import { tokenHandlers } from './tokens-routes.ts';
import { createUserSessions } from './user-sessions.ts';

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
  const signIn = createSignIn({ ...dependencies, issuer, knownAddresses, limits });
  const codes = createCodes({ db, clock, issuer });
  const refresh = createRefresh({ ...dependencies, issuer });
  const { statements } = issuer;
  const authenticate = createAuthenticate(db, clock, statements);
  const channelFor = createChannelFor(dependencies);
  return {
    authorize: createAuthorize({ ...dependencies, authenticate }),
    connect: createConnect({ ...dependencies, limits, statements }),
    activeFamilies: createActiveFamilies(db, clock),
    markFamiliesUsed: createMarkFamiliesUsed(db, clock),
    /** Applies the rules of `channel` operations. Throws `not_found` or `insufficient_scope`. */
    channelOf: (principal: Principal, channelId: string): Promise<ChannelAccess> =>
      channelFor(principal, permitted(policies.channel, principal), channelId),
    sessions: createUserSessions(dependencies),
    issuer,
    limits,
    knownAddresses,
    authHandlers: authHandlers({ ...dependencies, signIn, codes, refresh, limits }),
    tokenHandlers: tokenHandlers({ ...dependencies, statements, endpoints }),
    /**
     * Deletes codes and tokens that can never be accepted again, and known addresses that are no longer used.
     */
    prune: () => prune(db, clock.now()).then(knownAddresses.prune),
  };
}
