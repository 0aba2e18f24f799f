import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Database, type Db, manualClock, migrations } from '@azulejo/server/testing';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { templateOf } from '../support/template.ts';

/** How long a write of a request may take (storage/README.md). */
const WRITE_LIMIT_MS = 1_000;

/** Returns a clock of an overloaded machine: what may take a second, as a write of a request, does not end in time. */
function slowClock() {
  const clock = manualClock();
  const setTimer: typeof clock.setTimer = (ms, run) => {
    if (ms !== WRITE_LIMIT_MS) return clock.setTimer(ms, run);
    queueMicrotask(run);
    return clock.setTimer(ms, () => undefined);
  };
  return { ...clock, setTimer };
}

onEachEngine(
  'the first start on an overloaded machine',
  async ({ start }) => start({ clock: slowClock(), environment: { DEMO: '1' } }),
  (platform) => {
    it('imports the catalogue and creates the demo although its writes take longer than a second', async () => {
      const { server } = platform();
      assert.ok(server.demo);
      assert.ok((await server.features.templates.storedIds()).length >= 10);
    });

    it('limits the writes of requests as always', async () => {
      const { id: clientId } = await platform().server.features.homeApplication.get();
      const { token } = await newPerson(platform(), { clientId, secret: '' });
      const response = await platform().request('/v3/users/me', {
        method: 'PATCH',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Ana' }),
      });
      assert.equal(response.headers.get('retry-after'), '2');
      await assertApiError(response, 'unavailable');
    });
  },
  { startsEmpty: true },
);

forEachEngine(
  (engine, open, newPlace) => {
    it('waits at the start for a table that another program has locked for longer than a request would', async () => {
      const place = await newPlace({ template: templateOf(engine) });
      const db = await open<Database>({ place, migrations });
      // Without its digest the catalogue is imported again.
      await db.write((tx) => tx.deleteFrom('settings').where('name', '=', 'catalogue_digest').execute());
      const locked = Promise.withResolvers<void>();
      const isEnough = Promise.withResolvers<void>();
      const locking = db.write(async (tx) => {
        await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
        await sql`lock table settings in exclusive mode`.execute(tx);
        locked.resolve();
        await isEnough.promise;
      });
      await Promise.race([locked.promise, locking]);
      const starting = startPlatform({ place });
      const hasFailed = starting.then(
        () => true,
        () => true,
      );
      while (!(await Promise.race([hasFailed, waitsForLock(db)])));
      isEnough.resolve();
      await locking;
      await using platform = await starting;
      assert.equal((await platform.request('/readyz')).status, 200);
    });
  },
  ['postgres'],
);

/** Returns whether a statement has waited for a lock for longer than a write of a request may take. */
async function waitsForLock(db: Db): Promise<boolean> {
  const { rows } = await sql<{ isLong: number }>`
    select exists(
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
        and clock_timestamp() - query_start > interval '1300 ms'
    ) as "isLong", pg_sleep(0.05)`.execute(db.read);
  return rows[0]?.isLong === 1;
}
