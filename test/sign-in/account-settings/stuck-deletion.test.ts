import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { newApplication, newPerson } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';
import { accountScene } from './scene.ts';

onEachEngine(
  'deletions when one account cannot be deleted',
  accountScene,
  (scene) => {
    /** Lets the database refuse each `act` on the rows of users, until `allow` is called. */
    async function refuse(act: 'update' | 'delete', ...userIds: string[]) {
      const { db } = scene();
      const ids = sql.join(userIds.map(sql.lit));
      const on = sql`create trigger stuck before ${sql.raw(act)} on users when old.id in (${ids})`;
      await db.write((tx) => sql`${on} begin select raise(abort, 'the row is stuck'); end`.execute(tx));
      return { allow: () => db.write((tx) => sql`drop trigger stuck`.execute(tx)) };
    }

    it('deletes all other accounts and applications, and that one once it can', async () => {
      const { platform, clock, newUser, enter, db } = scene();
      const { deletion, removal, applications } = platform.server.features;
      const people = [await newUser(), await newUser()] as const;
      for (const person of people) {
        const here = await enter(person);
        await here.prove();
        await readJson(await here.call('POST', '/v3/account/deletion', { email: person.email }));
        clock.advance({ minutes: 1 });
      }
      const [stuck, other] = people;
      const left = async (table: 'users' | 'clients', ids: readonly string[]) =>
        (await db.read.selectFrom(table).select('id').where('id', 'in', ids).execute()).map(({ id }) => id);
      const ids = [stuck.id, other.id];

      clock.advance({ days: 8 });
      const blocked = await refuse('update', stuck.id);
      await assert.rejects(deletion.run(), /the row is stuck/);
      await removal.sweep();
      assert.deepEqual(await left('users', ids), [stuck.id]);
      await blocked.allow();

      const application = await newApplication(platform);
      await newPerson(platform, application);
      const { allow } = await refuse('delete', stuck.id);
      await deletion.run();
      await removal.application(await applications.get(application.clientId));
      await assert.rejects(removal.sweep(), /the row is stuck/);
      assert.deepEqual(await left('clients', [application.clientId]), []);
      assert.deepEqual(await left('users', ids), [stuck.id]);
      await allow();
      await removal.sweep();
      assert.deepEqual(await left('users', ids), []);
    });

    it('deletes the account that comes after a hundred of them', async () => {
      const { platform, clock, db } = scene();
      const { deletion } = platform.server.features;
      const application = await newApplication(platform);
      const ids: string[] = [];
      for (let count = 0; count < 101; count += 1) ids.push((await newPerson(platform, application)).id);
      const requested = clock.now();
      await db.write((tx) =>
        tx
          .insertInto('deletion_requests')
          .values(ids.map((user_id, index) => ({ user_id, requested, due: requested + index })))
          .execute(),
      );
      const last = ids.pop() ?? '';
      const { allow } = await refuse('update', ...ids);
      clock.advance({ minutes: 1 });
      await assert.rejects(deletion.run(), /the row is stuck/);
      const row = db.read.selectFrom('users').select('state').where('id', '=', last);
      assert.equal((await row.executeTakeFirst())?.state ?? 'removed', 'removed');
      await allow();
    });
  },
  { engines: ['sqlite'] },
);
