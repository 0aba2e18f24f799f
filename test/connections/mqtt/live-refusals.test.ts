import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors, publishTopic, type TokenRecord } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { signIn } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import {
  asMember,
  listen,
  liveScene,
  newLamp,
  newManagedLamp,
  newMember,
  propertyOf,
  refusals,
  sendMessage,
  topicOf,
} from './live-scene.ts';

const REFUSED = 0x80;

onEachEngineInFull('a subscription outside one’s own topics', liveScene, (scene) => {
  it("returns 0x80 for a filter outside the client's own trees and writes an audit entry", async () => {
    const { platform, db } = scene();
    const [ana, rita] = [await newMember(scene()), await newMember(scene())];
    await using session = await connectMqtt(platform, ana);
    const codes = await session.subscribe(
      `/v3/users/${ana.id}/channels/#`,
      `/v3/users/${rita.id}/channels/#`,
      `/v3/users/${ana.id}/grants/#`,
      '#',
      `/v3/applications/${ana.clientId}/grants/#`,
      `/v3/applications/${ana.clientId}/channels/#`,
      '$SYS/#',
      '/v3/users/+/channels/#',
    );
    assert.deepEqual(codes, [1, REFUSED, 1, REFUSED, 1, REFUSED, REFUSED, REFUSED]);
    const rows = await refusals(platform, db, 'refused.mqtt.subscribe');
    const own = rows.filter(({ actor }) => actor === ana.id).map(({ target }) => target);
    assert.deepEqual(
      own.sort(),
      [
        '#',
        '$SYS/#',
        '/v3/users/+/channels/#',
        `/v3/applications/${ana.clientId}/channels/#`,
        `/v3/users/${rita.id}/channels/#`,
      ].sort(),
    );
  });

  it('rejects a filter for a tree of another kind of client', async () => {
    const { platform, db, application } = scene();
    const ana = await newMember(scene());
    const members = [
      await asMember(platform, application, 'applications'),
      await newManagedLamp(platform, db, ana.id),
      await newLamp(platform, ana.id),
    ];
    for (const member of members) {
      await using session = await connectMqtt(platform, member);
      const own = `/v3/${member.tree}/${member.id}`;
      const others = ['users', 'applications', 'managers', 'devices'].filter((tree) => tree !== member.tree);
      assert.deepEqual(await session.subscribe(`${own}/channels/#`, `${own}/grants/#`), [1, 1]);
      assert.deepEqual(
        await session.subscribe(...others.map((tree) => `/v3/${tree}/${member.id}/channels/#`)),
        [REFUSED, REFUSED, REFUSED],
      );
    }
  });
});

