import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { startOther } from '../../support/other-server.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

/** Starts a server with a home that has an automation, and stops it. */
async function setUp(stage: Stage) {
  const first = await stage.start();
  const person = await newPerson(first, await newApplication(first));
  const reply = await first.request('/v3/users/me/automations', {
    method: 'POST',
    token: person.token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      label: 'Noon',
      when: [{ kind: 'time', time: { at: '12:00' } }],
      then: [{ kind: 'notify', notify: { text: 'Noon' } }],
    }),
  });
  assert.equal(reply.status, 201, await reply.clone().text());
  await first[Symbol.asyncDispose]();
  const { clock } = first;
  const db = stage.use(await stage.openDatabase());
  // A server that runs notes this every ten seconds.
  await db.write((tx) =>
    tx
      .insertInto('settings')
      .values({ name: 'automations_ran', value: String(clock.now()) })
      .execute(),
  );
  // Each server has time to begin to tell before another one has told.
  await sql`create function slow() returns trigger language plpgsql as 'begin perform pg_sleep(1); return new; end'`.execute(
    db.read,
  );
  await sql`create trigger slow before insert on user_events for each row execute function slow()`.execute(
    db.read,
  );
  return { stage, clock, db, person };
}

onEachEngine(
  'servers that start together after none ran',
  setUp,
  (scene) => {
    it('tell homes once of a clock that was set back meanwhile', async () => {
      const { stage, clock, db, person } = scene();
      clock.jump({ ms: -3_600_000 });
      await Promise.all([
        startOther(stage, { clock }),
        startOther(stage, { clock }),
        startOther(stage, { clock }),
      ]);
      const told = await db.read
        .selectFrom('user_events')
        .select('type')
        .where('user_id', '=', person.id)
        .where('type', 'in', ['clock', 'downtime'])
        .execute();
      assert.deepEqual(told, [{ type: 'clock' }]);
    });
  },
  { engines: ['postgres'] },
);
