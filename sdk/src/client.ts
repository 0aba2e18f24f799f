import type { TokenRecord } from '@azulejo/contract';
import { createCall, createPublicCall, createSendWithToken } from './call.ts';
import { notSignedIn } from './errors.ts';
import { createLiveAccess, type LiveAccess } from './live/live.ts';
import { createOrigins } from './origins.ts';
import { createResources, type Resources } from './resources.ts';
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
  /** Timeout of one request, including the response’s body; 30,000 by default. */
  readonly timeoutMs?: number;
  /** Maximum number of cached responses, which are revalidated by `ETag`; 100 by default, 0 for none. */
  readonly keptAnswers?: number;
  /** Returns epoch milliseconds; the system's clock by default. */
  readonly now?: () => number;
};

export type Client = Resources & {
  readonly signIn: SignIn;
  readonly signUp: SignUp;
  readonly signOut: SignOut;
  /** Returns the current token record, or undefined when signed out. It contains secrets. */
  token(): Promise<TokenRecord | undefined>;
  /** Values as they happen, over MQTT. */
  readonly live: LiveAccess;
  /**
   * Renews the tokens now. Calls renew them automatically shortly before they expire
   * and when they are refused.
   */
  renew(): Promise<TokenRecord>;
};

/**
 * Creates a client of one platform for one application. It has at most one session. Every
 * failure is an `AzulejoError`.
 */
export function createClient(options: ClientOptions): Client {
  const { storage = memoryTokenStore(), now = Date.now, timeoutMs = 30_000, keptAnswers = 100 } = options;
  const fetch: Fetch = options.fetch ?? ((input, init) => globalThis.fetch(input, init));
  const transport = withRevalidation(createTransport(fetch, timeoutMs), keptAnswers);
  const origins = createOrigins(options);
  const publicCall = createPublicCall(transport, origins);
  const session = createSession({ storage, now, exchange: exchangeWith(publicCall, options) });
  const sendWithToken = createSendWithToken(transport, origins, session);
  const signIn = createSignIn(publicCall, session, options);
  const call = createCall(publicCall, sendWithToken, origins);
  return {
    ...createResources(call),
    live: createLiveAccess({ session, origins, call }),
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
