import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ChannelRecord, type ManagersChannels, resources, type TileList } from '@azulejo/contract';
import { PLUG, setUpPairing } from '../support/pairing-scene.ts';
import { clientToken, newApplication, type Person } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const SOCKET = 'f6d8f4c9-5b15-56a4-b6dc-0bcee06af490';
const SOCKETS = '01c8f6a0-8ae0-50a4-b175-2070d13d41bb';
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const USER_AGENT = { 'user-agent': 'python-requests/2.31.0', 'accept-encoding': 'gzip, deflate' };
const HEADER = { ...USER_AGENT, accept: 'application/json' };
const SESSION = { ...USER_AGENT, accept: '*/*', 'content-type': 'application/json' };

async function setUp(stage: Stage) {
  const pairing = await setUpPairing(stage);
  const { platform, application, authorize, submit } = pairing;
  const newManager = async (...templates: string[]) => {
    const { clientId, secret } = await newApplication(platform, { type: 'manager', name: 'Acme' });
    for (const template of templates) await platform.server.features.makers.assign(template, clientId);
    const { access_token: token } = await clientToken(platform, { clientId, secret }, 'manager');
    const call = (method: string, path: string, body?: object, headers: Record<string, string> = SESSION) =>
      platform.request(path, { method, token, headers, ...(body && { body: JSON.stringify(body) }) });
    const create = (template: string, remoteKey: string, name: string | null = 'Plug') =>
      call('POST', '/v3/managers/self/channels', {
        name,
        channeltemplate_id: template,
        remote_key: remoteKey,
        requesting_client_id: application.clientId,
      });
    const created = async (...of: Parameters<typeof create>) => {
      const response = await create(...of);
      assert.equal(response.status, 201);
      return ((await response.json()) as { id: string }).id;
    };
    const grant = (id: string, role: string, clientId: string) =>
      call('POST', `/v3/channels/${id}/grant-access`, {
        client_id: clientId,
        requesting_client_id: application.clientId,
        role,
      });
    const list = async (query: string) =>
      readJson<ManagersChannels>(
        await call('GET', `/v3/managers/${clientId}/channels?${query}`, undefined, HEADER),
      );
    /** Pairs the device with the person, who consented before. */
    const pair = async (person: Person, template: string, remoteKey: string) => {
      const id = await created(template, remoteKey);
      assert.equal((await submit(await authorize(person, template), [])).status, 303);
      assert.equal((await grant(id, 'application', application.clientId)).status, 200);
      assert.equal((await grant(id, 'user', person.id)).status, 200);
      return id;
    };
    return { clientId, token, call, create, created, grant, list, pair };
  };
  return { ...pairing, newManager, acme: await newManager(PLUG, LAMP), db: await stage.openDatabase() };
}

