import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { PortalConsequences, PortalOverview } from '@azulejo/contract';
import { readTables } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { insertUsers } from '../../abuse/many-channels.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { PLUG } from '../../support/pairing-scene.ts';
import { clientToken, newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

/** Creates an application with users, devices and a manager's channel, and another that shares a channel. */
async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const { features } = platform.server;
  const developer = await visitPortal(platform, 'developer');
  const [casa, other] = [await newApplication(platform, { name: 'Casa' }), await newApplication(platform)];
  const maker = await newApplication(platform, { type: 'manager', name: 'Acme' });
  const [ana, rui] = [await newPerson(platform, casa), await newPerson(platform, casa, 'Rui')];
  const neighbour = await newPerson(platform, other, 'Eva');
  const device = await features.devices.create({ userId: ana.id, templateId: PLUG });
  const virtual = await features.virtualDevices.create({ userId: rui.id, templateId: PLUG, faults: [] });
  const shared = await features.homes.addDevice({ userId: ana.id, templateId: PLUG });
  const { access_token: token } = await clientToken(platform, maker, 'manager');
  await features.makers.assign(PLUG, maker.clientId);
  const made = await postJson(
    platform,
    '/v3/managers/self/channels',
    { channeltemplate_id: PLUG },
    { token },
  );
  const { id: makers } = (await made.json()) as { id: string };
  await features.makers.release(PLUG);
  const db = await openDatabase();
  const grant = async (channelId: string, clientId: string, userId: string) => {
    const found = (await features.channels.find(channelId)) ?? assert.fail();
    await db.write(async (tx) => {
      await features.channels.grant(tx, channelId, { id: clientId, role: 'application', through: clientId });
      await features.homes.admit(tx, { id: userId, clientId }, found.channel, found.template);
    });
  };
  await grant(makers, casa.clientId, ana.id);
  await grant(shared.channel.id, other.clientId, neighbour.id);
  /** Returns the tables with a row that contains the text, except the audit log. */
  const tracesOf = async (trace: string) => {
    const names = (await readTables(db.read, db.engine)).map(({ name }) => name);
    const found: string[] = [];
    for (const name of names.filter((each) => each !== 'audit')) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db.read);
      if (JSON.stringify(rows).includes(trace)) found.push(name);
    }
    return found;
  };
  const own = { device, virtual, shared, makers };
  return {
    platform,
    developer,
    call: callerOf(developer),
    casa,
    other,
    maker,
    ana,
    rui,
    neighbour,
    own,
    tracesOf,
  };
}

