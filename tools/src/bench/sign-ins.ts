import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';
import type { BareArgon2Question } from './bare-argon2.ts';
import { startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { load, post } from './load.ts';
import type { Figure } from './report.ts';
import { alternate, summarize } from './rounds.ts';

const CONNECTIONS = 16;
/** What the server allows itself (decision 0021), so that both sides have the same processors. */
const MAX_CONCURRENT_HASHES = Math.min(4, Math.max(1, availableParallelism() - 1));
/** `Algorithm.Argon2id`: the library's enum exists in types only. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** One hash takes long: a round must hold enough of them. */
const LONGER = 3;

/** Signing in by password, against verifying the same hash and nothing else. */
export async function passwordSignIns(context: Context): Promise<Figure[]> {
  const { platform, homes } = await context.small();
  const ms = context.pace.ms * LONGER;
  const { password, clientId, readers } = homes;
  const stored = await hash(password, OPTIONS);
  await using bare = startBaseline<BareArgon2Question, number>('argon2');
  const signIns = async () => {
    const { perSecond } = await load({
      url: platform.url,
      connections: CONNECTIONS,
      ms,
      script: (connection) => {
        const username = readers[connection % readers.length]?.email ?? '';
        const text = post('/v3/auth/authorize', {
          response_type: 'password',
          scope: 'application,user',
          client_id: clientId,
          username,
          password,
        });
        return { next: () => text };
      },
    });
    return perSecond;
  };
  const hashes = () => bare.ask({ hash: stored, password, atOnce: MAX_CONCURRENT_HASHES, ms });
  const compared = summarize(await alternate(context.pace.rounds, signIns, hashes), (rate) => rate);
  return [
    {
      bench: 'sign-ins',
      name: `by password, ${MAX_CONCURRENT_HASHES} hash(es) at once`,
      unit: '/s',
      ...compared,
      aim: { of: 'ratio', is: 'at least', value: 0.9 },
    },
  ];
}
