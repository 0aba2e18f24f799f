import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { connackOf, connectMqtt } from '../../support/mqtt.ts';
import { clientToken, newApplication, newPerson, personToken } from '../../support/people.ts';
import { startPlatform } from '../../support/platform.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { refresh } from '../../support/sessions.ts';
import { startTcpRelay } from '../../support/tcp-relay.ts';
import {
  asMember,
  listen,
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  refusals,
  sendMessage,
} from './live-scene.ts';

/** CONNACK return codes (MQTT-3.2.2.3). */
const ACCEPTED = 0;
const BAD_CREDENTIALS = 4;
const FEW = 3;

onEachEngineInFull('an accepted CONNECT', liveScene, (scene) => {
  it('accepts a user, an application, a distributor, a manager and a device', async () => {
    const { platform, application } = scene();
    const ana = await newMember(scene());
    const members = [
      ana,
      await asMember(platform, application, 'applications'),
      await asMember(platform, await newApplication(platform, { type: 'manager' }), 'managers'),
      await newLamp(platform, ana.id),
    ];
    for (const member of members) assert.equal(await connackOf(platform, member), ACCEPTED, member.tree);
    const distributor = await newApplication(platform, { type: 'distributor' });
    const { access_token: token } = await clientToken(platform, distributor, 'distributor');
    assert.equal(await connackOf(platform, { clientId: distributor.clientId, token }), ACCEPTED);
  });

  it('accepts MQTT 3.1 and 3.1.1, and in 3.1.1 also an empty client id', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    // android-app 4.1, ios-app 4.1, manager-sdk 4
    const android = { protocolId: 'MQIsdp', protocolVersion: 3, clientId: '7f0000010c38a65f2e6b' } as const;
    const ios = { clientId: '5B0C7E6A-21D3-4A77-9E53-0C6E2D9F1A44' };
    const manager = { clientId: '', clean: true };
    for (const options of [android, ios, manager])
      assert.equal(await connackOf(platform, ana, options), ACCEPTED, JSON.stringify(options));
  });

  it('accepts several connections with one token and delivers to each of them', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using first = await listen(platform, ana);
    await using second = await listen(platform, ana);
    await using device = await connectMqtt(platform, lamp);
    await sendMessage(device, propertyOf(lamp.channelId), { io: 'iw', data: true });
    const received = await Promise.all([first.next(), second.next()]);
    assert.deepEqual(
      received.map(({ message }) => message.data),
      [true, true],
    );
  });

  it('accepts an expired token whose sign-in can be refreshed, and the previous token after a refresh', async () => {
    const { platform, application } = scene();
    const person = await newPerson(platform, application);
    const record = await personToken(platform, application, person);
    const credentials = { clientId: application.clientId, token: record.access_token };
    platform.clock.advance({ days: 60 });
    assert.equal((await platform.request('/v3/users/me', { token: record.access_token })).status, 401);
    assert.equal(await connackOf(platform, credentials), ACCEPTED);
    await platform.server.features.auth.prune();
    assert.equal((await refresh(platform, record)).status, 200);
    assert.equal(await connackOf(platform, credentials), ACCEPTED);
  });

  it("counts a CONNECT as a token's first use, which ends the previous refresh token's grace", async () => {
    const { platform, application } = scene();
    const person = await newPerson(platform, application);
    const record = await personToken(platform, application, person);
    const successor = (await (await refresh(platform, record)).json()) as { access_token: string };
    platform.clock.advance({ minutes: 3 });
    assert.equal((await refresh(platform, record)).status, 200, 'the successor was not used');
    const { access_token: token } = successor;
    assert.equal(await connackOf(platform, { clientId: application.clientId, token }), ACCEPTED);
    platform.clock.advance({ minutes: 1 });
    assert.equal((await refresh(platform, record)).status, 401);
  });
});

