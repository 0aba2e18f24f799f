import type { Resources } from './api/resources.generated.ts';
import { routes } from './api/routes.generated.ts';
import type { TokenRecord } from './api/types.generated.ts';
import { createCall, createPublicCall, createSendWithToken, type RouteId } from './call.ts';
import { notSignedIn } from './errors.ts';
import { createLiveAccess, type LiveAccess } from './live/access.ts';
import type { OpenSocket } from './live/broker.ts';
import { createMethods } from './methods.ts';
import { createOrigins } from './origins.ts';
import { createReadHome, type ReadHome } from './read-home.ts';
import type { WireInput } from './request.ts';
import { withRevalidation } from './revalidation.ts';
import { createSession } from './session.ts';
import {
  createSignIn,
  createSignOut,
  createSignUp,
  exchangeWith,
  type SignIn,
  type SignOut,
  type SignUp,
} from './sign-in.ts';
import { memoryTokenStore, type TokenStore } from './token-store.ts';
import { createTransport, type Fetch } from './transport.ts';

export type ClientOptions = {
  /** `{auth_url}`: the platform’s address for sign-in, e.g. `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly clientId: string;
  /** The secret of a confidential client. Never ship it to a browser or a phone. */
  readonly clientSecret?: string;
  /** `{cdn_url}`, where the units table is; `url` by default. */
  readonly cdnUrl?: string;
  /** `{ontology_url}`, where the value schemas are; `url` by default. */
  readonly ontologyUrl?: string;
  /** Stores the token record between runs; in memory by default. */
  readonly storage?: TokenStore;
  readonly fetch?: Fetch;
  /** Opens the WebSocket of live values in a page; `new WebSocket(url, protocols)` by default. */
  readonly openSocket?: OpenSocket;
  /**
   * Timeout of one request, including the response’s body; by default 30,000, and 60,000 for `pairing.add`, which
   * waits for the maker.
   */
  readonly timeoutMs?: number;
  /** Maximum number of cached responses, which are revalidated by `ETag`; 100 by default, 0 for none. */
  readonly keptAnswers?: number;
  /** Returns epoch milliseconds; the system's clock by default. */
  readonly now?: () => number;
};

export interface Client extends Resources {
  /** Ways to sign in. The client stores and renews the tokens. */
  readonly signIn: SignIn;
  /** Creates a user of the application and signs the user in. */
  readonly signUp: SignUp;
  /** Ends the session on the platform and in the store. */
  readonly signOut: SignOut;
  /** Reads the tiles of a home with their devices and last values, for `renderTile`. */
  readonly readHome: ReadHome;
  /** Returns the current token record, or undefined when signed out. It contains secrets. */
  token(): Promise<TokenRecord | undefined>;
  /** Delivers values over MQTT as they change. */
  readonly live: LiveAccess;
  /**
   * Renews the tokens now. Calls renew them automatically shortly before they expire
   * and when they are refused.
   */
  renew(): Promise<TokenRecord>;
}

/**
 * Creates a client of one platform for one application. It has at most one session. Every
 * failure is an `AzulejoError`.
 */
export function createClient(options: ClientOptions): Client {
  const { storage = memoryTokenStore(), now = Date.now, timeoutMs, keptAnswers = 100 } = options;
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = withRevalidation(createTransport(fetch, timeoutMs), keptAnswers);
  const origins = createOrigins(options);
  const publicCall = createPublicCall(transport, origins);
  const session = createSession({ storage, now, exchange: exchangeWith(publicCall, options) });
  const sendWithToken = createSendWithToken(transport, origins, session);
  const signIn = createSignIn(publicCall, session, options);
  const call = createCall(publicCall, sendWithToken, origins);
  const { auth: _signIn, ...methods } = createMethods(routes, (id, input, callOptions, image) =>
    call(id, withUser(id, input), callOptions, image),
  );
  const resources = methods as unknown as Resources;
  return {
    ...resources,
    readHome: createReadHome(resources),
    live: createLiveAccess({ session, origins, call, openSocket: options.openSocket }),
    signIn,
    signUp: createSignUp(publicCall, signIn, options),
    signOut: createSignOut(sendWithToken, session, origins),
    token: session.current,
    renew: async () => {
      const record = await session.current();
      if (!record) throw notSignedIn();
      return session.renew(record);
    },
  };
}

/** Adds the signed-in user to the input of operations on a user’s resources. */
const withUser = (id: RouteId, input: WireInput): WireInput =>
  routes[id].path.includes('{user_id}') ? { ...input, user_id: input['user_id'] ?? 'me' } : input;
