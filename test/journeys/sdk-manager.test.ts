import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors, exampleTemplateFile } from '@azulejo/contract';
import { Unavailable } from '@azulejo/sdk/manager';
import { connectLive, LAMP } from '../support/live-scene.ts';
import { brightness, connectMaker, setUpMaker, status } from '../support/manager-scene.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** A template of another maker. */
const PLUG = '87ef7668-847e-5398-a548-927f36f0a863';

onEachEngineInFull("the SDK's client of a manager", setUpMaker, (scene) => {
  it('creates a channel once for each remote key, and refuses templates of others', async () => {
    const { manager } = scene();
    const input = { channeltemplate_id: LAMP, remote_key: 'one', name: 'Hall lamp' };
    const { id } = await manager.channels.create(input);
    assert.deepEqual(await manager.channels.create(input), { id });
    const { name, remote_key } = await manager.channels.get({ channel_id: id });
    assert.deepEqual([name, remote_key], ['Hall lamp', 'one']);
    const refused = manager.channels.create({ channeltemplate_id: PLUG, remote_key: 'two' });
    await assert.rejects(refused, { name: 'Refused', code: errors.not_granted.code });
  });

  it('stores any number of its own templates, and creates channels of them', async () => {
    const { manager } = scene();
    const template = (model: string) => ({ ...exampleTemplateFile, model });
    const all = Array.from({ length: 23 }, (_, index) => template(`M${index}`));
    const { elements } = await manager.templates.store([...all, { ...template('M'), name: 7 }]);
    assert.deepEqual(
      elements.map(({ state }) => state),
      [...all.map(() => 'stored'), 'refused'],
    );
    const again = await manager.templates.store(all.slice(0, 1));
    assert.deepEqual([again.elements[0]?.state, again.elements[0]?.id], ['unchanged', elements[0]?.id]);
    const channeltemplate_id = elements[22]?.id ?? '';
    assert.ok((await manager.channels.create({ channeltemplate_id, remote_key: 'own' })).id);
  });

  it('stores an earlier template again as the next version, which takes back what was stored since', async () => {
    const { manager } = scene();
    const template = { ...exampleTemplateFile, model: 'M again' };
    const wrong = { ...template, name: 'Wrong' };
    const results: unknown[] = [];
    for (const given of [template, wrong, template, template])
      for (const { state, version } of (await manager.templates.store([given])).elements)
        results.push([state, version]);
    assert.deepEqual(results, [
      ['stored', 1],
      ['stored', 2],
      ['stored', 3],
      ['unchanged', 3],
    ]);
  });

  it('signs in once for parallel calls, and connects with the same token', async () => {
    const { platform, newManager } = scene();
    const sent: string[] = [];
    const manager = newManager({
      fetch: (input, init) => {
        sent.push(new URL(String(input)).pathname);
        return fetch(input, init);
      },
    });
    await Promise.all([manager.token(), manager.channels.list(), manager.channels.list()]);
    await using live = await connectMaker(platform, manager);
    assert.equal(live.state, 'online');
    assert.equal(sent.filter((path) => path === '/v3/auth/authorize').length, 1);
  });

  it('grants channels only to users who consented, and names the users of a channel', async () => {
    const { manager, application, ana, rui, newLamp } = scene();
    const channel_id = await newLamp('shared');
    const users = await manager.channels.users({ channel_id });
    assert.deepEqual(
      users.elements.map(({ client_id }) => client_id),
      [ana.id],
    );
    assert.equal(await manager.channels.isOf({ channel_id, user_id: ana.id }), true);
    assert.equal(await manager.channels.isOf({ channel_id, user_id: rui.id }), false);
    const other = manager.channels.grant({
      channel_id,
      application_id: application.clientId,
      user_id: rui.id,
    });
    await assert.rejects(other, { name: 'Refused', code: errors.not_granted.code });
  });

  it('lists channels over several pages, renames and removes them', async () => {
    const { newManager } = scene();
    const manager = newManager();
    const created: string[] = [];
    for (const remote_key of ['p1', 'p2', 'p3', 'p4', 'p5'])
      created.push((await manager.channels.create({ channeltemplate_id: LAMP, remote_key })).id);
    const listed = async () => {
      const found: (string | undefined)[] = [];
      for await (const { channel } of manager.channels.list({ page_size: '2', fields: 'channel.id' }))
        found.push(channel.id);
      return found.filter((id) => id !== undefined && created.includes(id));
    };
    assert.deepEqual(await listed(), created.toSorted());
    const [first = '', ...rest] = created;
    await manager.channels.rename({ channel_id: first, name: 'Porch' });
    assert.equal((await manager.channels.get({ channel_id: first })).name, 'Porch');
    await manager.channels.remove({ channel_id: first });
    assert.deepEqual(await listed(), rest.toSorted());
  });

  it('reads and writes through the most specific handler, with user and application', async () => {
    const { platform, manager, newLamp, asAna, ana, application } = scene();
    const channel = await newLamp('served');
    await using live = await connectMaker(platform, manager);
    await using app = await connectLive(platform, await asAna());
    const requested: unknown[] = [];
    live.serve({ onRead: () => 1, onWrite: () => 1 });
    live.serve(
      {
        onRead: () => 42,
        onWrite: ({ data, userId, applicationId }) => void requested.push([data, userId, applicationId]),
      },
      { channel },
    );
    live.serve({ onRead: () => true }, { channel, property: 'status' });
    assert.equal((await app.read(brightness(channel))).data, 42);
    assert.equal((await app.read(status(channel))).data, true);
    assert.equal((await app.write(brightness(channel), 7)).state, 'done');
    assert.deepEqual(requested, [[7, ana.id, application.clientId]]);
    await assert.rejects(app.write(status(channel), false), { code: errors.refused_by_device.code });
  });

  it('refuses a write with the reason of its handler, and names what a handler threw', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const channel = await newLamp('refusing');
    await using live = await connectMaker(platform, manager);
    await using app = await connectLive(platform, await asAna());
    const problems: unknown[] = [];
    live.on('problem', ({ error }) => problems.push(error));
    const bug = new Error('a bug');
    live.serve({
      onWrite: ({ property }) => {
        throw property === 'status' ? new Unavailable('permission_revoked') : bug;
      },
    });
    const received: unknown[] = [];
    const both = Promise.withResolvers<void>();
    app.on('change', ({ property, data }) => {
      if (property === 'access') received.push(data);
      if (received.length === 2) both.resolve();
    });
    await assert.rejects(app.write(status(channel), true), { code: errors.refused_by_device.code });
    await assert.rejects(app.write(brightness(channel), 3), { code: errors.refused_by_device.code });
    await both.promise;
    assert.deepEqual(received, ['permission_revoked', 'service_error']);
    assert.deepEqual(problems, [bug]);
  });

  it('refuses a write whose handler is late, and reports its value when it ends', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const channel = await newLamp('late');
    await using live = await connectMaker(platform, manager, { writeTimeoutMs: 200 });
    await using app = await connectLive(platform, await asAna());
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const reasons: unknown[] = [];
    live.serve({
      onWrite: async ({ signal }) => {
        await ended;
        reasons.push(signal.reason?.name);
      },
    });
    await assert.rejects(app.write(brightness(channel), 9), { code: errors.refused_by_device.code });
    const changed = Promise.withResolvers<unknown>();
    app.on('change', ({ property, data }) => property === 'brightness' && changed.resolve(data));
    end();
    assert.equal(await changed.promise, 9);
    assert.deepEqual(reasons, ['TimedOut']);
  });

  it('handles requests of a property in order and a few of a channel at once, without delaying others', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const [slow, quick] = [await newLamp('slow'), await newLamp('quick')];
    await using live = await connectMaker(platform, manager, { concurrency: 1 });
    await using app = await connectLive(platform, await asAna());
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: arrived, resolve: arrive } = Promise.withResolvers<void>();
    const begun: unknown[] = [];
    live.serve({
      onWrite: async ({ channel, data }) => {
        if (channel === quick) return;
        begun.push(data);
        arrive();
        await released;
      },
    });
    const writes = [app.write(brightness(slow), 1), app.write(status(slow), true)];
    await arrived;
    assert.equal((await app.write(brightness(quick), 5)).state, 'done');
    assert.deepEqual(begun, [1], 'the second request of the channel waits for the first');
    release();
    await Promise.all(writes);
    assert.deepEqual(begun, [1, true]);
  });

  it('delivers reports, and names those that violate the schema', async () => {
    const { platform, manager, newLamp, asAna } = scene();
    const channel = await newLamp('reporting');
    await using live = await connectMaker(platform, manager);
    const client = await asAna();
    const refused: unknown[] = [];
    live.on('refused', ({ data, error, ...address }) => refused.push([data, error.code, address]));
    await live.report(brightness(channel), 'bright');
    await live.report(brightness(channel), 12);
    await live.flush();
    assert.deepEqual(refused, [['bright', errors.invalid_value.code, brightness(channel)]]);
    const value = { channel_id: channel, component_id: 'light-bulb', property_id: 'brightness' };
    assert.equal((await client.values.get(value)).data, 12);
    assert.deepEqual([live.outbox.entries, live.outbox.bytes], [0, 0]);
    await assert.rejects(live.report({ ...brightness(channel), channel: 'a/b' }, 1), TypeError);
  });

  it('emits grantEnded when a user removes the device', async () => {
    const { platform, manager, newLamp, asAna, ana } = scene();
    const channel = await newLamp('removed');
    await using live = await connectMaker(platform, manager);
    const ended = Promise.withResolvers<unknown>();
    live.on('grantEnded', ended.resolve);
    const client = await asAna();
    for await (const tile of client.tiles.list())
      if (tile.channel === channel) await client.tiles.remove({ tile_id: tile.id });
    assert.deepEqual(await ended.promise, {
      channel,
      userId: ana.id,
      applicationId: scene().application.clientId,
    });
  });

  it('rejects with the reason when the secret is wrong', async () => {
    const { platform, newManager } = scene();
    const manager = newManager({ clientSecret: 'wrong' });
    await assert.rejects(manager.token(), { name: 'Refused', status: 401 });
    await assert.rejects(connectMaker(platform, manager), { name: 'Refused', status: 401 });
  });
});
