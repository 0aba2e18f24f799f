import assert from 'node:assert/strict';
import { it } from 'node:test';
import { azulejo } from '../../cli/azulejo.ts';
import { newApplication } from '../../support/people.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';

const DAY_MS = 86_400_000;

type Verified = { sealed: number; removed: number; unsealed: number; head: string; problems: string[] };

async function setUp(stage: Stage) {
  const platform = await stage.start();
  return { platform, place: stage.place, db: await stage.openDatabase() };
}

onEachEngine('the seals of the audit log', setUp, (scene) => {
  /** Makes entries, and seals all that there are. */
  const addEntries = async (count: number) => {
    for (let made = 0; made < count; made += 1) await newApplication(scene().platform);
    await scene().platform.server.features.audit.seal();
  };
  const verify = async (...args: string[]): Promise<Verified & { code: number }> => {
    const { code, stdout, stderr } = await azulejo(scene().place, ['audit', 'verify', '--json', ...args]);
    assert.equal(stderr, '');
    return { ...(JSON.parse(stdout) as Verified), code };
  };

  it('finds an entry that was changed, deleted or left out, and none while nothing was', async () => {
    const { db, platform } = scene();
    await addEntries(5);
    const { head, code, problems, sealed, unsealed } = await verify();
    assert.deepEqual([code, problems, unsealed], [0, [], 0]);
    assert.ok(sealed >= 5);
    await newApplication(platform);
    assert.deepEqual([(await verify('--head', head)).code, (await verify()).unsealed], [0, 1]);
    await platform.server.features.audit.seal();
    assert.deepEqual((await verify('--head', head)).problems, []);

    const [entry] = await db.read.selectFrom('audit').selectAll().orderBy('seal').limit(1).execute();
    assert.ok(entry);
    const set = (change: { actor_id: string | null }) =>
      db.write((tx) => tx.updateTable('audit').set(change).where('id', '=', entry.id).execute());
    await set({ actor_id: 'somebody else' });
    const changed = await verify();
    assert.equal(changed.code, 1);
    assert.deepEqual(changed.problems, [`entry ${entry.id} was changed after it was sealed (seal 1)`]);
    const health = await azulejo(scene().place, ['doctor']);
    assert.match(health.stdout, /^broken +Audit log +entry \S+ was changed/m);
    await set({ actor_id: entry.actor_id });

    await db.write((tx) => tx.deleteFrom('audit').where('id', '=', entry.id).execute());
    const [deleted, ...others] = (await verify()).problems;
    assert.match(deleted ?? '', /^the entry of seal 1, of \S+, was deleted before AUDIT_RETENTION$/);
    assert.deepEqual(others, []);
    await db.write((tx) => tx.insertInto('audit').values(entry).execute());

    const seals = await db.read.selectFrom('audit_seals').selectAll().orderBy('n').limit(2).execute();
    await db.write((tx) => tx.deleteFrom('audit_seals').where('n', '<=', 2).execute());
    assert.deepEqual(
      (await verify()).problems.map((each) => each.replace(/entry \S+/, 'entry')),
      ['the seal of entry is missing', 'the seal of entry is missing'],
    );
    await db.write((tx) => tx.insertInto('audit_seals').values(seals).execute());

    await db.write((tx) => tx.deleteFrom('audit_seals').where('n', '=', 3).execute());
    const without = (await verify()).problems;
    assert.match(without[0] ?? '', /^the seal of entry \S+ is missing$/);
    assert.deepEqual(without.slice(1), ['the seals between 2 and 4 are missing']);
    await db.write((tx) => tx.updateTable('audit_seals').set({ n: 3 }).where('n', '=', 4).execute());
    assert.ok((await verify()).problems.includes('the chain is broken at seal 3'));

    // A log that was written anew is whole, but not the one that was noted.
    await db.write(async (tx) => {
      await tx.deleteFrom('audit_seals').execute();
      await tx.updateTable('audit').set({ seal: null }).where('id', '!=', entry.id).execute();
      await tx.deleteFrom('audit').where('id', '=', entry.id).execute();
    });
    await platform.server.features.audit.seal();
    assert.equal((await verify()).code, 0);
    const [noted] = (await verify('--head', head)).problems;
    assert.match(noted ?? '', /^seal \d+(, which was noted, is missing| is not the one that was noted)$/);
  });

  it('still verifies after entries past their retention were deleted, and drops their seals from the front', async () => {
    const { db, platform } = scene();
    const { audit } = platform.server.features;
    await addEntries(2);
    const old = { action: 'keys.rotate', count: 1, is_refusal: 0 } as const;
    const none = { actor_id: null, target_id: null, address: null, detail: 'canary of the past' };
    const at = Date.now() - 400 * DAY_MS;
    await db.write((tx) =>
      tx
        .insertInto('audit')
        .values({ ...old, ...none, id: 'old', at })
        .execute(),
    );
    await audit.seal();
    await addEntries(2);
    await audit.prune();
    const { code, removed } = await verify();
    assert.deepEqual([code, removed], [0, 1]);
    // Once everything before is past its retention as well, the chain begins later.
    await db.write((tx) => tx.updateTable('audit').set({ at }).where('seal', 'is not', null).execute());
    await db.write((tx) => tx.updateTable('audit_seals').set({ at }).execute());
    await audit.prune();
    await addEntries(3);
    const later = await verify();
    assert.deepEqual([later.removed, later.sealed >= 3], [1, true]);
    assert.ok(later.problems.length <= 1);
  });

  it('excuses what a shorter retention deleted before, and not what somebody deletes', async () => {
    const { db, platform, place } = scene();
    const { audit } = platform.server.features;
    const none = { actor_id: null, target_id: null, address: null, detail: null, count: 1, is_refusal: 0 };
    const oldFacts = (ids: readonly string[]) =>
      db.write((tx) =>
        tx
          .insertInto('audit')
          .values(
            ids.map((id, day) => ({
              ...none,
              action: 'keys.rotate',
              id,
              at: Date.now() - (500 - day) * DAY_MS,
            })),
          )
          .execute(),
      );
    const verifyRaised = async () => {
      const environment = { AUDIT_RETENTION: '3650d' };
      const { stdout } = await azulejo(place, ['audit', 'verify', '--json'], { environment });
      return (JSON.parse(stdout) as Verified).problems.filter((each) => /deleted before/.test(each)).length;
    };
    const before = await verifyRaised();
    await oldFacts(['one', 'two', 'three']);
    await audit.seal();
    await audit.prune();
    assert.equal(await verifyRaised(), before);
    await addEntries(3);
    await oldFacts(['four', 'five']);
    await audit.seal();
    await db.write((tx) => tx.deleteFrom('audit').where('id', '=', 'five').execute());
    assert.ok((await verifyRaised()) > before, 'an older fact is left');
    await db.write((tx) => tx.deleteFrom('audit').where('id', '=', 'four').execute());
  });

  it('seals each entry once when two servers seal at the same time', async () => {
    const { platform } = scene();
    const { audit } = platform.server.features;
    for (let made = 0; made < 10; made += 1) await newApplication(platform);
    await Promise.allSettled([audit.seal(), audit.seal(), audit.seal()]);
    await audit.seal();
    const { unsealed, problems } = await verify();
    assert.equal(unsealed, 0);
    assert.ok(!problems.some((problem) => problem.includes('changed') || problem.includes('missing')));
  });
});
