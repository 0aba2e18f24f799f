import { type Database, type Db, type forEachEngine, migrations, type Place } from '@azulejo/server/testing';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { startServerProcess } from '../support/server-process.ts';
import { createCalls } from './calls.ts';
import { assertNothingHalfMade } from './half-made.ts';
import { newLedger } from './ledger.ts';
import { workUntilKilled } from './mixed-load.ts';
import { assertKept, assertUsableToTheEnd } from './promises.ts';
import { seededRandom } from './random.ts';

type Open = Parameters<Parameters<typeof forEachEngine>[0]>[1];

/** All calls come from one address. */
const UNLIMITED = {
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '100000',
  RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '100000',
};

/** Kills the server of `place` again and again under load; each time its successor must stand by its answers. */
export async function surviveKills(open: Open, place: Place, kills: number, seed: string): Promise<void> {
  const random = seededRandom(seed);
  const ledger = newLedger();
  const clientId = await makeApplication(place);
  const start = () =>
    startServerProcess({
      dataDir: place.dataDir,
      environment: { ...UNLIMITED, DATABASE_URL: place.databaseUrl, LOG_LEVEL: 'fatal' },
    });

  let server = await start();
  try {
    for (let each = 0; each < kills; each += 1) {
      const load = { calls: createCalls(server.url, clientId), ledger, random };
      await workUntilKilled(load, random.between(15, 90), server.kill);
      server = await start();
      await assertKept(createCalls(server.url, clientId), ledger);
      await withDatabase(open, place, assertNothingHalfMade);
    }
    await assertUsableToTheEnd(createCalls(server.url, clientId), ledger);
  } finally {
    await server[Symbol.asyncDispose]();
  }
}

async function makeApplication(place: Place): Promise<string> {
  await using platform = await startPlatform({ place });
  return (await newApplication(platform)).clientId;
}

/** Only while nobody is killed: a second holder of an SQLite file would keep its WAL from being recovered. */
async function withDatabase(open: Open, place: Place, look: (db: Db) => Promise<void>): Promise<void> {
  await using db = await open<Database>({ place, migrations });
  await look(db);
}
