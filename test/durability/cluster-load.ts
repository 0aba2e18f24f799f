import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { UploadResult, ValueList } from '@azulejo/contract';
import { type Database, type Db, migrations } from '@azulejo/server/testing';
import type { forEachEngine, Place } from '@azulejo/storage/testing';
import { newApplication } from '../support/people.ts';
import { noisyPicture } from '../support/pictures.ts';
import { startPlatform } from '../support/platform.ts';
import { assertKept, assertUsableToTheEnd } from './account-guarantees.ts';
import { assertTransactionsAtomic } from './atomicity.ts';
import { createCalls } from './calls.ts';
import { type Bus, type Cluster, startCluster } from './cluster.ts';
import { type Following, startFollowing } from './following.ts';
import {
  type AutomatedHome,
  assertOnce,
  createAutomatedHome,
  openReceiver,
  put,
  readBaseline,
  untilIdle,
} from './killed-automations.ts';
import { type Ledger, newLedger } from './ledger.ts';
import { type Act, accountActs } from './mixed-load.ts';
import { seededRandom } from './random.ts';
import { isBroken, request, requestUntilServed } from './reconnecting.ts';
import { createReportingHome, type ReportingHome } from './reporting-home.ts';
import { type ReportingLoad, startReportingLoad } from './reporting-load.ts';
import { UNLIMITED } from './survive-kills.ts';
import { assertCommandsEnd, assertCommandsKept, assertValuesKept, keyOf } from './value-guarantees.ts';

type Open = Parameters<Parameters<typeof forEachEngine>[0]>[1];

/** Who changes accounts at the same time. Each sign-in computes a hash, which takes most of the processor. */
const ACCOUNT_WORKERS = 2;
/** How long each client waits between two actions, so that three servers and their database keep up on one machine. */
const ACCOUNT_PAUSE_MS = 500;
const REPORT_PAUSE_MS = 300;
const UPLOAD_PAUSE_MS = 2_000;
/** An automation may run 60 times in a minute. */
const AUTOMATION_PAUSE_MS = 1_500;
/** A process that was killed may have sent a COMMIT, which must be over before the next value is sent. */
const AFTER_BREAK_MS = 300;
const LAST_VALUES_MS = 30_000;

export type ClusterUnderLoad = {
  readonly cluster: Cluster;
  readonly db: Db;
  /** Resolves when all clients of MQTT are connected and subscribed. */
  untilConnected(): Promise<void>;
};

/**
 * Starts three servers behind a balancer, and clients that use them in all ways, while `act` does them harm. Asserts in
 * the end that nothing acknowledged was lost, feeds are whole, automations acted once, and subscribers have the last
 * value of each property.
 */
export async function surviveTogether(
  open: Open,
  place: Place,
  {
    bus,
    seed,
    environment: more,
  }: { bus: Bus; seed: string; environment?: Readonly<Record<string, string>> },
  act: (under: ClusterUnderLoad) => Promise<void>,
): Promise<string> {
  await using running = new AsyncDisposableStack();
  const receiver = running.use(await openReceiver());
  const environment = { ...UNLIMITED, AUTOMATION_NETWORKS: '127.0.0.1/32', ...more };
  const home = await createHome(place);
  const automated = await createAutomatedHome(place, environment, receiver.url);
  const db = running.use(await open<Database>({ place, migrations }));
  const baseline = await readBaseline(db, automated.userId);
  const ledger = newLedger();
  const cluster = running.use(await startCluster(place, bus, environment));
  const { url } = cluster;
  const calls = createCalls(url, home.clientId);
  const load = running.use(startReportingLoad(cluster, home, ledger));
  const following = running.use(await startFollowing({ url, home }));
  const uploads: string[] = [];
  const untilConnected = () => untilAllConnected(load);
  await untilConnected();
  const work = startWork([
    ...accountActs({ calls, ledger, random: seededRandom(seed) })
      .slice(0, ACCOUNT_WORKERS)
      .map((each) => ({ act: each, pauseMs: ACCOUNT_PAUSE_MS })),
    ...load.acts.map((each) => ({ act: each, pauseMs: REPORT_PAUSE_MS })),
    { act: () => upload(url, home, uploads), pauseMs: UPLOAD_PAUSE_MS },
    { act: alternate(url, automated), pauseMs: AUTOMATION_PAUSE_MS },
  ]);
  try {
    await Promise.race([act({ cluster, db, untilConnected }), work.failed]);
    const { done, broken } = await work.end();
    await untilConnected();
    const lived = { url, home, ledger, load, following, db };
    await assertNothingLost(lived, uploads);
    await untilIdle(url, automated);
    const runs = await assertOnce(db, automated, baseline, receiver);
    assert.ok(runs > 0 && uploads.length > 0 && ledger.commands.length > 0 && ledger.accounts.length > 0);
    for (const member of cluster.members) assert.equal(member.ended(), undefined);
    return `${done} acknowledged, broken: ${broken}, ${uploads.length} pictures, ${runs} runs`;
  } catch (error) {
    throw new Error(`The seed is ${seed}. ${cluster.describe()}`, { cause: error });
  }
}

