import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { manualClock } from '@azulejo/server/testing';
import { weekOf } from '@azulejo/storage/testing';
import { setUpFeeds } from '../support/feed-scene.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { fillHistory } from './long-history.ts';

/** Far more than what is deleted before the server stops. */
const MANY = 20_000;
const BATCH = 1_000;
/** Rows that have not expired. */
const NEW = 10;
const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
/** Within this time of a start, each cleanup has begun. */
const FIRST_CLEANUPS_SECONDS = 180;

const environment = { HISTORY_RETENTION: '1d', EVENT_RETENTION: '1d', AUDIT_RETENTION: '1d' };

/** Fills history, events and audit log with what has expired, and a little that has not. */
async function setUp(stage: Stage) {
  const feeds = await setUpFeeds({ ...stage, start: () => stage.start({ environment }) });
  const { platform, db, ana, newOwnerlessPanel, addEvents } = feeds;
  const { audit } = platform.server.features;
  const channelId = await newOwnerlessPanel();
  let next = 1;
  const addSome = async (count: number) => {
    for (const end = next + count; next < end; next += BATCH) {
      const some = Math.min(BATCH, end - next);
      await addEvents(ana.id, some, channelId, next);
      await db.unit(Array.from({ length: some }, () => audit.statement({ action: 'sign-out' })));
    }
  };
  await addSome(MANY);
  platform.clock.advance({ days: 2 });
  await addSome(NEW);
  await fillHistory(platform, channelId, MANY);
  return { platform, start: stage.start, isInWeeks: db.engine === 'postgres', ...readers(feeds) };
}

/** Returns what reads the rows that are pruned, oldest first. */
function readers({ db, ana }: Awaited<ReturnType<typeof setUpFeeds>>) {
  const timesOf = (rows: readonly { time: number | string }[]) => rows.map(({ time }) => Number(time));
  return {
    hours: async () => (await db.read.selectFrom('history_hours').select('hour').execute()).length,
    eventNumbers: async () => {
      const own = db.read.selectFrom('user_events').select('n').where('user_id', '=', ana.id);
      return (await own.orderBy('n').execute()).map(({ n }) => Number(n));
    },
    times: {
      history: async () =>
        timesOf(await db.read.selectFrom('history').select('time').orderBy('time').execute()),
      events: async () =>
        timesOf(
          await db.read
            .selectFrom('user_events')
            .select('at as time')
            .where('user_id', '=', ana.id)
            .orderBy('n')
            .execute(),
        ),
      audit: async () =>
        timesOf(await db.read.selectFrom('audit').select('at as time').orderBy('at').execute()),
    },
  };
}

onEachEngine('the pruning of history, events and audit log', setUp, (scene) => {
  const count = async () =>
    Promise.all(Object.values(scene().times).map(async (read) => (await read()).length));

  it('completes an interrupted pruning soon after the next start', async () => {
    const { platform, start, times, hours, eventNumbers } = scene();
    const { history, events, audit } = platform.server.features;
    const before = { ...(await readAll(times)), hours: await hours() };
    const counts = await count();
    assert.ok(counts.every((rows) => rows >= MANY));
    const isBegun = async () => (await count()).every((rows, index) => rows < (counts[index] ?? 0));
    let isPruning = true;
    const pruning = Promise.allSettled([history.prune(), events.prune(), audit.prune()]).finally(() => {
      isPruning = false;
    });
    while (isPruning && !(await isBegun())) await setImmediate();
    await platform[Symbol.asyncDispose]();
    await pruning;
    for (const rows of await count()) assert.ok(rows > 2 * BATCH, 'the server stopped in the middle');
    const [first = 0, ...others] = await eventNumbers();
    assert.deepEqual(
      others,
      Array.from(others, (_, index) => first + index + 1),
      'the rest of the log has no gap',
    );

    const [timers, clock] = [manualClock(), manualClock()];
    clock.jump({ days: 2 });
    const restarted = await start({ environment, clock, timers });
    const { jobs } = restarted.server.features.monitoring;
    const waiting = () => jobs.list().filter(({ last }) => last === undefined);
    assert.equal(waiting().length, jobs.list().length, 'no cleanup runs at once');
    timers.advance({ seconds: FIRST_CLEANUPS_SECONDS });
    while (waiting().length > 0) await setImmediate();
    assert.deepEqual(
      jobs.list().filter(({ last }) => last?.failed),
      [],
    );

    const after = await readAll(times);
    const expired = clock.now() - DAY_MS;
    const isKept = (time: number) => time >= expired;
    assert.deepEqual(after.events, before.events.filter(isKept));
    assert.deepEqual(after.audit, before.audit.filter(isKept));
    // Values are deleted in whole hours, so that aggregates always cover whole hours.
    const end = Math.ceil(expired / HOUR_MS) * HOUR_MS;
    // On PostgreSQL they are deleted in whole weeks, but for those of before the week in which the database was made.
    const weeks = Math.max(weekOf(end), weekOf(Date.now()));
    const kept = scene().isInWeeks ? Math.min(end, weeks) : end;
    assert.deepEqual(
      after.history,
      before.history.filter((time) => time >= kept),
    );
    assert.equal(await hours(), before.hours, 'the aggregates by hour stay');
  });
});

async function readAll(times: ReturnType<typeof readers>['times']) {
  return { history: await times.history(), events: await times.events(), audit: await times.audit() };
}
