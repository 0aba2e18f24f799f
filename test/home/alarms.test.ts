import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Alarm, AlarmList, HomeActivityList } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { setUpPanels } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { templateProperty } from '../support/template-property.ts';

/** The panel, with a detector of smoke. */
const smokeTemplate = {
  ...panelTemplate,
  id: crypto.randomUUID(),
  properties: [
    ...panelTemplate.properties,
    templateProperty('smoke', { schema: 'on-off', classes: ['com.muzzley.properties.safety.smoke'] }),
  ],
};

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, ana, rui, db, put } = panels;
  await platform.server.features.templates.import([smokeTemplate], { areTrusted: false });
  const ask = (token: string, path = '', method = 'GET') =>
    platform.request(`/v3/users/me/alarms${path}`, {
      method,
      token,
      ...(method === 'PUT' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
    });
  const list = async (token: string, query = ''): Promise<Alarm[]> => {
    const body = await readJson<AlarmList>(await ask(token, query));
    assertExact(AlarmList, body);
    return body.elements;
  };
  const see = async (token: string, { id }: Alarm) => readJson<Alarm>(await ask(token, `/${id}/seen`, 'PUT'));
  /** Adds a smoke alarm of Ana's, shared with Rui. */
  async function newAlarm(): Promise<string> {
    const device = { userId: ana.id, templateId: smokeTemplate.id, name: 'Smoke alarm' };
    const { channel } = await platform.server.features.homes.addDevice(device);
    const grant = { channel_id: channel.id, grantee_id: rui.id, role: 'user' as const };
    const created = platform.clock.now();
    await db.write((tx) =>
      tx
        .insertInto('grants')
        .values({ ...grant, created })
        .execute(),
    );
    return channel.id;
  }
  const detect = async (channelId: string, isSmoke: boolean) => {
    platform.clock.advance({ seconds: 1 });
    assert.equal((await put(ana.token, channelId, 'left/smoke', isSmoke)).status, 200);
  };
  const ofChannel = async (token: string, id: string) =>
    (await list(token)).filter(({ channel }) => channel === id);
  return { ...panels, ask, list, see, newAlarm, detect, ofChannel };
}

