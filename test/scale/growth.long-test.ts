import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { operations, portalOperations } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { type Scene, setUpScene, toCall } from '../security/calls.ts';
import { expectedRefusal } from '../security/expectations.ts';
import { openMailbox } from '../support/mailbox.ts';
import { visitPortal } from '../support/portal.ts';
import { requestTo } from '../support/portal-calls.ts';
import { rawRequest } from '../support/raw-request.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { addForeignHomes } from './foreign-homes.ts';
import { mayGrow } from './growth.ts';
import { unexplainedSteps } from './plan-steps.ts';
import { recordStatements, type Statement } from './recorded-statements.ts';
import { openSession, type Session, type Work } from './session.ts';

const FEW = 2_000;
const MANY = 200_000;
/**
 * PostgreSQL says how many rows it visited. SQLite does not: the time of a statement says whether it read all of the
 * 200,000 rows of a table, and the plan, which is the same for any number of rows, what it began with.
 */
const LIMITS = { postgres: { growth: 1.3, ignored: 200 }, sqlite: { growth: 2, ignored: 5 } };
const JOB_ROUNDS = 3;
/** It stores millions of rows, which takes many times longer on a busy machine. */
const LIMIT_MS = 10 * 60_000;
const TURNS = 300;

type AttributeTo = (name: string) => void;

/** Calls every operation of the API once: as the user of the home, or else as one who may. */
async function callOperations(scene: Scene, attributeTo: AttributeTo): Promise<void> {
  const { platform, parties } = scene;
  const channel = parties.channels.device;
  for (const operation of operations) {
    const [binding] = operation.bindings;
    const named = { ...(binding.path.includes('{user_id}') ? { user: 'me' } : {}), channel };
    const allowed = parties.callers.filter(
      (each) => each.principal && expectedRefusal(operation, each, parties, named) === undefined,
    );
    const caller = allowed.find(({ principal }) => principal?.id === parties.target.id) ?? allowed[0];
    if (!caller) continue;
    attributeTo('the test');
    const { path, init } = await toCall(scene, operation, binding, named, caller);
    attributeTo(operation.id);
    const headers = { ...init.headers, ...caller.headers };
    await rawRequest(platform, path, { ...init, method: binding.method, headers });
  }
}

/** Reads everything that the portal shows. */
async function callPortal({ platform, parties }: Scene, attributeTo: AttributeTo): Promise<void> {
  const visitor = await visitPortal(platform);
  const ids: Readonly<Record<string, string>> = {
    user_id: parties.target.id,
    application_id: parties.target.clientId,
    channel_id: parties.channels.device.id,
    device_id: parties.channels.device.ownerId,
    manager_id: parties.channels.manager.ownerId,
  };
  for (const { id, bindings, example } of portalOperations) {
    const [{ method, path }] = bindings;
    if (method !== 'GET') continue;
    attributeTo(id);
    const named = Object.fromEntries(Object.entries(ids).filter(([name]) => path.includes(`{${name}}`)));
    const input = { ...(example.input as object), ...named };
    const response = await requestTo(visitor, id.replace(/^portal\./, ''), input);
    // Some responses are streams.
    await response.body?.cancel();
  }
}

/** Statements of the server's lease, which end other connections. */
const OF_CONNECTIONS = /pg_terminate_backend|pg_advisory|pg_backend_pid/;

/** Starts a platform, and records what it sends to the database for each operation, and for its jobs. */
async function setUp({ start, use, openDatabase, place }: Stage) {
  const timers = manualClock();
  using recorder = recordStatements();
  const { url } = use(await openMailbox());
  const environment = {
    SMTP_URL: url,
    MAIL_FROM: 'casa@example.org',
    RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '10000',
  };
  const platform = await start({ environment, timers });
  const scene = await setUpScene(platform, await openDatabase());
  await callOperations(scene, recorder.attributeTo);
  await callPortal(scene, recorder.attributeTo);
  recorder.attributeTo('the jobs');
  for (let round = 0; round < JOB_ROUNDS; round += 1) {
    timers.advance({ minutes: 61 });
    for (let turn = 0; turn < TURNS; turn += 1) await setImmediate();
  }
  await platform[Symbol.asyncDispose]();
  const { target, channels } = scene.parties;
  const channelIds = Object.values(channels).map(({ id }) => id);
  const statements = recorder.statements().filter(({ sql }) => !OF_CONNECTIONS.test(sql));
  return { home: { userId: target.id, channelIds }, place, statements };
}

async function measureAll(session: Session, statements: readonly Statement[]): Promise<Map<Statement, Work>> {
  const works = new Map<Statement, Work>();
  for (const statement of statements) {
    const work = await session.measure(statement);
    if (work) works.set(statement, work);
  }
  return works;
}

const describe = ({ by, sql }: Statement, what: readonly string[]): string =>
  `${by}: ${what.join('\n  ')}\n  ${sql}`;

onEachEngine('what the platform reads for one home', setUp, (scene) => {
  it('does not depend on the number of other homes and devices', { timeout: LIMIT_MS }, async () => {
    const { home, place, statements } = scene();
    assert.ok(statements.length > 400, `${statements.length} statements were recorded`);
    const engine = place.databaseUrl === undefined ? 'sqlite' : 'postgres';
    const { growth, ignored } = LIMITS[engine];
    await using session = await openSession(place);
    await addForeignHomes(session, home, { from: 0, to: FEW });
    const few = await measureAll(session, statements);
    await addForeignHomes(session, home, { from: FEW, to: MANY });
    const checked = statements.filter((statement) => !mayGrow(statement));
    const many = await measureAll(session, checked);
    const grown = [...many].flatMap(([statement, { amount, plan }]) => {
      const before = few.get(statement)?.amount ?? 0;
      if (amount <= growth * before + ignored) return [];
      return [describe(statement, [`${before} to ${amount}`, ...plan])];
    });
    assert.deepEqual(grown, []);
    if (engine === 'postgres') return;
    const unexplained = statements.flatMap((statement) => {
      const steps = unexplainedSteps(statement.sql, few.get(statement)?.plan ?? []);
      return steps.length === 0 ? [] : [describe(statement, steps)];
    });
    assert.deepEqual(unexplained, []);
  });
});
