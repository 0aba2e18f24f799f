import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { publishTopic, valueTopic } from '@azulejo/contract';
import { issueAuthority } from '@azulejo/server/testing';
import { connectMqtt } from '../../support/mqtt.ts';
import { onSqlite } from '../../support/scene.ts';
import { sendMessage, topicOf } from './live-scene.ts';
import { lacksMosquitto, lacksPaho, mosquittoPub, mosquittoSub, pahoManager } from './other-clients.ts';
import { connectionOf, type Home, setUpHome, transports } from './real-clients-scene.ts';

/** Client ids as the Android app sends them, and as all others do. */
const versions = {
  '3.1': { protocolId: 'MQIsdp', protocolVersion: 3, clientId: 'azulejo-test' },
  '3.1.1': { protocolVersion: 4, clientId: '' },
} as const;

const treeOf = (member: { tree: string; id: string }) => `/v3/${member.tree}/${member.id}/channels/#`;

onSqlite('the npm package mqtt', setUpHome, (scene) => {
  for (const transport of transports) {
    for (const [version, options] of Object.entries(versions)) {
      it(`writes a value and receives its report in ${version} over ${transport}`, async () => {
        const { platform, caFile, user, manager, address } = scene();
        const ca = await readFile(caFile);
        const connect = (member: typeof user) =>
          connectMqtt(platform, member, { ...connectionOf(platform, transport, ca), ...options });
        await using phone = await connect(user);
        await using cloud = await connect(manager);
        for (const [session, member] of [
          [phone, user],
          [cloud, manager],
        ] as const)
          assert.deepEqual(await session.subscribe(treeOf(member)), [1]);
        const data = version === '3.1';
        await sendMessage(phone, address, { io: 'w', data });
        const requested = await cloud.next(({ message }) => message.io === 'w');
        assert.equal(requested.topic, topicOf(manager, address));
        assert.deepEqual(
          [requested.message.data, requested.message.sender, requested.message.on_behalf_of],
          [data, user.clientId, user.id],
        );
        await sendMessage(cloud, address, { io: 'iw', data });
        const report = await phone.next(({ message, retained }) => message.io === 'iw' && !retained);
        assert.deepEqual([report.topic, report.message.data], [topicOf(user, address), data]);
      });
    }
  }

  it("rejects the server's certificate without its CA or under another name", async () => {
    const { platform, caFile, user } = scene();
    const url = platform.config.urls.mqtt;
    const ca = await readFile(caFile);
    await assert.rejects(connectMqtt(platform, user, { url }), /refused/);
    await assert.rejects(connectMqtt(platform, user, { url, ca, servername: 'other.example' }), /refused/);
    await using session = await connectMqtt(platform, user, { url, ca, servername: 'localhost' });
    assert.ok(session.client.connected);
  });
});

onSqlite('mosquitto_pub and mosquitto_sub', setUpHome, (scene) => {
  const endpointsOf = ({ platform: { config }, caFile }: Home) => [
    { port: config.mqtt.port ?? 0 },
    { port: config.mqtt.tlsPort ?? 0, ca: caFile },
  ];

  it('exchanges values with mosquitto over TCP and TLS at any QoS', { skip: lacksMosquitto }, async () => {
    const { user, manager, address } = scene();
    for (const endpoint of endpointsOf(scene())) {
      for (const qos of [0, 1, 2] as const) {
        await using sub = await mosquittoSub(endpoint, user, { topic: treeOf(user), qos });
        const data = `#00${qos}${qos}${endpoint.ca ? 'a' : 'b'}0`;
        const colour = { ...address, propertyId: 'effect-color' };
        const message = { topic: publishTopic(colour), payload: { io: 'iw', data }, qos };
        assert.equal(await mosquittoPub(endpoint, manager, message), 0);
        const line = await sub.line(new RegExp(`${data}`));
        assert.ok(line.startsWith(`${valueTopic('users', user.id, colour)} {"io":"iw"`), line);
      }
    }
  });

  it('sends mosquitto_sub the last value when it subscribes', { skip: lacksMosquitto }, async () => {
    const [endpoint] = endpointsOf(scene());
    const { user, manager, address } = scene();
    assert.ok(endpoint);
    const payload = { io: 'iw', data: true };
    await mosquittoPub(endpoint, manager, { topic: publishTopic(address), payload, qos: 1 });
    await using sub = await mosquittoSub(endpoint, user, {
      topic: valueTopic('users', user.id, address),
      qos: 1,
    });
    assert.match(await sub.line(/"io"/), /"data":true/);
  });

  it('accepts mosquitto with MQTT 3.1 and refuses MQTT 5', { skip: lacksMosquitto }, async () => {
    const [endpoint] = endpointsOf(scene());
    const { user } = scene();
    assert.ok(endpoint);
    const message = { topic: '/v3/x', payload: {}, qos: 1 } as const;
    assert.equal(await mosquittoPub(endpoint, user, { ...message, version: 'mqttv31' }), 0);
    assert.notEqual(await mosquittoPub(endpoint, user, { ...message, version: 'mqttv5' }), 0);
  });

  it("makes mosquitto reject the server's certificate without its CA", { skip: lacksMosquitto }, async () => {
    const { platform, user, caFile } = scene();
    const port = platform.config.mqtt.tlsPort ?? 0;
    const message = { topic: '/v3/x', payload: {}, qos: 1 } as const;
    const foreign = join(platform.config.dataDir, 'foreign.pem');
    await writeFile(foreign, issueAuthority(['localhost'], Date.now()).certificate);
    assert.notEqual(await mosquittoPub({ port, ca: foreign }, user, message), 0);
    assert.equal(await mosquittoPub({ port, ca: caFile }, user, message), 0);
  });
});

onSqlite('a Python manager with paho', setUpHome, (scene) => {
  for (const transport of ['TCP', 'TLS'] as const) {
    it(`carries out writes and answers reads over ${transport}`, { skip: lacksPaho }, async () => {
      const { platform, caFile, user, manager, address } = scene();
      const plain = `mqtt://localhost:${platform.config.mqtt.port}`;
      await using sdk =
        transport === 'TLS'
          ? pahoManager(platform.config.urls.mqtt, manager, caFile)
          : pahoManager(plain, manager);
      await sdk.line(/^subscribed 0/);
      await using phone = await connectMqtt(platform, user);
      await phone.subscribe(treeOf(user));
      const data = transport === 'TLS';
      await sendMessage(phone, address, { io: 'w', data });
      const done = await phone.next(({ message, retained }) => message.io === 'iw' && !retained);
      assert.equal(done.message.data, data);
      await sdk.line(new RegExp(`^w status ${data} ${user.clientId} ${user.id}$`));
      platform.clock.advance({ minutes: 1 });
      await sendMessage(phone, address, { io: 'r' });
      const read = await phone.next(({ message }) => message.io === 'ir');
      assert.equal(read.message.data, data);
      await sdk.line(/^r status/);
    });
  }

  it('returns CONNACK 4 for an invalid token', { skip: lacksPaho }, async () => {
    const { platform, manager } = scene();
    await using sdk = pahoManager(`mqtt://localhost:${platform.config.mqtt.port}`, {
      ...manager,
      token: 'dead',
    });
    // MQTT-3.2.2.3: bad user name or password.
    assert.equal(await sdk.line(/^connected/), 'connected 4');
  });
});