onEachEngineInFull('disabling and deleting an application', setUp, (scene) => {
  it('counts what depends on an application before its removal', async () => {
    const { call, casa, maker } = scene();
    const counts = await call<PortalConsequences>('applications.consequences', {
      application_id: casa.clientId,
    });
    const rest = { users: 2, sign_ins: 2, channels: 2, devices: 1, others_channels: 1 };
    assert.deepEqual(counts, { ...rest, tiles: 4, at_least: [] });
    const ofMaker = await call<PortalConsequences>('applications.consequences', {
      application_id: maker.clientId,
    });
    assert.deepEqual([ofMaker.users, ofMaker.sign_ins, ofMaker.channels], [0, 1, 1]);
  });

  it("rejects requests of an application's users while it is disabled and loses no data", async () => {
    const { call, casa, ana, platform } = scene();
    const me = async () => (await platform.request('/v3/users/me', { token: ana.token })).status;
    await call('applications.setState', { application_id: casa.clientId, state: 'disabled' });
    assert.equal(await me(), 401);
    await call('applications.setState', { application_id: casa.clientId, state: 'enabled' });
    assert.equal(await me(), 200);
  });

  it("refuses a removal without the exact name, and that of Home's application", async () => {
    const { developer, casa, platform, call } = scene();
    for (const name of ['', 'casa', 'Casa 2']) {
      const refused = await requestTo(developer, 'applications.remove', {
        application_id: casa.clientId,
        name,
      });
      assert.equal((await assertApiError(refused, 'invalid_request')).errors?.[0]?.field, 'name');
    }
    const home = await platform.server.features.homeApplication.get();
    const input = { application_id: home.id, name: home.name };
    await assertApiError(await requestTo(developer, 'applications.remove', input), 'in_use');
    await call('applications.get', { application_id: home.id });
  });

  it('removes an application at once for its users, its MQTT sessions and the portal', async () => {
    const { call, casa, ana, developer, platform } = scene();
    const before = await call<PortalOverview>('applications.overview');
    assert.deepEqual(before.first_steps, { application: true, user: true, device: true });
    await using phone = await connectMqtt(platform, { clientId: casa.clientId, token: ana.token });
    await call('applications.remove', { application_id: casa.clientId, name: 'Casa' });
    await assertApiError(await platform.request('/v3/users/me', { token: ana.token }), 'revoked_token');
    const of = { application_id: casa.clientId };
    await assertApiError(await requestTo(developer, 'applications.get', of), 'not_found');
    await assertApiError(
      await requestTo(developer, 'applications.remove', { ...of, name: 'Casa' }),
      'not_found',
    );
    const { applications } = await call<{ applications: { client_id: string }[] }>('applications.list');
    assert.ok(applications.every(({ client_id: id }) => id !== casa.clientId));
    const after = await call<PortalOverview>('applications.overview');
    assert.equal(after.applications, before.applications - 1);
    assert.equal(after.users, before.users - 2);
    await platform.server.live.endDeadSessions();
    await phone.closed;
  });

  it('deletes all rows of a removed application and none of others', async () => {
    const { platform, casa, ana, rui, own, tracesOf, neighbour, other } = scene();
    const { removal } = platform.server.features;
    await removal.sweep();
    const { device, virtual, shared, makers } = own;
    for (const trace of [
      casa.clientId,
      ana.id,
      rui.id,
      device.client.id,
      device.channel.id,
      virtual.channel.id,
    ])
      assert.deepEqual(await tracesOf(trace), [], trace);
    const kept = await platform.server.features.channels.findChannelAccess(shared.channel.id);
    assert.deepEqual(kept?.applications, [other.clientId]);
    assert.deepEqual(
      kept?.users.map(({ id }) => id),
      [neighbour.id],
    );
    assert.ok(
      await platform.server.features.channels.findChannelAccess(makers),
      'the manager keeps its channel',
    );
    assert.equal((await platform.request('/v3/users/me', { token: neighbour.token })).status, 200);
    await removal.sweep();
  });

  it("removes a manager's channels from the homes that showed them", async () => {
    const { call, maker, own, tracesOf, platform } = scene();
    await call('applications.remove', { application_id: maker.clientId, name: 'Acme' });
    await platform.server.features.removal.sweep();
    for (const trace of [maker.clientId, own.makers]) assert.deepEqual(await tracesOf(trace), [], trace);
  });

  it('records the name of the removed application in the audit log', async () => {
    const { casa, developer, platform } = scene();
    const entries = await platform.server.db.read
      .selectFrom('audit')
      .selectAll()
      .where('target_id', '=', casa.clientId)
      .where('action', '=', 'application.remove')
      .execute();
    assert.deepEqual(
      entries.map(({ actor_id }) => actor_id),
      [developer.accountId],
    );
    assert.match(entries[0]?.detail ?? '', /^Casa \(casa\./);
  });
});

/** Far more than what is deleted before the server stops. */
const USERS = 300;

onEachEngineInFull(
  'deleting an application with many users',
  async (stage) => ({ ...(await setUp(stage)), start: stage.start, db: await stage.openDatabase() }),
  (scene) => {
    it('continues after a restart in the middle', async () => {
      const { platform, start, db, casa, ana, rui, own, tracesOf, neighbour } = scene();
      const { features } = platform.server;
      await insertUsers(db, { count: USERS, clientId: casa.clientId });
      const users = db.read.selectFrom('users').select('id').where('client_id', '=', casa.clientId);
      const client = await features.applications.findById(casa.clientId);
      await features.removal.application(client ?? assert.fail());
      const sweeping = features.removal.sweep();
      while ((await users.execute()).length > USERS - 20) await setImmediate();
      await platform[Symbol.asyncDispose]();
      await sweeping;
      assert.ok((await users.execute()).length > 0, 'the server stopped in the middle');

      const restarted = await start();
      await restarted.server.features.removal.sweep();
      for (const trace of [
        casa.clientId,
        ana.id,
        rui.id,
        own.device.channel.id,
        own.virtual.channel.id,
        'many-',
      ])
        assert.deepEqual(await tracesOf(trace), [], trace);
      assert.equal((await restarted.request('/v3/users/me', { token: neighbour.token })).status, 200);
    });
  },
);
