import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { it } from 'node:test';
import { publishTopic } from '@azulejo/contract';
import type { MqttClient } from 'mqtt';
import { startBrowser } from '../../support/browser.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { onSqlite } from '../../support/scene.ts';
import { sendMessage, topicOf } from './live-scene.ts';
import { setUpHome } from './real-clients-scene.ts';

/** The global that the page's script defines. */
declare const mqtt: { connect(url: string, options: object): MqttClient };

type Call = {
  url: string;
  username: string;
  password: string;
  filter: string;
  topic: string;
  message: string;
};

/** Runs in the page: writes the value and resolves with the first live (not retained) message. */
function writeAndReceive({ url, username, password, filter, topic, message }: Call): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = mqtt.connect(url, { username, password, protocolVersion: 4, reconnectPeriod: 0 });
    client.on('error', reject);
    client.on('close', () => reject(new Error('closed')));
    client.on('message', (receivedOn, payload, { retain }) => {
      if (!retain) resolve(`${receivedOn} ${payload.toString()}`);
    });
    client.on('connect', () => {
      client.subscribe(filter, { qos: 1 }, () => client.publish(topic, message, { qos: 1 }));
    });
  });
}

/** Serves a page on its own origin, with the client's browser bundle. */
async function servePage() {
  const bundle = createRequire(import.meta.url).resolve('mqtt/dist/mqtt.min');
  const script = await readFile(bundle);
  const server = createServer((request, response) => {
    const isScript = request.url === '/mqtt.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? script : '<!doctype html><link rel="icon" href="data:,"><script src="/mqtt.js"></script>',
    );
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

onSqlite('MQTT over WebSocket in a browser', setUpHome, (scene) => {
  it('writes over WebSocket from another origin and receives the report of the change', async () => {
    const { platform, user, manager, address } = scene();
    await using cloud = await connectMqtt(platform, manager);
    await cloud.subscribe(`/v3/managers/${manager.id}/channels/#`);
    await using site = await servePage();
    await using browser = await startBrowser();
    const { page, pageErrors } = await browser.open();
    await page.goto(site.url);
    const reply = page.evaluate(writeAndReceive, {
      url: `ws://127.0.0.1:${platform.config.httpPort}/mqtt`,
      username: user.clientId,
      password: user.token,
      filter: `/v3/users/${user.id}/channels/#`,
      topic: publishTopic(address),
      message: JSON.stringify({ io: 'w', data: true }),
    });
    const doing = cloud
      .next()
      .then(({ message }) => sendMessage(cloud, address, { io: 'iw', data: message.data }));
    const [received] = await Promise.all([reply, doing]);
    const [topic, text = ''] = received.split(/ (.*)/s);
    assert.equal(topic, topicOf(user, address));
    const message = JSON.parse(text) as { io: string; data: unknown };
    assert.deepEqual([message.io, message.data], ['iw', true]);
    assert.deepEqual(pageErrors, []);
  });
});
