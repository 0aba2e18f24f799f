import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Alarm, AlarmList } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { assertExact, assertProblem, readJson } from '../support/replies.ts';
import { type DatabaseStage, onEachEngine } from '../support/scene.ts';
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

async function setUp(stage: DatabaseStage) {
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
  it('begin and end with the values of their device', async () => {
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

  it('are acknowledged once for everybody, and a new one has to be acknowledged again', async () => {
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

  it('cannot be acknowledged after their end', async () => {
    const { newAlarm, detect, see, ofChannel, ana } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    await detect(channelId, false);
    const [ended] = await ofChannel(ana.token, channelId);
    assert.ok(ended);
    assert.equal((await see(ana.token, ended)).seen, undefined);
  });

  it('are invisible to strangers and to people from before their access', async () => {
    const { newAlarm, detect, ask, list, ofChannel, ana, rui, stranger, db, platform } = scene();
    const channelId = await newAlarm();
    await detect(channelId, true);
    const [alarm] = await ofChannel(ana.token, channelId);
    assert.deepEqual(await list(stranger.token), []);
    await assertProblem(await ask(stranger.token, `/${alarm?.id}/seen`, 'PUT'), 'not_found');
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

  it('are listed in pages, the latest first', async () => {
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
});
