import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Activity, ActivityList } from '@azulejo/contract';
import { clientOf, setUpPanels } from '../support/panel-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform } = panels;
  const ask = (token: string, channelId: string, query = '') =>
    platform.request(`/v3/channels/${channelId}/activity${query}`, { token });
  const read = async (token: string, channelId: string, query = ''): Promise<Activity[]> =>
    (await readJson<ActivityList>(await ask(token, channelId, query))).elements;
  return { ...panels, ask, read };
}

onEachEngineInFull('GET /v3/channels/{id}/activity', setUp, (scene) => {
  it('names the user and the application behind a change only to those who may know them', async () => {
    const { newDevice, put, sendMessage, ask, read, ana, rui, application, applicationToken, platform } =
      scene();
    const device = await newDevice();
    const answer = (data: unknown) =>
      sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data });
    for (const [token, data] of [
      [ana.token, 10],
      [rui.token, 20],
      [await applicationToken(), 30],
    ] as const) {
      await put(token, device.channelId, 'left/level', data);
      platform.clock.advance({ seconds: 1 });
      await answer(data);
    }
    await answer(40);
    const body = await readJson<ActivityList>(await ask(ana.token, device.channelId));
    assertExact(ActivityList, body);
    const { name } = await platform.server.features.applications.get(application.clientId);
    const through = { id: application.clientId, name };
    const person = (id: string, named: string) => ({ by: { type: 'user', id, name: named }, through });
    assert.deepEqual(
      body.elements.map(({ component, property, timestamp: _timestamp, ...rest }) => [
        `${component}/${property}`,
        rest,
      ]),
      [
        ['left/level', { data: 40, by: { type: 'device' } }],
        ['left/level', { data: 30, by: { type: 'client', ...through } }],
        ['left/level', { data: 20, ...person(rui.id, 'Rui') }],
        ['left/level', { data: 10, ...person(ana.id, 'Ana Marques') }],
      ],
    );
    const names = (await read(device.token, device.channelId)).map(({ by }) => by.name);
    assert.deepEqual(names, [undefined, name, undefined, undefined], 'a device gets no names of people');
  });

  it('omits the name of a user who may no longer use the device', async () => {
    const { newDevice, put, sendMessage, read, ana, rui, db } = scene();
    const device = await newDevice();
    await put(rui.token, device.channelId, 'left/level', 5);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 5 });
    await db.write((tx) =>
      tx
        .deleteFrom('grants')
        .where('channel_id', '=', device.channelId)
        .where('grantee_id', '=', rui.id)
        .execute(),
    );
    const [last] = await read(ana.token, device.channelId);
    assert.deepEqual(last?.by, { type: 'user', id: rui.id });
  });

  it('lists states and settings and leaves measurements to the history', async () => {
    const { newDevice, put, read, ana } = scene();
    const device = await newDevice();
    for (const [at, data] of [
      ['left/measure', 21.5],
      ['right/label', 'Hall'],
      ['left/access', 'ok'],
    ] as const)
      assert.equal((await put(device.token, device.channelId, at, data)).status, 200);
    const properties = (await read(ana.token, device.channelId)).map(({ property }) => property);
    assert.deepEqual(properties.toSorted(), ['access', 'label']);
  });

  it('pages backwards without splitting changes of the same millisecond', async () => {
    const { newDevice, put, read, ana, platform } = scene();
    const device = await newDevice();
    for (let turn = 0; turn < 4; turn += 1) {
      for (const part of ['left', 'right'])
        await put(device.token, device.channelId, `${part}/label`, `${part} ${turn}`);
      platform.clock.advance({ seconds: 1 });
    }
    const pages: unknown[][] = [];
    for (let to = ''; ; ) {
      const page = await read(ana.token, device.channelId, `?page_size=3${to}`);
      if (page.length === 0) break;
      pages.push(page.map(({ data }) => data).toSorted());
      to = `&to=${encodeURIComponent(page.at(-1)?.timestamp ?? '')}`;
    }
    assert.deepEqual(pages, [
      ['left 2', 'left 3', 'right 2', 'right 3'],
      ['left 0', 'left 1', 'right 0', 'right 1'],
    ]);
  });

  it('returns 404 to strangers and names the invalid field', async () => {
    const { newDevice, ask, stranger, ana } = scene();
    const { channelId } = await newDevice();
    await assertApiError(await ask(stranger.token, channelId), 'not_found');
    for (const [query, field] of [
      ['?to=yesterday', 'to'],
      ['?page_size=201', 'page_size'],
    ] as const) {
      const { errors } = await assertApiError(await ask(ana.token, channelId, query), 'invalid_request');
      assert.deepEqual(
        errors?.map((each) => each.field),
        [field],
      );
    }
  });
});