onEachEngine('the channels of a manager', setUp, (scene) => {
  it('shows a channel to its creator, with name and remote key; and none under "None"', async () => {
    const { acme, newManager } = scene();
    const id = await acme.created(PLUG, 'read-1', 'Hall plug');
    for (const headers of [SESSION, HEADER]) {
      const channel = await readJson<ChannelRecord>(
        await acme.call('GET', `/v3/channels/${id}`, undefined, headers),
      );
      assertExact(ChannelRecord, channel);
      assert.deepEqual(channel, {
        id,
        channeltemplate_id: PLUG,
        href: `/v3/channels/${id}`,
        name: 'Hall plug',
        remote_key: 'read-1',
      });
    }
    await assertApiError(await acme.call('GET', '/v3/channels/None'), 'not_found');
    const zeta = await newManager();
    await assertApiError(await zeta.call('GET', `/v3/channels/${id}`), 'not_found');
  });

  it('shows a user the channel without what its owner stored with it', async () => {
    const { platform, acme, ana } = scene();
    const id = await acme.pair(ana, PLUG, 'shown-1');
    const channel = await readJson<ChannelRecord>(
      await platform.request(`/v3/channels/${id}`, { token: ana.token }),
    );
    assert.deepEqual(channel, { id, channeltemplate_id: PLUG, href: `/v3/channels/${id}` });
  });

  it('lists channels as the SDK asks, filtered and paged', async () => {
    const { newManager } = scene();
    const zeta = await newManager(SOCKET, SOCKETS);
    assert.deepEqual(await zeta.list('page_size=9999'), { elements: [] });
    const plugs = [
      await zeta.created(SOCKET, '1'),
      await zeta.created(SOCKET, '2'),
      await zeta.created(SOCKET, '3'),
    ];
    const lamp = await zeta.created(SOCKETS, '4', 'Lamp');
    const sorted = plugs.toSorted();
    const ids = async (query: string) => (await zeta.list(query)).elements.map(({ channel }) => channel.id);
    assert.deepEqual(
      await zeta.list(`page_size=9999&channel.channeltemplate_id=${SOCKET}&fields=channel.id`),
      {
        elements: sorted.map((id) => ({ channel: { id } })),
      },
    );
    assert.deepEqual(await ids(`channel.channeltemplate_id=${SOCKET}&page_size=2`), sorted.slice(0, 2));
    assert.deepEqual(
      await ids(`channel.channeltemplate_id=${SOCKET}&page_size=2&page_start_index=2`),
      sorted.slice(2),
    );
    assert.deepEqual(
      await ids(`channel.channeltemplate_id=${SOCKET}&order_by=-channel.id`),
      sorted.toReversed(),
    );
    assert.deepEqual(await ids('channel.remote_key=eq/4/s'), [lamp]);
    assert.deepEqual(await ids(`channel.name=in/${encodeURIComponent('["Lamp"]')}/j`), [lamp]);
    assert.deepEqual(await ids('channel.name=in/[]/j'), []);
    const whole = await zeta.list('channel.remote_key=4');
    assertExact(resources.managers.channels.reply, whole);
    assert.deepEqual(whole.elements[0]?.channel, {
      id: lamp,
      channeltemplate_id: SOCKETS,
      channeltemplate_version: 1,
      component_ids: ['socket-1', 'socket-2', 'socket-3', 'device'],
      name: 'Lamp',
      remote_key: '4',
      href: `/v3/channels/${lamp}`,
    });
  });

  it('names the parameter of a list that it does not support', async () => {
    const { acme } = scene();
    for (const [field, value] of Object.entries({
      'channel.name': 'like/%a%/s',
      'channel.href': '/v3/channels/1',
      order_by: 'channel.name',
      page_size: 'many',
      colour: 'red',
    })) {
      const path = `/v3/managers/${acme.clientId}/channels?${new URLSearchParams({ [field]: value })}`;
      const { errors } = await assertApiError(await acme.call('GET', path), 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [field],
      );
    }
  });

  it('accepts null as no name, keeps 200 characters of a long one, and refuses a foreign template', async () => {
    const { acme, newManager } = scene();
    const nameOf = async (id: string) =>
      (await readJson<ChannelRecord>(await acme.call('GET', `/v3/channels/${id}`))).name;
    assert.match((await nameOf(await acme.created(PLUG, 'null', null))) ?? '', /Plug|plug/);
    assert.equal((await nameOf(await acme.created(PLUG, 'long', 'x'.repeat(300))))?.length, 200);
    const stranger = await newManager();
    assert.equal((await assertApiError(await stranger.create(PLUG, '1'), 'not_granted')).code, 2000);
  });

  it('refuses a known remote key with another template instead of answering the old channel', async () => {
    const { acme } = scene();
    const id = await acme.created(PLUG, 'moved');
    const { detail } = await assertApiError(await acme.create(LAMP, 'moved'), 'already_there');
    assert.ok(detail?.includes(id));
    assert.equal((await acme.call('DELETE', `/v3/channels/${id}`)).status, 200);
    assert.notEqual(await acme.created(LAMP, 'moved'), id);
  });

  it('lets only the maker rename and delete its channels', async () => {
    const { platform, acme, newManager, ana, rui, db } = scene();
    const id = await acme.pair(ana, PLUG, 'retired');
    const path = `/v3/channels/${id}`;
    const renamed = await readJson<ChannelRecord>(await acme.call('PATCH', path, { name: ' Garage ' }));
    assert.equal(renamed.name, 'Garage');
    const blank = await assertApiError(await acme.call('PATCH', path, { name: '  ' }), 'invalid_request');
    assert.equal(blank.errors?.[0]?.field, 'name');
    const zeta = await newManager();
    for (const method of ['PATCH', 'DELETE'])
      await assertApiError(
        await zeta.call(method, path, method === 'PATCH' ? { name: 'x' } : undefined),
        'not_found',
      );
    for (const { token } of [ana, rui])
      await assertApiError(await platform.request(path, { method: 'DELETE', token }), 'forbidden');
    const channelsOf = async () =>
      (
        await readJson<{ channels: { id: string }[] }>(
          await platform.request(`/v3/legacy/users/${ana.id}/channels`, { token: ana.token }),
        )
      ).channels.map((channel) => channel.id);
    assert.ok((await channelsOf()).includes(id));
    assert.equal((await acme.call('DELETE', path)).status, 200);
    assert.ok(!(await channelsOf()).includes(id));
    await assertApiError(await acme.call('GET', path), 'not_found');
    await assertApiError(await acme.call('DELETE', path), 'not_found');
    await platform.server.features.removal.sweep();
    const left = await db.read.selectFrom('channels').select('id').where('id', '=', id).execute();
    assert.deepEqual(left, []);
  });

  it('lists the users of a channel for a POST without a body', async () => {
    const { acme, application, ana } = scene();
    const id = await acme.pair(ana, PLUG, 'subscribed');
    const path = `/v3/channels/${id}/retrieve-user-subscriptions`;
    const answer = await acme.call('POST', path, undefined, USER_AGENT);
    assert.equal(answer.status, 200);
    assert.deepEqual(await answer.json(), {
      elements: [
        { channel: id, client_id: ana.id, requesting_client_id: application.clientId, role: 'user' },
      ],
    });
  });

  it('tells a channel’s maker and the user’s application whether the user has the channel', async () => {
    const { platform, acme, newManager, application, plain, ana, rui } = scene();
    const id = await acme.pair(ana, PLUG, 'polled');
    const pathOf = (person: Person, channel = id) => `/v3/users/${person.id}/channels?channel_id=${channel}`;
    const own = await readJson<{ elements: { channel: ChannelRecord }[] }>(
      await acme.call('GET', pathOf(ana), undefined, HEADER),
    );
    assertExact(resources.channelRecords.ofUser.reply, own);
    assert.deepEqual([own.elements[0]?.channel.id, own.elements[0]?.channel.remote_key], [id, 'polled']);
    const ofApplication = await clientToken(platform, application, 'application');
    const seen = await readJson<{ elements: { channel: ChannelRecord }[] }>(
      await platform.request(pathOf(ana), { token: ofApplication.access_token, headers: HEADER }),
    );
    assert.deepEqual(seen.elements[0]?.channel, {
      id,
      channeltemplate_id: PLUG,
      href: `/v3/channels/${id}`,
    });
    const zeta = await newManager();
    const other = await clientToken(platform, plain, 'application');
    for (const answer of [
      await acme.call('GET', pathOf(rui), undefined, HEADER),
      await acme.call('GET', pathOf(ana, 'None'), undefined, HEADER),
      await zeta.call('GET', pathOf(ana), undefined, HEADER),
      await platform.request(pathOf(ana), { token: other.access_token, headers: HEADER }),
    ]) {
      assert.equal(answer.status, 204);
      assert.equal(await answer.text(), '');
    }
    await assertApiError(await acme.call('GET', `/v3/users/me/channels?channel_id=${id}`), 'no_user');
    await assertApiError(await acme.call('GET', `/v3/users/${ana.id}/channels`), 'invalid_request');
    await assertApiError(await platform.request(pathOf(ana), { token: ana.token }), 'forbidden');
  });

  it('pairs a removed channel once per consent, also after the clock was set back', async () => {
    const { platform, acme, ana, authorize, submit } = scene();
    const id = await acme.pair(ana, PLUG, 'set-back');
    const path = `/v3/legacy/users/${ana.id}/tiles`;
    const remove = async () => {
      const { tiles } = await readJson<TileList>(await platform.request(path, { token: ana.token }));
      for (const tile of tiles.filter(({ channel }) => channel === id))
        await platform.request(`${path}/${tile.id}`, { method: 'DELETE', token: ana.token });
    };
    await remove();
    platform.clock.jump({ minutes: -60 });
    await assertApiError(await acme.grant(id, 'user', ana.id), 'not_granted');
    assert.equal((await submit(await authorize(ana, PLUG), [])).status, 303);
    assert.equal((await acme.grant(id, 'user', ana.id)).status, 200);
    await remove();
    await assertApiError(await acme.grant(id, 'user', ana.id), 'not_granted');
  });
});