onEachEngineInFull('CONNACK 4', liveScene, (scene) => {
  const refused = async (credentials: { clientId?: string; token?: string }) =>
    assert.equal(await connackOf(scene().platform, credentials), BAD_CREDENTIALS);

  it('refuses a CONNECT without credentials or with invalid ones', async () => {
    const { clientId, token } = await newMember(scene());
    await refused({});
    await refused({ clientId });
    await refused({ clientId, token: '' });
    await refused({ clientId, token: 'aza_00000000000000000000000000000000_000000' });
    await refused({ clientId, token: token.slice(0, -1) });
    await refused({ clientId, token: `Bearer ${token}` });
    await refused({ clientId: '', token });
  });

  it('refuses a CONNECT whose username is not the client that the token was issued to', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const other = await newApplication(platform);
    await refused({ ...ana, clientId: other.clientId });
    await refused({ ...ana, clientId: ana.id });
    await refused({ ...ana, clientId: ana.clientId.toUpperCase() });
  });

  it('refuses a CONNECT with a refresh token, a code or a secret as password', async () => {
    const { platform, application } = scene();
    const record = await personToken(platform, application, await newPerson(platform, application));
    const { clientId, secret } = application;
    for (const token of [record.refresh_token, record.code, secret]) await refused({ clientId, token });
  });

  it('refuses a CONNECT after sign-out and after the refresh token has expired', async () => {
    const { platform, application } = scene();
    const record = await personToken(platform, application, await newPerson(platform, application));
    const late = await personToken(platform, application, await newPerson(platform, application));
    const { clientId } = application;
    const { status } = await platform.request(record.href, { method: 'DELETE', token: record.access_token });
    assert.equal(status, 200);
    await refused({ clientId, token: record.access_token });
    platform.clock.advance({ days: 366 });
    await refused({ clientId, token: late.access_token });
  });

  it('refuses a CONNECT when the user or the application is disabled', async () => {
    const { platform } = scene();
    const { applications, users } = platform.server.features;
    const ana = await newMember(scene());
    await users.setState(ana.id, 'inactive');
    await refused(ana);
    const application = await newApplication(platform);
    const rita = await newMember({ platform, application });
    const client = await asMember(platform, application, 'applications');
    await applications.setState(application.clientId, 'disabled');
    await refused(rita);
    await refused(client);
  });

  it('counts refused CONNECTs in the audit log', async () => {
    const { platform, db } = scene();
    const ana = await newMember(scene());
    const stranger = await newApplication(platform);
    for (let count = 0; count < FEW; count += 1) await refused({ ...ana, clientId: stranger.clientId });
    const rows = await refusals(platform, db, 'refused.mqtt.connect');
    const own = rows.filter(({ target }) => target === stranger.clientId);
    assert.deepEqual([own[0]?.actor, own.reduce((sum, { count }) => sum + count, 0)], [ana.id, FEW]);
  });
});

onEachEngineInFull(
  'an address that tries invalid tokens',
  (stage) => liveScene(stage, { environment: { RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: String(FEW) } }),
  (scene) => {
    it('gets CONNACK 4 for invalid tokens, then disconnects; a valid token is still accepted', async () => {
      const { platform } = scene();
      const ana = await newMember(scene());
      const answers = [];
      for (let count = 0; count < FEW + 1; count += 1)
        answers.push(await connackOf(platform, { ...ana, token: `guess ${count}` }));
      assert.deepEqual(answers, [...Array(FEW).fill(BAD_CREDENTIALS), 'closed']);
      assert.equal(await connackOf(platform, ana), ACCEPTED);
    });
  },
);

forEachEngine((engine, _open, newPlace) => {
  if (engine !== 'postgres') return;
  it('disconnects without CONNACK while the database is down, keeps sessions, and recovers', async () => {
    const place = await newPlace();
    const url = new URL(place.databaseUrl ?? '');
    await using relay = await startTcpRelay({ host: url.hostname, port: Number(url.port) });
    url.port = String(relay.port);
    await using platform = await startPlatform({ place: { ...place, databaseUrl: url.href } });
    const ana = await newMember({ platform, application: await newApplication(platform) });
    await using session = await connectMqtt(platform, ana);

    await relay.cut();
    assert.equal(await connackOf(platform, ana), 'closed');
    assert.equal(
      await connackOf(platform, { ...ana, token: 'unknown' }),
      'closed',
      'a token cannot be checked without a database',
    );
    await assert.rejects(platform.server.live.endDeadSessions());
    assert.ok(session.client.connected);

    await relay.restore();
    assert.equal(await connackOf(platform, ana), ACCEPTED);
  });
});
