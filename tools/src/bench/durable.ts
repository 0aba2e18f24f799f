import type { BareInsertsQuestion } from './bare-inserts.ts';
import { startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { load, post, type Script } from './load.ts';
import type { Figure } from './report.ts';
import { alternate, summarize } from './rounds.ts';

const CONNECTIONS = 32;

/**
 * Measures requests that are answered after their commit. The baseline commits as many
 * rows on the driver itself.
 */
export async function durableSignIns(context: Context): Promise<Figure[]> {
  const { platform, place, homes } = await context.small();
  const { slices, ms } = context.pace;
  await using bare = startBaseline<BareInsertsQuestion, number>('inserts');
  const inserts = () => bare.ask({ place, ms });
  const credentials = { client_id: homes.clientId, client_secret: homes.clientSecret };

  const authorize = post('/v3/auth/authorize', {
    ...credentials,
    response_type: 'client_credentials',
    scope: 'application',
  });
  const exchanges = Array.from({ length: CONNECTIONS }, () => exchangeScript(homes.clientId));
  const signIn = (answered?: (connection: number, body: Buffer) => void) =>
    load({
      url: platform.url,
      connections: CONNECTIONS,
      ms,
      script: (connection) => ({
        next: () => authorize,
        ...(answered ? { answered: (body: Buffer) => answered(connection, body) } : {}),
      }),
    }).then(({ perSecond }) => perSecond);
  const exchange = () =>
    load({
      url: platform.url,
      connections: CONNECTIONS,
      ms,
      script: (connection) => exchanges[connection] as Script,
    }).then(({ perSecond }) => perSecond);

  const signedIn = summarize(await alternate(slices, () => signIn(), inserts), (rate) => rate);
  // Each connection then renews its own sign-in.
  await signIn((connection, body) => exchanges[connection]?.answered(body));
  const exchanged = summarize(await alternate(slices, exchange, inserts), (rate) => rate);
  const figure = { bench: 'durable', unit: '/s' } as const;
  return [
    { ...figure, name: 'client-credentials sign-in', ...signedIn },
    { ...figure, name: 'exchange', ...exchanged },
  ];
}

/** Returns requests that each send the refresh token of the previous response. */
function exchangeScript(clientId: string): Required<Script> {
  let refreshToken = '';
  return {
    next: () => post('/v3/auth/exchange', { client_id: clientId, refresh_token: refreshToken }),
    answered: (body) => {
      refreshToken = (JSON.parse(body.toString()) as { refresh_token: string }).refresh_token;
    },
  };
}
