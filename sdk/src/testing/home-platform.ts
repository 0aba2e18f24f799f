import type { TokenRecord } from '@azulejo/contract';
import { type Platform, type Received, refused, startPlatform, tokenRecord } from './platform.ts';

export type HomePlatform = Platform & {
  /** The generation of tokens that is accepted; every sign-in or exchange increments it. */
  generation: number;
  /** Overrides the answer of the next exchanges. */
  exchangeAnswer:
    | (() => ReturnType<typeof refused> | 'hangUp' | Promise<ReturnType<typeof refused>>)
    | undefined;
  record(n?: number): TokenRecord;
};

type Handlers = Parameters<typeof startPlatform>[0];

/**
 * Starts a fake platform that accepts any sign-in, and then only the newest refresh token and access token.
 */
export async function startHomePlatform(handlers: Handlers = {}): Promise<HomePlatform> {
  const issue = () => {
    home.generation += 1;
    return { body: home.record() };
  };
  const exchange = async (request: Received) => {
    const answer = await home.exchangeAnswer?.();
    if (answer) return answer;
    const { refresh_token, code } = JSON.parse(request.body);
    const isNewest = code !== undefined || refresh_token === `refresh-${home.generation}`;
    return isNewest ? issue() : refused(401, 1606);
  };
  const guarded = ({ headers }: Received) =>
    headers.authorization === `Bearer access-${home.generation}`
      ? { body: { id: 'user-1', name: 'Ana' } }
      : refused(401, 1604);
  const platform = await startPlatform({
    'POST /v3/auth/authorize': issue,
    'POST /v3/auth/exchange': exchange,
    'GET /v3/users/me': guarded,
    'DELETE /v3/tokens/family-1': guarded,
    ...handlers,
  });
  const endpoints = { http: platform.url, mqtt: 'mqtt://127.0.0.1:1883', uploader: platform.url };
  const home: HomePlatform = Object.assign(platform, {
    generation: 0,
    exchangeAnswer: undefined,
    record: (n = home.generation) => tokenRecord(n, endpoints),
  });
  return home;
}
