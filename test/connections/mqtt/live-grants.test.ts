import assert from 'node:assert/strict';
import { it } from 'node:test';
import { connectMqtt, type MqttSession } from '../../support/mqtt.ts';
import { newApplication } from '../../support/people.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import { asMember, liveScene, type Member, newLamp, newMember, refusals } from './live-scene.ts';

type Role = 'application' | 'user';

const grantsOf = ({ tree, id }: Pick<Member, 'tree' | 'id'>) => `/v3/${tree}/${id}/grants`;
const applicationOf = ({ clientId }: Member) => ({ tree: 'applications' as const, id: clientId });

onEachEngineInFull('asking a local device for grants', liveScene, (scene) => {
  /** Connects two users of one application, and a device that was created in a third user's home. */
  async function pairing() {
    const { platform, application } = scene();
    const [ana, rita, owner] = await Promise.all([1, 2, 3].map(() => newMember(scene())));
    assert.ok(ana && rita && owner);
    const lamp = await newLamp(platform, owner.id);
    const sessions = new AsyncDisposableStack();
    const connect = async (member: Member) => {
      const session = sessions.use(await connectMqtt(platform, member));
      await session.subscribe(`${grantsOf(member)}/#`);
      if (member.tree === 'users') await session.subscribe(`${grantsOf(applicationOf(member))}/#`);
      return session;
    };
    const [atAna, atRita, device] = [await connect(ana), await connect(rita), await connect(lamp)];
    const app = await connect(await asMember(platform, application, 'applications'));
    const dataFor = (role: Role) => ({
      role,
      client_id: role === 'user' ? ana.id : ana.clientId,
      ...(role === 'user' ? { requesting_client_id: ana.clientId } : {}),
      content: 'Hall lamp',
      id: 'AB:CD',
    });
    const tryToGrant = (role: Role) => {
      const { client_id } = dataFor(role);
      const body = { client_id, role, requesting_client_id: ana.clientId };
      return postJson(platform, `/v3/channels/${lamp.channelId}/grant-access`, body, { token: lamp.token });
    };
    const grant = async (role: Role) => {
      const response = await tryToGrant(role);
      assert.equal(response.status, 200, await response.text());
    };
    return {
      ana,
      rita,
      lamp,
      atAna,
      atRita,
      device,
      app,
      dataFor,
      tryToGrant,
      grant,
      ask: (session: MqttSession, role: Role) =>
        session.publish(grantsOf(lamp), { io: 'w', data: dataFor(role) }),
      confirm: (role: Role) => device.publish(grantsOf(lamp), { io: 'iw', data: dataFor(role) }),
      [Symbol.asyncDispose]: () => sessions.disposeAsync(),
    };
  }

  it('delivers a request for a user to the device, and the answer once to that user', async () => {
    await using there = await pairing();
    const { ana, lamp, atAna, device } = there;
    await there.ask(atAna, 'user');
    const requested = await device.next();
    assert.equal(requested.topic, grantsOf(lamp));
    const { io, data, sender, on_behalf_of } = requested.message;
    assert.deepEqual([io, data, sender, on_behalf_of], ['w', there.dataFor('user'), ana.clientId, ana.id]);
    await there.grant('user');
    await there.confirm('user');
    const answer = await atAna.next();
    assert.deepEqual([answer.topic, answer.message.io], [grantsOf(ana), 'iw']);
    await there.ask(atAna, 'user');
    await there.confirm('user');
    const second = await atAna.next();
    assert.deepEqual(
      second.message.data,
      there.dataFor('user'),
      'the next ask is answered by its own confirmation',
    );
    assert.deepEqual([atAna.received.length, there.atRita.received], [2, []]);
  });

  it('delivers the answer to a request for an application to it and to the user who asked', async () => {
    await using there = await pairing();
    const { ana, atAna, atRita, app, device } = there;
    await there.ask(atAna, 'application');
    assert.deepEqual((await device.next()).message.data, there.dataFor('application'));
    await there.confirm('application');
    for (const session of [atAna, app]) {
      const { topic, message } = await session.next();
      assert.deepEqual([topic, message.io], [grantsOf(applicationOf(ana)), 'iw']);
    }
    await there.grant('application');
    await there.ask(atRita, 'application');
    await there.confirm('application');
    await Promise.all([atRita.next(), app.next()]);
    assert.deepEqual(
      [atAna, atRita, app].map(({ received }) => received.length),
      [1, 1, 2],
    );
  });

  it('notifies the user of a grant that is repeated over HTTP after the request expired', async () => {
    await using there = await pairing();
    await there.ask(there.atAna, 'user');
    await there.grant('user');
    await there.atAna.next();
    scene().platform.clock.advance({ minutes: 3 });
    await there.grant('user');
    const { topic, message } = await there.atAna.next();
    assert.equal(topic, grantsOf(there.ana));
    assert.deepEqual(message.data, {
      role: 'user',
      client_id: there.ana.id,
      requesting_client_id: there.ana.clientId,
      id: there.lamp.channelId,
    });
  });

  it('ignores a confirmation without a request or more than two minutes after it', async () => {
    await using there = await pairing();
    const { platform } = scene();
    await there.confirm('user');
    await there.ask(there.atAna, 'user');
    platform.clock.advance({ minutes: 3 });
    await there.confirm('user');
    await assertApiError(await there.tryToGrant('user'), 'not_granted');
    await there.grant('application');
    assert.equal((await there.app.next()).topic, grantsOf(applicationOf(there.ana)));
    assert.deepEqual(there.atAna.received, []);
  });

  it('drops the oldest of more than 100 requests of one person, and none of others', async () => {
    await using there = await pairing();
    const { ana, atAna, atRita, app } = there;
    await there.ask(atAna, 'application');
    await there.ask(atRita, 'application');
    await there.ask(atAna, 'user');
    scene().platform.clock.advance({ seconds: 1 });
    for (let count = 0; count < 100; count += 1)
      await atAna.publish(grantsOf({ tree: 'devices', id: `device-${count}` }), {
        io: 'w',
        data: there.dataFor('user'),
      });
    await assertApiError(await there.tryToGrant('user'), 'not_granted');
    await there.grant('application');
    for (const session of [atRita, app])
      assert.equal((await session.next()).topic, grantsOf(applicationOf(ana)));
    assert.deepEqual(atAna.received, []);
  });

  it('rejects requests on behalf of others and confirmations that are not from the device', async () => {
    await using there = await pairing();
    const { platform, db } = scene();
    const { ana, rita, lamp, atRita, device, app } = there;
    const other = await newApplication(platform);
    const topic = grantsOf(lamp);
    await there.ask(atRita, 'user');
    await atRita.publish(topic, { io: 'iw', data: there.dataFor('user') });
    await atRita.publish(topic, { io: 'w', data: { role: 'application', client_id: other.clientId } });
    await app.publish(topic, { io: 'w', data: there.dataFor('user') });
    await device.publish(topic, { io: 'w', data: there.dataFor('application') });
    await app.publish(topic, { io: 'w', data: there.dataFor('application') });
    assert.deepEqual((await device.next()).message.data, there.dataFor('application'));
    assert.deepEqual([device.received.length, there.atAna.received], [1, []]);
    const rows = await refusals(platform, db, 'refused.mqtt.publish');
    const refused = Map.groupBy(
      rows.filter(({ target }) => target === topic),
      ({ actor }) => actor,
    );
    const sums = [...refused].map(([actor, own]) => [actor, own.reduce((sum, { count }) => sum + count, 0)]);
    assert.deepEqual(
      new Map(sums as [string, number][]),
      new Map([
        [rita.id, 3],
        [ana.clientId, 1],
        [lamp.id, 1],
      ]),
    );
  });
});
