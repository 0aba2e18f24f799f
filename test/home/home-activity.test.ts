import assert from 'node:assert/strict';
import { it } from 'node:test';
import { HomeActivityList } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { clientOf, setUpPanels } from '../support/panel-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

type Query = Record<string, string | number>;

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, sendMessage, put } = panels;
  const ask = (token: string, query: Query = {}) =>
    platform.request(`/v3/users/me/activity?${new URLSearchParams(query as Record<string, string>)}`, {
      token,
    });
  const read = async (token: string, query: Query = {}): Promise<HomeActivityList> =>
    readJson<HomeActivityList>(await ask(token, query));
  const valuesOf = async (token: string, query: Query = {}) =>
    (await read(token, query)).elements.filter(({ type }) => type === 'value').map(({ data }) => data);
  /** Sets the level as a person, and confirms it as the device a second later. */
  const setLevel = async (token: string, device: { id: string; channelId: string }, data: number) => {
    await put(token, device.channelId, 'left/level', data);
    platform.clock.advance({ seconds: 1 });
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data });
    platform.clock.advance({ seconds: 1 });
  };
  const report = async (device: { token: string; channelId: string }, label: string) => {
    assert.equal((await put(device.token, device.channelId, 'left/label', label)).status, 200);
    platform.clock.advance({ seconds: 1 });
  };
  return { ...panels, ask, read, valuesOf, setLevel, report };
}

