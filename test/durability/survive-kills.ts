import { type Database, type Db, migrations } from '@azulejo/server/testing';
import type { forEachEngine, Place } from '@azulejo/storage/testing';
import { freePorts } from '../support/free-port.ts';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { startServerProcess } from '../support/server-process.ts';
import { assertKept, assertUsableToTheEnd } from './account-guarantees.ts';
import { assertTransactionsAtomic } from './atomicity.ts';
import { createCalls } from './calls.ts';
import { startFollowing } from './following.ts';
import { newLedger } from './ledger.ts';
import { accountActs, workUntilKilled } from './mixed-load.ts';
import { seededRandom } from './random.ts';
import { createReportingHome, type ReportingHome } from './reporting-home.ts';
import { startReportingLoad } from './reporting-load.ts';
import { assertCommandsEnd, assertCommandsKept, assertValuesKept } from './value-guarantees.ts';

type Open = Parameters<Parameters<typeof forEachEngine>[0]>[1];

/** Rate limits are off because all calls come from one address. */
export const UNLIMITED = {
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '100000',
  RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '100000',
  MQTT_MESSAGES_PER_SECOND: '100000',
};

/** Kills the server of `place` repeatedly under load, and asserts that nothing acknowledged is lost. */
export async function surviveKills(open: Open, place: Place, kills: number, seed: string): Promise<void> {
  const random = seededRandom(seed);
  const ledger = newLedger();
  const home = await createHome(place);
  // The server keeps its ports, so that clients can reconnect.
  const ports = await freePorts(3);
  const start = () =>
    startServerProcess({
      dataDir: place.dataDir,
      environment: { ...UNLIMITED, DATABASE_URL: place.databaseUrl, LOG_LEVEL: 'fatal' },
      ports,
    });

  await using running = new AsyncDisposableStack();
  let server = await start();
  running.defer(() => server[Symbol.asyncDispose]());
  const { url } = server;
  const calls = createCalls(url, home.clientId);
  const load = running.use(startReportingLoad(server, home, ledger));
  const following = running.use(await startFollowing({ url, home }));
  // Every second round omits the account actions, whose slow hashes leave moments without a commit.
  const acts = [...accountActs({ calls, ledger, random }), ...load.acts];
  for (let each = 0; each < kills; each += 1) {
    await load.untilConnected();
    const knownCommands = ledger.commands.length;
    // The delay lets clients send new requests: right after its answers, the server would be idle.
    const kill = () => server.killLater(random.between(5, 50));
    await workUntilKilled(each % 2 === 0 ? acts : load.acts, random.between(100, 1_200), kill);
    server = await start();
    await assertKept(calls, ledger);
    await assertValuesKept({ url, home }, ledger);
    await assertCommandsKept({ url, home }, ledger, knownCommands);
    await withDatabase(open, place, assertTransactionsAtomic);
  }
  await assertUsableToTheEnd(calls, ledger);
  await assertCommandsEnd({ url, home }, ledger);
  await following.assertWhole(ledger, load.received);
}

async function createHome(place: Place): Promise<ReportingHome> {
  await using platform = await startPlatform({ place });
  return await createReportingHome(platform, await newApplication(platform));
}

/** Opens the database between kills: a second process with the SQLite file would prevent WAL recovery. */
async function withDatabase(open: Open, place: Place, look: (db: Db) => Promise<void>): Promise<void> {
  await using db = await open<Database>({ place, migrations });
  await look(db);
}
