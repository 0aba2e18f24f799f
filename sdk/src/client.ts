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
  /** `{auth_url}`: where the first calls go, e.g. `http://127.0.0.1:8480`. */
  readonly url: string;
  readonly clientId: string;
  /** Of programs that can keep one. Never ship it to a browser or a phone. */
  readonly clientSecret?: string;
  /** `{cdn_url}`, of the units table; `url` by default. */
  readonly cdnUrl?: string;
  /** `{ontology_url}`, of the value schemas; `url` by default. */
  readonly ontologyUrl?: string;
  /** Keeps the sign-in between runs; in memory by default. */
  readonly storage?: TokenStore;
  readonly fetch?: Fetch;
  /** For one exchange with the platform, its body included; 30,000 by default. */
  readonly timeoutMs?: number;
  /** How many answers are kept to be revalidated by `ETag`; 100 by default, 0 for none. */
  readonly keptAnswers?: number;
  /** Epoch milliseconds; the system's clock by default. */
  readonly now?: () => number;
};

export type Client = Resources & {
  readonly signIn: SignIn;
  readonly signUp: SignUp;
  readonly signOut: SignOut;
  /** The record in use, or undefined when nobody is signed in. It holds secrets. */
  token(): Promise<TokenRecord | undefined>;
  /** Values as they happen, over MQTT. */
  readonly live: LiveAccess;
  /** Renews the tokens now. Calls do so by themselves shortly before they expire, and when they are refused. */
  renew(): Promise<TokenRecord>;
};

/** A client of one platform for one application; it holds at most one sign-in. Refusals and failures are AzulejoErrors. */
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
