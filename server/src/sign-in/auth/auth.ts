import type { resources } from '@azulejo/contract';
import { type Caller, type Handlers, policies, type VisibleChannel } from '../../core/access/index.ts';
import type { Audit } from '../../core/audit/index.ts';
import type { MessageTrace } from '../../core/message-trace/index.ts';
import type { Db } from '../../database/index.ts';
import type { KnownAddresses } from '../../database/known-addresses.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Applications } from '../../identity/applications/index.ts';
import { emailKey, type Users } from '../../identity/users/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { userAgentOf } from '../../platform/http/headers.ts';
import { NO_STORE } from '../../platform/http/replies.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { addressKey } from '../../platform/network.ts';
import type { Passwords } from '../../platform/passwords.ts';
import type { SharedWindows } from '../../platform/shared-windows.ts';
import type { SignInLimitSettings } from '../../platform/sign-in-limits.ts';
import type { Passkeys } from '../passkeys/index.ts';
import type { SecondFactor } from '../second-factor/index.ts';
import { createAccountAuth } from './account-auth.ts';
import { authHandlers } from './auth-routes.ts';
import { createAuthenticate } from './authorize/authenticate.ts';
import { createAuthorize } from './authorize/authorize.ts';
import { createChannelFor, permitted } from './authorize/channel-for.ts';
import { createConnect } from './authorize/connect.ts';
import { createSeesFor } from './authorize/sees.ts';
import { createGrants } from './grants/grants.ts';
import { createPasskeySignIn, type PasskeySignIn } from './grants/passkey.ts';
import { createRedirect } from './grants/redirects.ts';
import { createTokenEndpoint, type TokenEndpoint } from './token-endpoint.ts';
import { createActiveSecrets } from './tokens/active-secrets.ts';
import { createActiveSignIns, createMarkSignInsUsed } from './tokens/active-sign-ins.ts';
import type { Lifetimes } from './tokens/generations.ts';
import { createTokenIssuer } from './tokens/issuer.ts';
import { createLimitSignIn } from './tokens/limit-sign-in.ts';
import type { MaxSignIns } from './tokens/new-sign-in.ts';
import { prune } from './tokens/prune.ts';
import type { Endpoints } from './tokens/token-record.ts';
import { tokenHandlers } from './tokens/tokens-routes.ts';

export type AuthDependencies = {
  db: Db;
  clock: Clock;
  audit: Audit;
  messageTrace: MessageTrace;
  metrics: Metrics;
  passwords: Passwords;
  strictWindows: SharedWindows;
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
  const accountAuth = createAccountAuth({ ...dependencies, accounts: 'user' });
  const { limits, knownAddresses, tryPassword, tryPasskey } = accountAuth;
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
    channelOf: (caller: Caller, channelId: string, isWrite: boolean): Promise<VisibleChannel> =>
      channelFor(caller, permitted(policies.channel, caller), channelId, { isWrite }),
    ...accountAuth,
    seesFor: createSeesFor(dependencies.channels),
    limit: createLimitSignIn(db),
    issuer,
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

type Dependencies = { passkeys: Passkeys; signIn: PasskeySignIn; endpoint: TokenEndpoint };

const passkeyHandlers = ({
  passkeys,
  signIn,
  endpoint,
}: Dependencies): Handlers<typeof resources.passkeys> => ({
  challenge: async ({ context }) => ({
    body: await passkeys.requestOptions(context.address),
    cacheControl: NO_STORE,
  }),

  async signIn({ input, context: { address }, request }) {
    const { token } = await signIn(input, { address, userAgent: userAgentOf(request) });
    return endpoint.toReply(token);
  },
});

type RequesterDependencies = { users: Users; knownAddresses: KnownAddresses };

/** A request about an account by someone who is not signed in. */
type Request = { clientId: string; email: string; address: string };

/**
 * Returns a function that returns the key under which such requests are limited: the account for all addresses from
 * which it never signed in, so that its mailbox is not flooded, and each other address for itself, so that strangers
 * cannot keep the owner from a mail. It does the same work whether or not the account exists.
 */
const createRequesterOf =
  ({ users, knownAddresses }: RequesterDependencies) =>
  async ({ clientId, email, address }: Request): Promise<string> => {
    const found = await users.findByEmail(clientId, email);
    const isKnown = await knownAddresses.has(found?.user.id ?? '', address);
    const account = `${clientId}|${emailKey(email)}`;
    return isKnown ? `${account}|${addressKey(address)}` : account;
  };