type Lived = {
  readonly url: string;
  readonly home: ReportingHome;
  readonly ledger: Ledger;
  readonly load: ReportingLoad;
  readonly following: Following;
  readonly db: Db;
};

async function assertNothingLost(
  { url, home, ledger, load, following, db }: Lived,
  uploads: readonly string[],
): Promise<void> {
  const calls = createCalls(url, home.clientId, requestUntilServed);
  await assertLastValues({ url, home }, load);
  await assertKept(calls, ledger);
  await assertValuesKept({ url, home }, ledger);
  await assertCommandsKept({ url, home }, ledger, 0);
  await assertTransactionsAtomic(db);
  await assertUsableToTheEnd(calls, ledger);
  await assertCommandsEnd({ url, home }, ledger);
  await following.assertWhole(ledger, load.received);
  for (const path of uploads) assert.equal((await requestUntilServed(`${url}${path}`)).status, 200);
}

async function createHome(place: Place): Promise<ReportingHome> {
  await using platform = await startPlatform({ place });
  return await createReportingHome(platform, await newApplication(platform));
}

/** A client may be refused, or its connection end, while it waits. */
async function untilAllConnected(load: ReportingLoad): Promise<void> {
  for (;;) {
    const isConnected = await load.untilConnected().then(
      () => true,
      () => false,
    );
    if (isConnected) return;
    await setTimeout(20);
  }
}

/** Repeats all actions. What no server could serve is not acknowledged; any other failure is one of the test. */
function startWork(actions: readonly { act: Act; pauseMs: number }[]) {
  let [done, isOver] = [0, false];
  const broken = new Map<string, number>();
  const repeat = async ({ act, pauseMs }: (typeof actions)[number]) => {
    await setTimeout(Math.random() * pauseMs);
    while (!isOver) {
      const isDone = await act().then(
        () => true,
        (error: unknown) => {
          if (!isBroken(error)) throw error;
          const reason = reasonOf(error as Error);
          broken.set(reason, (broken.get(reason) ?? 0) + 1);
          return false;
        },
      );
      if (isDone) done += 1;
      await setTimeout(isDone ? pauseMs : AFTER_BREAK_MS);
    }
  };
  const ended = Promise.all(actions.map(repeat));
  return {
    failed: ended.then(() => undefined),
    async end() {
      isOver = true;
      await ended;
      return { done, broken: JSON.stringify(Object.fromEntries(broken)) };
    },
  };
}

/** Returns why a connection broke, without what differs each time. */
const reasonOf = ({ message, cause }: Error): string =>
  `${message} ${cause instanceof Error ? cause.message : ''}`
    .replaceAll(/\d{2,}/g, 'n')
    .slice(0, 200)
    .trim();

async function upload(url: string, { people: [ana] }: ReportingHome, uploads: string[]): Promise<void> {
  const response = await request(`${url}/v3/uploads`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'image/png' },
    body: new Uint8Array(await noisyPicture(16, 16).png().toBuffer()),
  });
  assert.equal(response.status, 201, await response.clone().text());
  uploads.push(new URL(((await response.json()) as UploadResult).url).pathname);
}

/** Returns an action that switches what starts automations. */
function alternate(url: string, home: AutomatedHome): Act {
  let count = 0;
  return async () => {
    count += 1;
    await put(url, home, count % 2);
  };
}

/** Asserts that the last message of each property that a person received has the value that is stored. */
async function assertLastValues(
  { url, home }: { url: string; home: ReportingHome },
  { received }: ReportingLoad,
): Promise<void> {
  const end = performance.now() + LAST_VALUES_MS;
  const different = async (): Promise<string[]> => {
    const headers = { authorization: `Bearer ${home.people[0].token}` };
    const response = await requestUntilServed(`${url}/v3/users/me/values`, { headers });
    const { elements } = (await response.json()) as ValueList;
    const last = new Map(
      received
        .filter(({ message: { io, data } }) => (io === 'iw' || io === 'ir') && typeof data === 'number')
        .map(({ address, message: { data } }) => [keyOf(address), data]),
    );
    return elements.flatMap(({ channel, component, property, data }) => {
      const key = keyOf({ channelId: channel, componentId: component, propertyId: property });
      return !last.has(key) || last.get(key) === data ? [] : [`${key}: ${last.get(key)}, stored ${data}`];
    });
  };
  while ((await different()).length > 0 && performance.now() < end) await setTimeout(200);
  assert.deepEqual(await different(), [], 'each subscriber ends with the last value of each property');
}
