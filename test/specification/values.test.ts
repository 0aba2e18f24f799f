import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Value, ValueList } from '@azulejo/contract';
import { setUpPanels, valuePath } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { newPerson } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

onEachEngine('GET …/value', setUpPanels, (scene) => {
  it('returns the last value with sender and cause to everyone who may see it', async () => {
    const { newDevice, newOwnerlessPanel, put, get, ana, rui, applicationToken, application } = scene();
    const device = await newDevice();
    const ownerless = await newOwnerlessPanel();
    await put(device.token, device.channelId, 'left/colour', { h: 1, s: 2, v: 3 });
    await put(ana.token, ownerless, 'left/label', 'Wohnzimmer 🏠');
    for (const token of [ana.token, rui.token, device.token, await applicationToken()]) {
      const value = await readJson<Value>(await get(token, device.channelId, 'left/colour'));
      assertExact(Value, value);
      const { timestamp: _timestamp, changed: _changed, ...rest } = value;
      assert.deepEqual(rest, { data: { h: 1, s: 2, v: 3 }, sender: device.id, cause: 'report' });
    }
    const value = await readJson<Value>(await get(ana.token, ownerless, 'left/label'));
    assertExact(Value, value);
    assert.deepEqual(
      [value.data, value.sender, value.on_behalf_of],
      ['Wohnzimmer 🏠', application.clientId, ana.id],
    );
  });

  it('says since when a property has had the value that its device repeats, alone and in the list', async () => {
    const { newDevice, put, get, ana, platform } = scene();
    const device = await newDevice();
    const report = async (data: unknown) => {
      platform.clock.advance({ minutes: 10 });
      await put(device.token, device.channelId, 'left/colour', data);
      const value = await readJson<Value>(await get(ana.token, device.channelId, 'left/colour'));
      const { elements } = await readJson<ValueList>(
        await platform.request('/v3/users/me/values', { token: ana.token }),
      );
      const listed = elements.find(({ channel }) => channel === device.channelId);
      assert.equal(listed?.changed, value.changed);
      return value;
    };
    const first = await report({ h: 1, s: 2, v: 3 });
    assert.equal(first.changed, first.timestamp);
    const repeated = await report({ v: 3, s: 2, h: 1 });
    assert.equal(repeated.changed, first.changed);
    assert.notEqual(repeated.timestamp, first.timestamp);
    const other = await report({ h: 1, s: 2, v: 4 });
    assert.equal(other.changed, other.timestamp);
  });

  it('returns 404 while there is no value, and to users without access to the channel', async () => {
    const { newOwnerlessPanel, put, get, ana, rui, stranger } = scene();
    const ownerless = await newOwnerlessPanel();
    for (const [at, reason] of [
      ['left/level', /^"level" was not reported yet\.$/],
      ['left/access', /^"access" was not reported yet\.$/],
      ['left/nothing', /^"left" has no property "nothing"\.$/],
      ['nowhere/level', /has no component "nowhere"\.$/],
    ] as const) {
      const { detail } = await assertApiError(await get(ana.token, ownerless, at), 'not_found');
      assert.match(detail ?? '', reason);
    }
    await put(ana.token, ownerless, 'left/level', 1);
    for (const { token } of [rui, stranger]) {
      await assertApiError(await get(token, ownerless, 'left/level'), 'not_found');
      await assertApiError(await put(token, ownerless, 'left/level', 2), 'not_found');
    }
  });

  it('returns an ETag that changes each time the value is set', async () => {
    const { newOwnerlessPanel, put, get, ana, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    await put(ana.token, ownerless, 'left/level', 1);
    const first = await get(ana.token, ownerless, 'left/level');
    const etag = first.headers.get('etag') ?? '';
    assert.match(etag, /^"1-[0-9a-f]{32}"$/);
    const ask = () =>
      platform.request(valuePath(ownerless, 'left/level'), {
        token: ana.token,
        headers: { 'if-none-match': etag },
      });
    assert.equal((await ask()).status, 304);
    await put(ana.token, ownerless, 'left/level', 1);
    assert.equal((await ask()).status, 200, 'the value is not served as unchanged');
  });
});

onEachEngine('GET /v3/users/{id}/values', setUpPanels, (scene) => {
  const list = async (token: string, user = 'me', init: RequestInit = {}) =>
    scene().platform.request(`/v3/users/${user}/values`, { token, ...init });

  it('returns every value of every channel that the user may use, in order', async () => {
    const { newDevice, newOwnerlessPanel, put, ana, rui, stranger, get, applicationToken, db } = scene();
    const device = await newDevice();
    const ownerless = await newOwnerlessPanel();
    await newOwnerlessPanel();
    const expected: [string, string, unknown][] = [];
    for (const at of ['right/level', 'left/level', 'left/colour', 'body/access']) {
      const data = { level: 5, colour: { h: 1, s: 2, v: 3 }, access: 'ok' }[at.split('/')[1] ?? ''];
      await put(device.token, device.channelId, at, data);
      expected.push([device.channelId, at, data]);
      if (at.endsWith('access')) continue;
      await put(ana.token, ownerless, at, data);
      expected.push([ownerless, at, data]);
    }
    const sorted = expected.toSorted((a, b) => (`${a[0]} ${a[1]}` < `${b[0]} ${b[1]}` ? -1 : 1));
    const answer = await readJson<ValueList>(await list(ana.token));
    assertExact(ValueList, answer);
    assert.deepEqual(
      answer.elements.map(({ channel, component, property, data }) => [
        channel,
        `${component}/${property}`,
        data,
      ]),
      sorted,
    );
    for (const { channel, component, property, ...value } of answer.elements)
      assert.deepEqual(value, await readJson(await get(ana.token, channel, `${component}/${property}`)));
    assert.deepEqual(await readJson(await list(await applicationToken(), ana.id)), answer);
    const shared = await readJson<ValueList>(await list(rui.token));
    assert.deepEqual(
      shared.elements,
      answer.elements.filter(({ channel }) => channel === device.channelId),
    );
    assert.deepEqual(await readJson(await list(stranger.token)), { elements: [] });
    await assertApiError(await list(stranger.token, ana.id), 'forbidden');

    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ expires: scene().platform.clock.now() })
        .where('channel_id', '=', device.channelId)
        .where('grantee_id', '=', rui.id)
        .execute(),
    );
    assert.deepEqual(await readJson(await list(rui.token)), { elements: [] }, 'the grant has ended');
  });

  it('returns all values of a home with hundreds of devices', async () => {
    const { platform, application, db } = scene();
    const person = await newPerson(platform, application);
    const ids: string[] = [];
    const { homes, writePath, templates } = platform.server.features;
    const template = await templates.getLatest(panelTemplate.id);
    for (let each = 0; each < 230; each += 1) {
      const { channel } = await homes.addDevice({ userId: person.id, templateId: template.id });
      ids.push(channel.id);
    }
    const stamp = { sender: undefined, onBehalfOf: undefined, cause: 'report' };
    const withValues = ids.filter((_id, index) => index % 3 > 0);
    for (const id of withValues)
      await writePath.seedValues(template, id, [{ component: 'left', property: 'level', value: 1 }], stamp);
    const response = await list(person.token);
    const etag = response.headers.get('etag') ?? '';
    const { elements } = await readJson<ValueList>(response);
    assert.deepEqual(
      elements.map(({ channel }) => channel),
      withValues.toSorted(),
    );
    const again = await list(person.token, 'me', { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    const series = await db.read.selectFrom('series').select('id').where('channel_id', 'in', ids).execute();
    assert.equal(series.length, withValues.length, 'the initial values begin the history of a channel');
  });
});

