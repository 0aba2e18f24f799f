import type { TokenRecord } from '../api/types.generated.ts';
import type { Call } from '../call.ts';
import { createSession, type Session } from '../session.ts';
import type { TokenStore } from '../token-store.ts';

type Options = {
  readonly call: Call;
  readonly storage: TokenStore;
  readonly now: () => number;
  readonly clientId: string;
  readonly clientSecret: string;
};

/**
 * Creates a session that signs in with the client's secret at its first use, and again before its token
 * expires or when it is refused. It needs no refresh token: the secret is at hand, and does not expire.
 */
export function createManagerSession({ call, storage, now, clientId, clientSecret }: Options): Session {
  const signIn = async () =>
    (await call('auth.authorize', {
      client_id: clientId,
      client_secret: clientSecret,
      response_type: 'client_credentials',
      scope: 'manager',
    })) as TokenRecord;
  const session = createSession({ storage, now, exchange: signIn });
  let starting: Promise<void> | undefined;

  async function started(): Promise<void> {
    if (await session.current()) return;
    starting ??= signIn()
      .then(session.start)
      .finally(() => {
        starting = undefined;
      });
    await starting;
  }

  return {
    ...session,
    fresh: async () => {
      await started();
      return session.fresh();
    },
  };
}
