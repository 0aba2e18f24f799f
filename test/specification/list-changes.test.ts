import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Db } from '@azulejo/server/testing';
import { type ListCall, type ListName, lists, listsOf } from '../support/demo-home.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const application = await newApplication(platform);
  const distributor = await newApplication(platform, { type: 'distributor' });
  const { applications, templates, homes } = platform.server.features;
  await applications.link(distributor.clientId, application.clientId);
  const [template] = await templates.list();
  assert.ok(template);
  const newHome = async () => {
    const person = await newPerson(platform, application);
    return { ...person, ...listsOf(platform, person.token, person.id) };
  };
  const addDevice = async (userId: string, name: string) =>
    (await homes.addDevice({ userId, templateId: template.id, name })).channel.id;
  return { platform, db, application, distributor, newHome, addDevice };
}

type Element = { readonly id: string; readonly channel?: string };

/** Returns the channels or tiles of a list. */
const elementsOf = (list: ListName, text: string): readonly Element[] =>
  (JSON.parse(text) as Record<ListName, readonly Element[]>)[list];

type Grant = { channelId: string; userId: string; clientId: string; expires: number | null; now: number };

/** Stores a grant as a manager's is: the row, and the home's new revision in the same transaction. */
async function insertGrant(db: Db, { channelId, userId, clientId, expires, now }: Grant): Promise<void> {
  await db.write(async (tx) => {
    await tx
      .insertInto('grants')
      .values({
        channel_id: channelId,
        grantee_id: userId,
        role: 'user',
        requesting_client_id: clientId,
        expires,
        created: now,
      })
      .execute();
    await tx
      .updateTable('homes')
      .set((eb) => ({ revision: eb('revision', '+', 1) }))
      .where('id', '=', userId)
      .execute();
  });
}