onEachEngine('GET /v3/users/{id}/activity', setUp, (scene) => {
  it('lists what people, applications and devices did in all devices, newest first', async () => {
    const { newDevice, setLevel, report, put, read, ana, rui, applicationToken } = scene();
    const [one, other] = [await newDevice(), await newDevice()];
    await setLevel(ana.token, one, 10);
    await setLevel(rui.token, other, 20);
    await setLevel(await applicationToken(), one, 30);
    await report(other, 'Hall');
    await put(one.token, one.channelId, 'left/measure', 21.5);
    const body = await read(ana.token);
    assertExact(HomeActivityList, body);
    assert.deepEqual(
      body.elements
        .slice(0, 4)
        .map(({ type, channel, data, by: { type: actor, name } }) => [type, channel, data, actor, name]),
      [
        ['value', other.channelId, 'Hall', 'device', undefined],
        ['value', one.channelId, 30, 'client', body.elements[1]?.by.name],
        ['value', other.channelId, 20, 'user', 'Rui'],
        ['value', one.channelId, 10, 'user', 'Ana Marques'],
      ],
    );
    assert.deepEqual(body.people?.map(({ name }) => name).sort(), ['Ana Marques', 'Rui']);
  });

  it('filters activity by kind, by person and by area', async () => {
    const { newDevice, setLevel, report, valuesOf, ana, rui, platform } = scene();
    const [one, other] = [await newDevice(), await newDevice()];
    const home = homeOf(platform, ana);
    const { id: area } = await home.newGroup('Kitchen');
    for (const { id, channel } of await home.tiles())
      if (channel === one.channelId) await home.send('PATCH', `tiles/${id}`, { groups: [area] });
    await setLevel(ana.token, one, 41);
    await setLevel(rui.token, other, 42);
    await report(one, 'One');
    await report(other, 'Other');
    const first = async (query: Query, count: number) => (await valuesOf(ana.token, query)).slice(0, count);
    assert.deepEqual(await first({ kind: 'changes' }, 2), [42, 41]);
    assert.deepEqual(await first({ kind: 'reports' }, 2), ['Other', 'One']);
    assert.deepEqual(await first({ by: rui.id }, 1), [42]);
    assert.deepEqual(await first({ by: ana.id, group: area }, 2), [41]);
    assert.deepEqual(await first({ group: area }, 3), ['One', 41]);
    assert.deepEqual(await valuesOf(ana.token, { by: rui.id, kind: 'reports' }), []);
  });

  it('begins with the access of each person to a device', async () => {
    const { newOwnerlessPanel, put, read, valuesOf, ana, rui, platform, db } = scene();
    const channelId = await newOwnerlessPanel();
    await put(ana.token, channelId, 'left/label', 'before');
    platform.clock.advance({ seconds: 1 });
    const created = platform.clock.now();
    const grant = { channel_id: channelId, grantee_id: rui.id, role: 'user' as const };
    await db.write((tx) =>
      tx
        .insertInto('grants')
        .values({ ...grant, created })
        .execute(),
    );
    await put(ana.token, channelId, 'left/label', 'after');
    const ofRui = (await read(rui.token)).elements.filter(({ channel }) => channel === channelId);
    assert.deepEqual(
      ofRui.map(({ type, data }) => [type, data]),
      [
        ['value', 'after'],
        ['device-added', undefined],
      ],
    );
    assert.deepEqual((await valuesOf(ana.token)).slice(0, 2), ['after', 'before']);
  });

  it('names removed devices, also when no user has them any more', async () => {
    const { newOwnerlessPanel, read, ana, platform } = scene();
    const channelId = await newOwnerlessPanel();
    platform.clock.advance({ seconds: 1 });
    const home = homeOf(platform, ana);
    for (const { id, channel } of await home.tiles())
      if (channel === channelId) await home.send('DELETE', `tiles/${id}`);
    const { elements } = await read(ana.token, { kind: 'devices' });
    const [last] = elements;
    assert.deepEqual(
      [last?.type, last?.channel, last?.name, last?.by],
      ['device-removed', channelId, 'Kept', { type: 'user', id: ana.id }],
    );
    assert.ok(elements.every(({ type }) => type !== 'value'));
    assert.ok(!elements.some(({ type, channel }) => type === 'device-added' && channel === channelId));
  });

  it('names the application that played a scene or removed a device for a person, and not the person', async () => {
    const { newOwnerlessPanel, read, ana, application, applicationToken, platform, db } = scene();
    const channel = await newOwnerlessPanel();
    const send = async (method: string, path: string, body?: object) => {
      const token = await applicationToken();
      return platform.request(path, {
        method,
        token,
        headers: { 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    };
    const settings = [{ channel, component: 'left', property: 'level', data: 7 }];
    const made = await send('POST', `/v3/users/${ana.id}/scenes`, { label: 'Evening', settings });
    const { id } = (await made.json()) as { id: string };
    await readJson(await send('POST', `/v3/users/${ana.id}/scenes/${id}/play`, {}));
    for (const tile of await homeOf(platform, ana).tiles())
      if (tile.channel === channel) await send('DELETE', `/v3/legacy/users/${ana.id}/tiles/${tile.id}`);
    const byType = async (query: Query = {}) => {
      const { elements } = await read(ana.token, query);
      const mine = elements.filter((each) => each.channel === channel || each.scene === id);
      return new Map(mine.map(({ type, by }) => [type, by]));
    };
    const all = await byType();
    assert.deepEqual(all.get('scene-played'), { type: 'client', id: application.clientId });
    assert.deepEqual(all.get('device-removed'), { type: 'client' });
    const own = await byType({ by: ana.id });
    assert.deepEqual([own.has('scene-played'), own.has('device-removed')], [false, false]);
    const audited = await db.read
      .selectFrom('audit')
      .select('actor_id as actor')
      .where('action', '=', 'grant.end')
      .where('target_id', '=', channel)
      .execute();
    assert.deepEqual(audited, [{ actor: application.clientId }]);
  });

  it('names devices that their owner removed from all homes, and not the person as who did it', async () => {
    const { newDevice, read, ana, rui, platform } = scene();
    const device = await newDevice();
    platform.clock.advance({ seconds: 1 });
    const path = `/v3/channels/${device.channelId}`;
    assert.equal((await platform.request(path, { method: 'DELETE', token: device.token })).status, 200);
    const removalsOf = async (person: typeof ana, query: Query = {}) =>
      (await read(person.token, query)).elements.filter(
        ({ type, channel }) => type === 'device-removed' && channel === device.channelId,
      );
    for (const person of [ana, rui]) {
      const removals = await removalsOf(person);
      assert.deepEqual(
        removals.map(({ name, by }) => [name, by]),
        [['Panel', { type: 'client' }]],
      );
      assert.deepEqual(await removalsOf(person, { by: person.id }), []);
    }
  });

  it('pages backwards through everything without repeating or leaving out', async () => {
    const { newDevice, report, read, ana } = scene();
    const devices = [await newDevice(), await newDevice()];
    for (let turn = 0; turn < 8; turn += 1)
      await report(devices[turn % 2] as (typeof devices)[number], `${turn}`);
    const all = (await read(ana.token, { page_size: 100 })).elements;
    const paged: typeof all = [];
    for (let to: string | undefined; ; to = paged.at(-1)?.timestamp) {
      const { elements, people } = await read(ana.token, { page_size: 3, ...(to && { to }) });
      assert.equal(people === undefined, to !== undefined);
      if (elements.length === 0) break;
      paged.push(...elements);
      if (paged.length >= all.length) break;
    }
    assert.deepEqual(paged.slice(0, all.length), all);
  });

  it('names the invalid field of a query for the activity of a home', async () => {
    const { ask, ana } = scene();
    for (const [query, field] of [
      [{ to: 'yesterday' }, 'to'],
      [{ page_size: 101 }, 'page_size'],
      [{ kind: 'other' }, 'kind'],
      [{ group: 'nowhere' }, 'group'],
    ] as const) {
      const { errors } = await assertApiError(await ask(ana.token, query), 'invalid_request');
      assert.deepEqual(
        errors?.map((each) => each.field),
        [field],
      );
    }
  });
});
