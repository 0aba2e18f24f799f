import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Channel, ChannelList, Command, EventPage, HistoryList, Value } from '@azulejo/contract';
import { listen, liveScene, newMember, sendMessage, topicOf } from '../connections/mqtt/live-scene.ts';
import { homeOf } from '../support/arranging-scene.ts';
import { clientToken } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const POSITION = { latitude: 41.1496, longitude: -8.611, horizontal_accuracy: 12, unknown_start: false };

async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const { platform } = scene;
  const newHome = async () => {
    const listener = await newMember(scene);
    const home = homeOf(platform, listener.person);
    const list = async (query = '') =>
      (await readJson<ChannelList>(await home.send('GET', `channels${query}`))).channels;
    const [channel] = await list();
    assert.ok(channel);
    const address = (component: string, property: string) => ({
      channelId: channel.id,
      componentId: component,
      propertyId: property,
    });
    /** Reports a value as phones do, by default as the user. */
    const report = (at: string, data: unknown, token = home.token) => {
      const [component, property] = at.split('/');
      return platform.request(
        `/v3/channels/${channel.id}/components/${component}/properties/${property}/value`,
        {
          method: 'PUT',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ data }),
          token,
        },
      );
    };
    const get = (path: string) => platform.request(path, { token: home.token });
    const read = (at: string) => {
      const [component, property] = at.split('/');
      return get(`/v3/channels/${channel.id}/components/${component}/properties/${property}/value`);
    };
    return { ...home, listener, list, channel, address, report, get, read };
  };
  return { ...scene, newHome };
}

const has = (channel: Channel, component: string, property: string): boolean =>
  channel.components.some(({ classes }) => classes.includes(component)) &&
  channel.properties.some(({ classes }) => classes.includes(property));