onEachEngine('alarms', setUp, (scene) => {
  it('begins and ends an alarm with the values of its device', async () => {
    const { newAlarm, detect, ofChannel, ana } = scene();
    const channelId = await newAlarm();
    await detect(channelId, false);
    assert.deepEqual(await ofChannel(ana.token, channelId), []);
    await detect(channelId, true);
    const [active] = await ofChannel(ana.token, channelId);
    assert.deepEqual([active?.kind, active?.property, active?.ended], ['smoke', 'smoke', undefined]);
    await detect(channelId, true);
    await detect(channelId, false);
    const all = await ofChannel(ana.token, channelId);
    assert.equal(all.length, 1);
    assert.ok((all[0]?.ended ?? '') > (all[0]?.started ?? ''));
  });

  it('accepts one acknowledgement of an alarm for everybody, and asks again for a new alarm', async () => {
    const { newAlarm, detect, see, ofChannel, ana, rui } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    const [first] = await ofChannel(ana.token, channelId);
    assert.ok(first);
    const seen = await see(rui.token, first);
    assert.deepEqual(seen.seen?.by, { type: 'user', id: rui.id, name: 'Rui' });
    assert.deepEqual((await see(ana.token, first)).seen, seen.seen, 'the first stays recorded');
    assert.deepEqual((await ofChannel(ana.token, channelId))[0]?.seen, seen.seen);
    await detect(channelId, false);
    await detect(channelId, true);
    const [second, earlier] = await ofChannel(ana.token, channelId);
    assert.deepEqual([second?.seen, second?.ended, earlier?.id], [undefined, undefined, first.id]);
  });

  it('does not say that a person acknowledged what the application did', async () => {
    const { newAlarm, detect, ofChannel, ana, applicationToken, platform } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    const [alarm] = await ofChannel(ana.token, channelId);
    const path = `/v3/users/${ana.id}/alarms/${alarm?.id}/seen`;
    const request = { method: 'PUT', headers: { 'content-type': 'application/json' }, body: '{}' };
    const seen = await platform.request(path, { ...request, token: await applicationToken() });
    assert.deepEqual((await readJson<Alarm>(seen)).seen?.by, { type: 'client' });
    const activity = await platform.request('/v3/users/me/activity?kind=alarms', { token: ana.token });
    const { elements } = await readJson<HomeActivityList>(activity);
    assert.deepEqual(elements.find(({ type }) => type === 'alarm-seen')?.by, { type: 'client' });
  });

  it('refuses to acknowledge an alarm after its end', async () => {
    const { newAlarm, detect, see, ofChannel, ana } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    await detect(channelId, false);
    const [ended] = await ofChannel(ana.token, channelId);
    assert.ok(ended);
    assert.equal((await see(ana.token, ended)).seen, undefined);
  });

  it('hides alarms from strangers, and those from before their access from users', async () => {
    const { newAlarm, detect, ask, list, ofChannel, ana, rui, stranger, db, platform } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    const [alarm] = await ofChannel(ana.token, channelId);
    assert.deepEqual(await list(stranger.token), []);
    await assertApiError(await ask(stranger.token, `/${alarm?.id}/seen`, 'PUT'), 'not_found');
    platform.clock.advance({ seconds: 1 });
    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ created: platform.clock.now() })
        .where('channel_id', '=', channelId)
        .where('grantee_id', '=', rui.id)
        .execute(),
    );
    assert.deepEqual(await ofChannel(rui.token, channelId), []);
  });

  it('lists alarms in pages, the latest first', async () => {
    const { newAlarm, detect, list, ana } = scene();
    const channelId = await newAlarm();
    for (let turn = 0; turn < 3; turn += 1) {
      await detect(channelId, true);
      await detect(channelId, false);
    }
    const all = await list(ana.token);
    const first = await list(ana.token, '?page_size=2');
    const to = encodeURIComponent(first.at(-1)?.started ?? '');
    assert.deepEqual([...first, ...(await list(ana.token, `?page_size=100&to=${to}`))], all);
  });

  it('lists alarms in the activity of the home: begun, acknowledged and ended, by page, person and area', async () => {
    const { newAlarm, detect, ofChannel, see, ana, rui, platform } = scene();
    const [kitchen, cellar] = [await newAlarm(), await newAlarm()];
    const activity = async (token: string, query: Record<string, string> = {}) => {
      const requested = new URLSearchParams({ kind: 'alarms', ...query });
      const reply = await platform.request(`/v3/users/me/activity?${requested}`, { token });
      const body = await readJson<HomeActivityList>(reply);
      assertExact(HomeActivityList, body);
      return body.elements.filter(({ channel }) => channel === kitchen || channel === cellar);
    };
    const inWords = (elements: Awaited<ReturnType<typeof activity>>) =>
      elements.map(({ type, channel, by }) => [
        type,
        channel === kitchen ? 'kitchen' : 'cellar',
        by.name ?? by.type,
      ]);
    await detect(kitchen, true);
    await detect(cellar, true);
    const [alarm] = await ofChannel(ana.token, kitchen);
    assert.ok(alarm);
    platform.clock.advance({ seconds: 1 });
    await see(rui.token, alarm);
    await detect(kitchen, false);
    const all = await activity(ana.token);
    assert.deepEqual(inWords(all), [
      ['alarm-ended', 'kitchen', 'device'],
      ['alarm-seen', 'kitchen', 'Rui'],
      ['alarm-started', 'cellar', 'device'],
      ['alarm-started', 'kitchen', 'device'],
    ]);
    assert.deepEqual(all[1]?.alarm, { id: alarm.id, kind: 'smoke' });
    assert.deepEqual([all[1]?.component, all[1]?.property], [alarm.component, 'smoke']);
    assert.deepEqual(inWords(await activity(ana.token, { by: rui.id })), [['alarm-seen', 'kitchen', 'Rui']]);
    assert.deepEqual(await activity(ana.token, { by: ana.id }), []);
    const home = homeOf(platform, ana);
    const { id: area } = await home.newGroup('Cellar');
    for (const { id, channel } of await home.tiles())
      if (channel === cellar) await home.send('PATCH', `tiles/${id}`, { groups: [area] });
    assert.deepEqual(inWords(await activity(ana.token, { group: area })), [
      ['alarm-started', 'cellar', 'device'],
    ]);
    const paged: typeof all = [];
    for (let to: string | undefined; paged.length < all.length; to = paged.at(-1)?.timestamp) {
      const page = await activity(ana.token, { page_size: '1', ...(to && { to }) });
      assert.ok(page.length > 0);
      paged.push(...page);
    }
    assert.deepEqual(paged, all);
    const without = new URLSearchParams({ page_size: '100' });
    const reply = await platform.request(`/v3/users/me/activity?${without}`, { token: ana.token });
    const { elements } = await readJson<HomeActivityList>(reply);
    assert.ok(elements.every(({ type }) => !type.startsWith('alarm')));
  });

  it('shows in the activity of a person only what happened since the access began', async () => {
    const { newAlarm, detect, ana, platform, db } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    platform.clock.advance({ seconds: 1 });
    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ created: platform.clock.now() })
        .where('channel_id', '=', channelId)
        .where('grantee_id', '=', ana.id)
        .execute(),
    );
    await detect(channelId, false);
    const reply = await platform.request('/v3/users/me/activity?kind=alarms', { token: ana.token });
    const { elements } = await readJson<HomeActivityList>(reply);
    assert.ok(elements.every(({ channel }) => channel !== channelId));
  });
});
