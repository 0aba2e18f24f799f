import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { HistoryPoint } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { panelTemplate } from '../../support/panel-template.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { setUpDevices } from './scene.ts';

const FEW = 3;
const MEASURE = (channelId: string) => `/v3/channels/${channelId}/components/left/properties/measure/value`;

onEachEngineInFull('a claim code', setUpDevices, (scene) => {
  it('adds the device to the home of the person who types it, in any spelling', async () => {
    const { maker, claim, ana, channelsAt } = scene();
    const spellings = [
      (code: string) => code,
      (code: string) => code.toLowerCase().replaceAll('-', ''),
      (code: string) => ` ${code.replaceAll('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `,
    ];
    for (const spell of spellings) {
      const { device, claim_code: code = '', client_secret } = await maker.create({ name: 'Hall' });
      assert.match(code, /^([0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/);
      assert.ok(client_secret);
      assert.deepEqual([device.claim, device.user], ['open', null]);
      const claimed = await readJson<{ name: string; channels: { id: string }[] }>(
        await claim(ana, spell(code)),
      );
      assert.equal(claimed.name, 'Hall');
      assert.ok((await channelsAt(ana)).includes(claimed.channels[0]?.id ?? ''));
      const { claim: state, user } = await maker.get(device.client_id);
      assert.deepEqual([state, user?.id], ['used', ana.id]);
    }
  });

  it('adds a device whose template another process has stored', async () => {
    const { platform, db, maker, claim, ana, channelsAt } = scene();
    const { device, claim_code: code } = await maker.create();
    const channelId = device.channels[0]?.id ?? '';
    const changed = { ...panelTemplate, name: 'Panel of another process' };
    await platform.server.features.templates.import([changed], { areTrusted: false });
    await db.write((tx) =>
      tx.updateTable('channels').set({ template_version: 2 }).where('id', '=', channelId).execute(),
    );
    await readJson(await claim(ana, code));
    assert.ok((await channelsAt(ana)).includes(channelId));
  });

  it('accepts a code once, and returns one error for a used, unknown, malformed or other application’s code', async () => {
    const { maker, managerOf, other, claim, ana, rui, platform } = scene();
    const { claim_code: used } = await maker.create();
    await readJson(await claim(ana, used));
    const { claim_code: foreign } = await (await managerOf(other)).create();
    const { claim_code: expired } = await maker.create({ claim_days: 1 });
    const disabled = await maker.create();
    await readJson(await maker.send('PATCH', `/${disabled.device.client_id}`, { state: 'disabled' }));
    platform.clock.advance({ days: 2 });
    const bodies: unknown[] = [];
    for (const code of [used, foreign, expired, disabled.claim_code, '0000-0000-0000-0000', 'no code']) {
      const { request_id: _id, ...body } = await assertApiError(await claim(rui, code), 'wrong_claim_code');
      bodies.push(body);
      platform.clock.advance({ minutes: 1 });
    }
    assert.deepEqual(
      bodies,
      bodies.map(() => bodies[0]),
    );
  });

  it('lets one of two people claim a device when they use its code at the same time', async () => {
    const { maker, claim, ana, rui } = scene();
    const { claim_code: code } = await maker.create();
    const statuses = (await Promise.all([claim(ana, code), claim(rui, code)])).map(({ status }) => status);
    assert.deepEqual(statuses.toSorted(), [200, 404]);
  });

  it('stores a claim code as a hash, and not in the audit log', async () => {
    const { maker, claim, ana, db, platform } = scene();
    const { device, claim_code: code = '' } = await maker.create();
    const stored = await db.read
      .selectFrom('devices')
      .selectAll()
      .where('client_id', '=', device.client_id)
      .execute();
    assert.ok(!JSON.stringify(stored).includes(code.replaceAll('-', '')));
    await readJson(await claim(ana, code));
    await platform.server.features.audit.flush();
    const entries = await db.read
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', device.client_id)
      .execute();
    assert.deepEqual(entries.map(({ action, actor_id }) => [action, actor_id]).toSorted(), [
      ['device.claim', ana.id],
      ['device.create', scene().application.clientId],
    ]);
    assert.ok(!JSON.stringify(entries).includes(code));
  });

  it('renews a claim code only for a device without an owner', async () => {
    const { maker, claim, ana, rui, leave, channelsAt } = scene();
    const { device, claim_code: first } = await maker.create();
    const at = `/${device.client_id}/claim-code`;
    const { claim_code: second } = await readJson<{ claim_code: string }>(await maker.send('POST', at, {}));
    await assertApiError(await claim(ana, first), 'wrong_claim_code');
    const { channels } = await readJson<{ channels: { id: string }[] }>(await claim(ana, second));
    await assertApiError(await maker.send('POST', at, {}), 'in_use');
    const channelId = channels[0]?.id ?? '';
    await leave(ana, channelId);
    await assertApiError(await claim(rui, second), 'wrong_claim_code');
    const { claim_code: third } = await readJson<{ claim_code: string }>(await maker.send('POST', at, {}));
    await readJson(await claim(rui, third));
    assert.ok((await channelsAt(rui)).includes(channelId));
  });

  it('shows the next owner nothing of the device’s past', async () => {
    const { maker, claim, ana, rui, leave, platform } = scene();
    const { device, claim_code: code, client_secret: token = '' } = await maker.create();
    const channelId = device.channels[0]?.id ?? '';
    await using session = await connectMqtt(platform, { clientId: device.client_id, token });
    const report = (data: number) => session.publish(MEASURE(channelId), { io: 'iw', data });
    const historyOf = async (person: typeof ana) =>
      (
        await readJson<{ elements: HistoryPoint[] }>(
          await platform.request(MEASURE(channelId).replace('/value', '/history'), { token: person.token }),
        )
      ).elements.map(({ value }) => value);
    await report(1);
    platform.clock.advance({ minutes: 1 });
    await readJson(await claim(ana, code));
    assert.deepEqual(await historyOf(ana), []);
    await report(2);
    assert.deepEqual(await historyOf(ana), [2]);
    platform.clock.advance({ minutes: 1 });
    await leave(ana, channelId);
    await session.closed;
    const at = `/${device.client_id}/claim-code`;
    const next = await readJson<{ claim_code: string }>(await maker.send('POST', at, {}));
    platform.clock.advance({ minutes: 1 });
    await readJson(await claim(rui, next.claim_code));
    assert.deepEqual(await historyOf(rui), []);
    const last = await platform.request('/v3/users/me/values', { token: rui.token });
    assert.ok(!(await last.text()).includes(channelId));
  });

  it('lets users of any application claim a device without one, which manages it from then on', async () => {
    const { platform, claim, stranger, managerOf, other, maker } = scene();
    const { client, claimCode } = await platform.server.features.devices.createUnclaimed({
      templateId: panelTemplate.id,
    });
    await assertApiError(await maker.send('GET', `/${client.id}`), 'not_found');
    await readJson(await claim(stranger, claimCode));
    assert.equal((await (await managerOf(other)).get(client.id)).user?.id, stranger.id);
  });
});

onEachEngineInFull(
  'guessing claim codes',
  (stage) =>
    setUpDevices(stage, {
      RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: String(FEW),
    }),
  (scene) => {
    it('returns 429 after a few failures, also for a code that is right, until a minute has passed', async () => {
      const { maker, claim, ana, rui, platform, db } = scene();
      const { claim_code: code } = await maker.create();
      for (let count = 0; count < FEW; count += 1)
        await assertApiError(await claim(ana, `0000-0000-0000-000${count}`), 'wrong_claim_code');
      const refused = await claim(ana, code);
      assert.ok(Number(refused.headers.get('retry-after')) > 0);
      await assertApiError(refused, 'too_many_requests');
      await platform.server.features.audit.flush();
      const rows = await db.read
        .selectFrom('audit')
        .select(['actor_id as actor', 'count'])
        .where('action', '=', 'refused.device.claim')
        .execute();
      assert.deepEqual(rows, [{ actor: ana.id, count: FEW }]);
      const { claim_code: another } = await maker.create();
      await readJson(await claim(rui, another));
      platform.clock.advance({ minutes: 2 });
      await readJson(await claim(ana, code));
    });
  },
);
