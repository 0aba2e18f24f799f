import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { answerWith, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import { load, post, type Script } from './load.ts';
import type { Place } from './place.ts';
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

type BareInsertsQuestion = { place: Place; ms: number };

type Insert = (values: string[]) => Promise<void>;
type Inserts = { insert: Insert; atOnce: number };

const CREATE = 'create table if not exists bare (id text primary key, data text not null)';
const ROWS = [1, 2, 3];
/** About the size of a token's row with its hashes. */
const DATA = 'x'.repeat(200);
const POOL = 16;

let opened: Promise<Inserts> | undefined;

answerWith<BareInsertsQuestion, number>(async ({ place, ms }) => {
  opened ??= place.databaseUrl === undefined ? openSqlite(place.dataDir) : openPostgres(place.databaseUrl);
  const { insert, atOnce } = await opened;
  const started = performance.now();
  let done = 0;
  const loop = async () => {
    while (performance.now() - started < ms) {
      await insert(ROWS.flatMap(() => [randomUUID(), DATA]));
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, loop));
  return (done * 1000) / (performance.now() - started);
});

async function openSqlite(folder: string): Promise<Inserts> {
  const database = new DatabaseSync(join(folder, 'bare.sqlite'));
  database.exec(`pragma journal_mode = wal; pragma synchronous = full; ${CREATE} strict`);
  const statement = database.prepare(`insert into bare values ${ROWS.map(() => '(?, ?)').join(', ')}`);
  return {
    atOnce: 1,
    insert: async (values) => {
      statement.run(...values);
    },
  };
}

async function openPostgres(connectionString: string): Promise<Inserts> {
  const pool = new pg.Pool({ connectionString, max: POOL });
  await pool.query(CREATE);
  const text = `insert into bare values ${ROWS.map((row) => `($${row * 2 - 1}, $${row * 2})`).join(', ')}`;
  return {
    atOnce: POOL,
    insert: async (values) => {
      await pool.query({ name: 'bare', text, values });
    },
  };
}