onEachEngineInFull('a user’s context channel', setUp, (scene) => {
  it('lists the context channel, which apps find by its classes (ios-app 2.2, android-app 2.9)', async () => {
    const { newHome } = scene();
    const home = await newHome();
    for (const query of [
      '',
      '?include=channelProperties,context,capabilities',
      '?include=context%2Ccapabilities',
    ]) {
      const found = (await home.list(query)).filter((channel) =>
        has(channel, 'com.muzzley.components.user.geo', 'com.muzzley.properties.location'),
      );
      assert.deepEqual(
        found.map(({ id }) => id),
        [home.channel.id],
        query,
      );
      const [property] =
        found[0]?.properties.filter(({ classes }) =>
          classes.includes('com.muzzley.properties.location.context'),
        ) ?? [];
      assert.deepEqual(property?.components, ['location']);
      assert.equal(found[0]?.remoteId, found[0]?.id);
    }
    assert.deepEqual(await home.list('?include=channelProperties'), []);
  });

  it("lists the context's tiles with include=context only, all in its own area", async () => {
    const home = await scene().newHome();
    for (const query of ['', '?include=specs', '?include=specs&type=triggerable'])
      assert.deepEqual(await home.tiles(query), [], query);
    const area = (await home.groups()).find(({ kind }) => kind === 'context');
    assert.ok(area);
    for (const query of ['?include=specs,context,capabilities', '?include=context%2Ccapabilities%2Cspecs']) {
      const tiles = await home.tiles(query);
      assert.deepEqual(
        tiles.flatMap(({ components }) => components.map(({ id }) => id)),
        ['location', 'phone', 'time', 'push', 'movement', 'network', 'scene'],
      );
      for (const tile of tiles) {
        assert.deepEqual([tile.kind, tile.channel, tile.groups], ['context', home.channel.id, [area.id]]);
        assert.deepEqual([tile.information, tile.actions], [[], []]);
        for (const url of [tile.photoUrl, tile.photoUrlAlt]) assert.ok(URL.canParse(url));
      }
    }
    const actionable = await home.tiles('?include=specs,context,capabilities&type=actionable');
    assert.deepEqual(
      actionable.map(({ label }) => label),
      ['Notifications', 'Scenes'],
    );
    const stateful = await home.tiles('?include=context&type=stateful');
    assert.deepEqual(
      stateful.map(({ label }) => label),
      ['Location', 'Time'],
    );
    const exclude = actionable[0]?.id;
    assert.equal((await home.tiles(`?include=context&exclude=${exclude}`)).length, 6);
  });

  it('lists the context after the devices', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    const { homes, templates } = platform.server.features;
    const [template] = await templates.list();
    assert.ok(template && template.kind !== 'context', 'the context cannot be added as a device');
    const { channel } = await homes.addDevice({ userId: home.id, templateId: template.id });
    assert.deepEqual(
      (await home.list()).map(({ id }) => id),
      [channel.id, home.channel.id],
    );
    assert.equal((await home.tiles('?include=context'))[0]?.channel, channel.id);
    await home.newGroup('Kitchen');
    assert.equal((await home.groups()).at(-1)?.kind, 'context');
  });

  it('stores values that phones report over HTTP, with the user as sender', async () => {
    const { newHome, application } = scene();
    const home = await newHome();
    const wifi = { ssid: 'casa', bssid: '02:00:5e:10:00:01', unknown_start: false };
    for (const [at, data] of [
      ['location/location', {}],
      ['location/latlon', {}],
      ['location/location', POSITION],
      ['network/current_wifi', wifi],
      ['phone/incoming-call', { caller: '+351 910 000 000' }],
    ] as const) {
      const done = await readJson<Command>(await home.report(at, data));
      assert.deepEqual([done.state, done.answer, 'id' in done], ['done', data, false], at);
      assert.deepEqual([done.sender, done.on_behalf_of], [application.clientId, home.id]);
      const value = await readJson<Value>(await home.read(at));
      assert.deepEqual([value.data, value.cause], [data, 'report']);
      assert.deepEqual([value.sender, value.on_behalf_of], [application.clientId, home.id]);
    }
    for (const [at, data] of [
      ['location/location', { latitude: 91 }],
      ['location/location', 'here'],
    ] as const)
      await assertApiError(await home.report(at, data), 'invalid_value');
    await assertApiError(await home.report('location/altitude', 1), 'not_found');
  });

  it('reports and reads the context over MQTT, also with the performatives of known apps', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    await using phone = await listen(platform, home.listener);
    const address = home.address('location', 'location');
    const nextMessage = async () =>
      (await phone.next(({ topic }) => topic === topicOf(home.listener, address))).message;
    await readJson(await home.report('location/location', POSITION));
    const point = await nextMessage();
    assert.deepEqual([point.io, point.data, point.on_behalf_of], ['iw', POSITION, home.id]);
    await sendMessage(phone, address, { io: 'r' });
    assert.deepEqual([(await nextMessage()).io], ['ir']);
    for (const io of ['w', 'iw'] as const) {
      await sendMessage(phone, address, { io, data: { ...POSITION, speed: 1 } });
      const second = await nextMessage();
      assert.deepEqual([second.io, second.data], ['iw', { ...POSITION, speed: 1 }]);
    }
  });

  it('hides the context from other users and refuses reports from applications', async () => {
    const { newHome, application, platform } = scene();
    const [one, two] = [await newHome(), await newHome()];
    assert.notEqual(one.channel.id, two.channel.id);
    await assertApiError(await one.report('location/location', POSITION, two.token), 'not_found');
    const { access_token: token } = await clientToken(platform, application, 'application');
    await assertApiError(await one.report('location/location', POSITION, token), 'not_writable');
    await assertApiError(await one.read('location/location'), 'not_found');
  });

  it('forwards a notification from an application to the phones', async () => {
    const { newHome, application, platform } = scene();
    const home = await newHome();
    await using phone = await listen(platform, home.listener);
    const { access_token: token } = await clientToken(platform, application, 'application');
    const done = await readJson<Command>(await home.report('push/notification', 'Somebody rang.', token));
    assert.equal(done.state, 'done');
    const topic = topicOf(home.listener, home.address('push', 'notification'));
    const { message } = await phone.next((received) => received.topic === topic);
    assert.deepEqual([message.io, message.data], ['iw', 'Somebody rang.']);
  });

  it('stores no location of a user who does not share it, and reports no error to the phone', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    await using phone = await listen(platform, home.listener);
    const share = (isShared: boolean) =>
      platform.request(`/v3/users/${home.id}/preferences`, {
        method: 'PATCH',
        token: home.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ location_sharing: isShared }),
      });
    assert.equal((await share(false)).status, 200);
    const data: Record<string, unknown> = { 'movement/activity_history': { history: [] } };
    const private_ = [
      'location/location',
      'location/latlon',
      'location/visit',
      'movement/activity',
      'movement/activity_history',
      'network/current_wifi',
    ];
    for (const at of private_) {
      const refused = await readJson<Command>(await home.report(at, data[at] ?? {}));
      assert.deepEqual(
        [refused.state, refused.reason, 'answer' in refused],
        ['refused', 'not-shared', false],
      );
      await assertApiError(await home.read(at), 'not_found');
    }
    await sendMessage(phone, home.address('location', 'location'), { io: 'iw', data: POSITION });
    await readJson(await home.report('phone/missed-call', { caller: '1' }));
    const first = await phone.next();
    assert.equal(first.topic, topicOf(home.listener, home.address('phone', 'missed-call')));
    assert.equal((await share(true)).status, 200);
    assert.equal((await readJson<Command>(await home.report('location/location', POSITION))).state, 'done');
  });

  it("adds no location to the home's events and deletes locations after a week", async () => {
    const { newHome, platform, application } = scene();
    const home = await newHome();
    const events = async (query = '') =>
      readJson<EventPage>(await home.get(`/v3/users/${home.id}/events${query}`));
    const { cursor } = await events();
    await readJson(await home.report('location/location', POSITION));
    await readJson(await home.report('phone/missed-call', { caller: '1' }));
    const { access_token: token } = await clientToken(platform, application, 'application');
    await readJson(await home.report('push/notification', 'Somebody rang.', token));
    const { elements } = await events(`?after=${cursor}`);
    assert.deepEqual(
      elements.map(({ property }) => property),
      ['notification'],
    );
    const remembered = async () => {
      const { history, context } = platform.server.features;
      await history.prune();
      await context.prune();
      const list = await readJson<HistoryList>(await home.get(`/v3/users/${home.id}/history`));
      const stored = list.elements.filter((each) => each.elements.length > 0).map(({ property }) => property);
      // A job derives the place from the locations, as soon as it has the time.
      return stored.filter((property) => property !== 'place');
    };
    assert.deepEqual(await remembered(), ['location', 'missed-call', 'notification']);
    platform.clock.advance({ days: 6, minutes: 1380 });
    assert.deepEqual(await remembered(), ['location', 'missed-call', 'notification']);
    await readJson(await home.read('location/location'));
    platform.clock.advance({ minutes: 120 });
    assert.deepEqual(await remembered(), ['missed-call', 'notification']);
    await assertApiError(await home.read('location/location'), 'not_found');
    await readJson(await home.read('phone/missed-call'));
  });
});
