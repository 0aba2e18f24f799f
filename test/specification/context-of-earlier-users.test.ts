import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import type { ChannelList, TileGroupList } from '@azulejo/contract';
import { liveScene, newMember } from '../connections/mqtt/live-scene.ts';
import { homeOf } from '../support/arranging-scene.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

onEachEngineInFull(
  'a user of an earlier release',
  async (stage: Stage) => ({ stage, ...(await liveScene(stage)) }),
  (scene) => {
    it('creates exactly one context for a user without one at the next start', async () => {
      const { platform, db, application } = scene();
      const listener = await newMember({ platform, application });
      const home = homeOf(platform, listener.person);
      const contexts = async () =>
        (await readJson<ChannelList>(await home.send('GET', 'channels'))).channels.map(({ id }) => id);
      const [made] = await contexts();
      await db.write(async (tx) => {
        await tx.deleteFrom('channels').where('context_of', '=', home.id).execute();
        await tx
          .deleteFrom('tile_groups')
          .where('user_id', '=', home.id)
          .where('is_context', '=', 1)
          .execute();
        await tx
          .updateTable('homes')
          .set((eb) => ({ revision: eb('revision', '+', 1) }))
          .where('id', '=', home.id)
          .execute();
      });
      assert.deepEqual(await contexts(), []);
      const { context } = platform.server.features;
      await Promise.all([context.bringUpToDate(), context.bringUpToDate()]);
      const [created, ...more] = await contexts();
      assert.ok(created && created !== made && more.length === 0);
      const { tileGroups } = await readJson<TileGroupList>(await home.send('GET', 'tile-groups'));
      assert.deepEqual(
        tileGroups.map(({ kind }) => kind),
        ['device', 'context'],
      );
      assert.equal((await home.tiles('?include=context')).length, 7);
    });

    it('creates the contexts of more users than the first page has', async () => {
      const { platform, db, application } = scene();
      const { person } = await newMember({ platform, application });
      const row = await db.read
        .selectFrom('users')
        .selectAll()
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow();
      const others = Array.from({ length: 201 }, () => {
        const id = randomUUID();
        return { ...row, id, namespace: id, email: `${id}@example.org`, email_key: id };
      });
      await db.write((tx) => tx.insertInto('users').values(others).execute());
      await platform.server.features.context.bringUpToDate();
      const { contexts } = await db.read
        .selectFrom('channels')
        .select((eb) => eb.fn.countAll<number>().as('contexts'))
        .where(
          'context_of',
          'in',
          others.map(({ id }) => id),
        )
        .executeTakeFirstOrThrow();
      assert.equal(contexts, others.length);
    });

    it("deletes a user's context together with the user", async () => {
      const { platform, db, application } = scene();
      const { person } = await newMember({ platform, application });
      const contexts = () =>
        db.read.selectFrom('channels').select('id').where('context_of', '=', person.id).execute();
      assert.equal((await contexts()).length, 1);
      await db.write((tx) => tx.deleteFrom('users').where('id', '=', person.id).execute());
      assert.deepEqual(await contexts(), []);
    });
  },
);
