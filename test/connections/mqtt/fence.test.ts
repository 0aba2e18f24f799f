import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { publishTopic } from '@azulejo/contract';
import type { Change } from '@azulejo/sdk';
import { manualClock } from '@azulejo/server/testing';
import pg from 'pg';
import { brightnessOf, connectLive, setUpLiveHome, signedIn, untilState } from '../../support/live-scene.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { startOther } from '../../support/other-server.ts';
import { clientToken, newPerson } from '../../support/people.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { until } from '../../support/until.ts';

/** Starts two servers on one database. The membership of the other one has timers that the test moves. */
async function setUp(stage: Stage) {
  const home = await setUpLiveHome(stage);
  const membershipTimers = manualClock();
  const other = await startOther(stage, { membershipTimers });
  const admin = new pg.Client(stage.place.databaseUrl);
  await admin.connect();
  stage.use({ [Symbol.asyncDispose]: () => admin.end() });
  return { ...home, other, admin, membershipTimers };
}

/** Lists what waits for the channels. */
const WAITING = "select pid from pg_locks where not granted and relation = 'channels'::regclass";

onEachEngine(
  'a server that cannot renew its row',
  setUp,
  (scene) => {
    it('delivers nothing after eight seconds, checks sign-ins when it can again, and then sends what was missed', async () => {
      const { platform, other, admin, membershipTimers, application, client } = scene();
      const lamp = await scene().newLamp();
      await using device = await connectLive(platform, await scene().asLamp(lamp));
      const leaving = await newPerson(platform, application);
      await using gone = await connectLive(other, await signedIn(other, application, leaving));
      await using app = await connectLive(other, client);
      const changes: unknown[] = [];
      app.on('change', ({ channel, data }: Change) => channel === lamp.channel && changes.push(data));
      const report = (data: number) => device.report(brightnessOf(lamp), data);
      await report(1);
      await until(() => changes.length === 1);

      const { isRecent } = other.server.features.databaseContact;
      await admin.query('begin; lock table servers in access exclusive mode');
      membershipTimers.advance({ seconds: 8 });
      assert.equal(isRecent(), false);
      await report(2);
      await platform.server.features.users.setState(leaving.id, 'inactive');
      await setTimeout(300);
      assert.deepEqual(changes, [1]);

      await admin.query('commit');
      while (!isRecent()) {
        membershipTimers.advance({ seconds: 2 });
        await setTimeout(20);
      }
      await until(() => changes.length === 2);
      assert.deepEqual(changes, [1, 2]);
      await untilState(gone, 'closed');
      await report(3);
      await until(() => changes.length === 3);
    });

    it('stores nothing that arrived before, also what waited for its rights to be read until the row was renewed', async () => {
      const { other, admin, membershipTimers } = scene();
      const { clientId, secret, channel: channelId } = await scene().newLamp();
      const { access_token: token } = await clientToken(other, { clientId, secret }, 'device');
      await using device = await connectMqtt(other, { clientId, token });
      const report = (propertyId: string) =>
        publishTopic({ channelId, componentId: 'light-bulb', propertyId });

      await admin.query('begin; lock table channels in access exclusive mode');
      const published = device.publish(report('brightness'), { io: 'iw', data: 5 });
      const outcome = Promise.race([
        published.then(() => 'acknowledged'),
        device.closed.then(() => 'closed'),
      ]);
      const put = other.request(report('status'), {
        method: 'PUT',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data: true }),
      });
      await until(async () => (await admin.query(WAITING)).rows.length >= 2);
      const { isRecent } = other.server.features.databaseContact;
      membershipTimers.advance({ seconds: 8 });
      assert.equal(isRecent(), false);
      while (!isRecent()) {
        membershipTimers.advance({ seconds: 2 });
        await setTimeout(20);
      }
      await admin.query('commit');

      assert.equal((await put).status, 503);
      assert.equal(await outcome, 'closed');
      assert.deepEqual(await other.server.features.values.ofChannel(channelId), []);
    });

    it('is not ready, ends streams and sessions after a minute, and is as before when it is back', async () => {
      const { other, admin, membershipTimers, person, client } = scene();
      const lamp = await scene().newLamp();
      await using _device = await connectLive(other, await scene().asLamp(lamp));
      await using _app = await connectLive(other, client);
      const headers = { accept: 'text/event-stream' };
      const stream = await other.request('/v3/users/me/events', { token: person.token, headers });
      assert.equal(stream.status, 200);
      const streamed = stream.text();
      const sessions = [...other.server.live.broker.sessions()];
      assert.ok(sessions.length >= 2);

      await admin.query('begin; lock table servers in access exclusive mode');
      membershipTimers.advance({ seconds: 8 });
      assert.equal((await other.request('/readyz')).status, 503);
      membershipTimers.advance({ seconds: 51 });
      assert.ok(sessions.every(({ isOpen }) => isOpen));
      membershipTimers.advance({ seconds: 1 });
      for (let tenths = 0; tenths < 300; tenths += 1) membershipTimers.advance({ ms: 100 });
      await until(() => sessions.every(({ isOpen }) => !isOpen));
      assert.match(await streamed, /\n\nretry: \d{1,4}\n\n$/);

      await admin.query('commit');
      while (!other.server.features.databaseContact.isRecent()) {
        membershipTimers.advance({ seconds: 2 });
        await setTimeout(20);
      }
      assert.equal((await other.request('/readyz')).status, 200);
    });
  },
  { engines: ['postgres'] },
);