onEachEngine('initial values of a channel', setUpPanels, (scene) => {
  it('stores seed values completely or not at all', async () => {
    const { newOwnerlessPanel, platform, historyOf } = scene();
    const { values, writePath, templates } = platform.server.features;
    const template = await templates.getLatest(panelTemplate.id);
    const ownerless = await newOwnerlessPanel();
    const stamp = { sender: undefined, onBehalfOf: undefined, cause: 'demo' };
    const good = { component: 'left', property: 'level', value: 1 };
    for (const [bad, kind] of [
      [{ ...good, component: 'right', value: 101 }, 'invalid_value'],
      [{ ...good, property: 'none' }, 'not_found'],
    ] as const)
      await assert.rejects(writePath.seedValues(template, ownerless, [good, bad], stamp), { kind });
    assert.deepEqual(await values.ofChannel(ownerless), []);
    await writePath.seedValues(template, ownerless, [good, { ...good, component: 'right' }], stamp);
    assert.deepEqual(
      (await values.ofChannel(ownerless)).map(({ componentId, cause }) => [componentId, cause]),
      [
        ['left', 'demo'],
        ['right', 'demo'],
      ],
    );
    assert.deepEqual(await historyOf(ownerless), [
      ['left/level', 1],
      ['right/level', 1],
    ]);
  });
});