onEachEngineInFull('spec 4.7 and 4.8: lists after changes', setUp, (scene) => {
  it('returns empty arrays for a user without devices', async () => {
    const home = await scene().newHome();
    const { channels, id } = await readJson<{ channels: unknown; id: string }>(
      await home.get('channels', { query: '?include=channelProperties' }),
    );
    assert.deepEqual([channels, id], [[], 'channels']);
    assert.deepEqual(await readJson(await home.get('tiles')), { tiles: [] });
    for (const list of lists) {
      for (const query of ['?type=stateful', '?exclude=', '?include=specs']) {
        assert.equal((await home.get(list, { query })).status, 200);
      }
    }
  });

  it('lists a new device at once, oldest first, with a new ETag', async () => {
    const { newHome, addDevice, platform } = scene();
    const home = await newHome();
    const added: string[] = [];
    for (const name of ['Kitchen', 'Hall', 'Attic', 'Cellar']) {
      const etags = await Promise.all(lists.map(async (list) => (await home.get(list)).headers.get('etag')));
      added.push(await addDevice(home.id, name));
      platform.clock.advance({ seconds: 1 });
      assert.deepEqual(
        (await home.channels()).map((channel) => channel.id),
        added,
      );
      const tiles = await home.tiles();
      assert.deepEqual([...new Set(tiles.map((tile) => tile.channel))], added);
      assert.ok(tiles.at(-1)?.label.startsWith(name));
      for (const [index, list] of lists.entries()) {
        const headers = { 'if-none-match': etags[index] ?? '' };
        assert.equal((await home.get(list, { headers })).status, 200, `${list} changed`);
      }
    }
  });

  it('returns 304 while nothing changed in the home, also after changes in another home', async () => {
    const { newHome, addDevice } = scene();
    const [home, other] = [await newHome(), await newHome()];
    await addDevice(home.id, 'Kitchen');
    for (const list of lists) {
      const etag = (await home.get(list)).headers.get('etag') ?? '';
      await addDevice(other.id, 'Hall');
      const response = await home.get(list, { headers: { 'if-none-match': etag } });
      assert.equal(response.status, 304);
      assert.equal(await response.text(), '');
      assert.equal(response.headers.get('cache-control'), 'private, no-cache');
      assert.equal((await home.get(list, { headers: { 'if-match': '"1-a"' } })).status, 412);
    }
  });

  it('returns a different ETag for a different filter', async () => {
    const { newHome, addDevice } = scene();
    const home = await newHome();
    await addDevice(home.id, 'Kitchen');
    const [tile] = await home.tiles();
    const etagOf = async (query: string) => (await home.get('tiles', { query })).headers.get('etag');
    assert.notEqual(await etagOf(''), await etagOf(`?exclude=${tile?.id}`));
  });

  it('drops a device when its grant expires, although the lists are cached', async () => {
    const { newHome, addDevice, platform, db } = scene();
    const home = await newHome();
    const [kept, lent] = [await addDevice(home.id, 'Kitchen'), await addDevice(home.id, 'Hall')];
    await db.write(async (tx) => {
      const expires = platform.clock.now() + 60_000;
      await tx.updateTable('grants').set({ expires }).where('channel_id', '=', lent).execute();
      await tx
        .updateTable('homes')
        .set((eb) => ({ revision: eb('revision', '+', 1) }))
        .where('id', '=', home.id)
        .execute();
    });
    const shown = async () => ({
      channels: (await home.channels()).map((channel) => channel.id).toSorted(),
      tiles: [...new Set((await home.tiles()).map((tile) => tile.channel))].toSorted(),
    });
    const both = [kept, lent].toSorted();
    assert.deepEqual(await shown(), { channels: both, tiles: both });
    platform.clock.advance({ seconds: 59 });
    assert.deepEqual(await shown(), { channels: both, tiles: both });
    const etags = await Promise.all(lists.map(async (list) => (await home.get(list)).headers.get('etag')));
    platform.clock.advance({ seconds: 1 });
    assert.deepEqual(await shown(), { channels: [kept], tiles: [kept] });
    for (const [index, list] of lists.entries()) {
      const headers = { 'if-none-match': etags[index] ?? '' };
      assert.equal((await home.get(list, { headers })).status, 200, `${list} has another ETag`);
    }
  });

  it("lists a shared channel for each of its users, with that user's id", async () => {
    const { newHome, addDevice, platform, db, application } = scene();
    const [owner, guest, stranger] = [await newHome(), await newHome(), await newHome()];
    const channelId = await addDevice(owner.id, 'Kitchen');
    assert.deepEqual(await guest.channels(), []);
    const now = platform.clock.now();
    const { clientId } = application;
    await insertGrant(db, { channelId, userId: guest.id, clientId, expires: now + 60_000, now });
    const [byOwner] = await owner.channels();
    const [byGuest] = await guest.channels();
    assert.ok(byOwner && byGuest);
    assert.deepEqual([byOwner.user, byGuest.user], [owner.id, guest.id]);
    assert.equal(byGuest.id, byOwner.id);
    assert.deepEqual(await stranger.channels(), []);
    platform.clock.advance({ minutes: 1 });
    assert.deepEqual(await guest.channels(), []);
    assert.equal((await owner.channels()).length, 1);
  });

  it('returns the same lists to the application of a user and a linked distributor: those of the user without its phone', async () => {
    const { newHome, addDevice, platform, db, application, distributor } = scene();
    const home = await newHome();
    await addDevice(home.id, 'Kitchen');
    const phone = await db.read
      .selectFrom('channels')
      .select('id')
      .where('context_of', '=', home.id)
      .executeTakeFirstOrThrow();
    const of = async (list: ListName, call?: ListCall) => (await home.get(list, call)).text();
    const byApplication: ListCall = {
      token: (await clientToken(platform, application, 'application')).access_token,
    };
    const byDistributor: ListCall = {
      token: (await clientToken(platform, distributor, 'distributor')).access_token,
    };
    for (const list of lists) {
      const own = await of(list);
      for (const user of ['me', 'self']) assert.equal(await of(list, { user }), own);
      const theirs = await of(list, byApplication);
      assert.equal(await of(list, byDistributor), theirs);
      const elements = elementsOf(list, own);
      const ofPhone = elements.filter(({ id, channel }) => id === phone.id || channel === phone.id);
      assert.equal(ofPhone.length > 0, list === 'channels', list);
      assert.deepEqual(
        elementsOf(list, theirs),
        elements.filter((each) => !ofPhone.includes(each)),
      );
    }
  });
});
