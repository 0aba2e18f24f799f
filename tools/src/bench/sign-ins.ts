import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { answerWith, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { load, post } from './load.ts';
import type { Figure } from './report.ts';
import { alternate, summarize } from './rounds.ts';

const CONNECTIONS = 16;
/** The server's own limit (decision 0021), so that both sides use the same number of cores. */
const MAX_CONCURRENT_HASHES = Math.min(4, Math.max(1, availableParallelism() - 1));
/** `algorithm: 2` is `Algorithm.Argon2id`. The library's enum exists only in its types. */
const OPTIONS = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Factor by which slices are longer, since a hash takes long and a slice needs enough of them. */
const LONGER = 3;

/** Measures sign-ins by password, compared with only verifying the same hash. */
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
  const compared = summarize(await alternate(context.pace.slices, signIns, hashes), (rate) => rate);
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

type BareArgon2Question = { hash: string; password: string; atOnce: number; ms: number };

answerWith<BareArgon2Question, number>(async ({ hash, password, atOnce, ms }) => {
  const started = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - started < ms) {
      if (!(await verify(hash, password))) throw new Error('The hash does not belong to the password.');
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1000) / (performance.now() - started);
});