onEachEngineInFull('a refused publish', liveScene, (scene) => {
  it('acknowledges and audits a refused publish and delivers it to no other client', async () => {
    const { platform, db } = scene();
    const [ana, rita] = [await newMember(scene()), await newMember(scene())];
    const lamp = await newLamp(platform, ana.id);
    await using device = await listen(platform, lamp);
    await using owner = await listen(platform, ana);
    await using stranger = await listen(platform, rita);
    const status = propertyOf(lamp.channelId);
    await sendMessage(stranger, status, { io: 'w', data: true });
    await sendMessage(stranger, status, { io: 'iw', data: true });
    const replies = [await stranger.next(), await stranger.next()];
    assert.deepEqual(
      replies.map(({ topic, message }) => [topic, message.error?.code]),
      Array(2).fill([topicOf(rita, status), errors.not_found.code]),
      'the same as of a channel that does not exist',
    );
    await sendMessage(owner, status, { io: 'w', data: false });
    assert.deepEqual([(await device.next()).message.data, device.received.length], [false, 1]);
    const rows = await refusals(platform, db, 'refused.mqtt.publish');
    const own = rows.filter(({ actor }) => actor === rita.id);
    assert.deepEqual(
      [own[0]?.target, own.reduce((sum, { count }) => sum + count, 0)],
      [publishTopic(status), 2],
    );
  });

  it("refuses a publish to a topic in any client's tree or outside the publish topics", async () => {
    const { platform, db } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using user = await listen(platform, ana);
    await using device = await listen(platform, lamp);
    const status = propertyOf(lamp.channelId);
    const topics = [
      topicOf(ana, status),
      topicOf(lamp, status),
      `/v3/channels/${lamp.channelId}/value`,
      '$SYS/broker/uptime',
      'cards/17',
      `/v3/users/${ana.id}/channels`,
    ];
    for (const topic of topics) await user.publish(topic, { io: 'w', data: true });
    await sendMessage(user, status, { io: 'w', data: false });
    assert.deepEqual(
      [(await device.next()).message.data, device.received.length, user.received],
      [false, 1, []],
    );
    const rows = await refusals(platform, db, 'refused.mqtt.publish');
    const targets = rows.filter(({ actor }) => actor === ana.id).map(({ target }) => target);
    assert.deepEqual(targets.sort(), [...topics].sort());
  });

  it('refuses a report from a user and a write from a device', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using user = await listen(platform, ana);
    await using device = await listen(platform, lamp);
    const status = propertyOf(lamp.channelId);
    await sendMessage(user, status, { io: 'iw', data: true });
    await sendMessage(device, status, { io: 'w', data: true });
    const codes = [await user.next(), await device.next()].map(({ message }) => message.error?.code);
    assert.deepEqual(codes, [errors.forbidden.code, errors.forbidden.code]);
  });

  it('acknowledges a malformed publish, answers it with `e`, and accepts the next one', async () => {
    const { platform } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using user = await listen(platform, ana);
    await using device = await listen(platform, lamp);
    const status = propertyOf(lamp.channelId);
    const malformed: (string | Buffer)[] = [
      '',
      'on',
      'null',
      '[]',
      '{"io":"w"',
      '{"data":true}',
      '{"io":"i","data":true}',
      '{"io":"e","data":true}',
      '{"io":["w"],"data":true}',
      Buffer.from([0x7b, 0x22, 0x69, 0x6f, 0x22, 0x3a, 0x22, 0x77, 0xff, 0x22, 0x7d]),
      '['.repeat(100_000),
    ];
    for (const payload of malformed) {
      await user.publish(publishTopic(status), payload, { retain: true });
      const { topic, message } = await user.next();
      assert.deepEqual(
        [topic, message.io, message.error?.code],
        [topicOf(ana, status), 'e', errors.malformed_body.code],
      );
    }
    await user.publish(`/v3/devices/${lamp.id}/grants`, {
      io: 'w',
      data: { role: 'king', client_id: ana.id },
    });
    await sendMessage(user, status, { io: 'w', data: `${'['.repeat(100_000)}${']'.repeat(100_000)}` });
    assert.equal((await user.next()).message.error?.code, errors.invalid_value.code);
    await sendMessage(user, status, { io: 'w', data: false });
    assert.deepEqual([(await device.next()).message.data, device.received.length], [false, 1]);
    const metrics = await (await platform.request('/metrics')).text();
    assert.match(
      metrics,
      new RegExp(`azulejo_mqtt_publishes_total{result="malformed"} ${malformed.length + 1}\\b`),
    );
  });

  it('refuses subscriptions and publishes of a token without the scope for them', async () => {
    const { platform, db, application } = scene();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    const response = await signIn(platform, 'authorize', {
      response_type: 'password',
      scope: 'application',
      client_id: application.clientId,
      username: ana.person.email,
      password: ana.person.password,
    });
    const { access_token: token } = await readJson<TokenRecord>(response);
    await using session = await connectMqtt(platform, { ...ana, token });
    assert.deepEqual(await session.subscribe(`/v3/users/${ana.id}/channels/#`), [REFUSED]);
    await sendMessage(session, propertyOf(lamp.channelId), { io: 'w', data: true });
    const rows = await refusals(platform, db, 'refused.mqtt.publish');
    assert.equal(rows.filter(({ actor }) => actor === ana.id).length, 1);
  });
});
