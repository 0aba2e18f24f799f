import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { it } from 'node:test';
import { promisify } from 'node:util';
import { Aedes } from 'aedes';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridgeOf } from './bridge-scene.ts';
import { lacksMosquitto } from './zigbee2mqtt.ts';

const skip = lacksMosquitto();
const REFUSALS = 4;

/** Starts an MQTT server that refuses the first attempts. */
async function startRefusing() {
  const attempts = { count: 0 };
  const broker = await Aedes.createBroker({
    authenticate: (_client, _user, _password, done) => {
      attempts.count += 1;
      done(null, attempts.count > REFUSALS);
    },
  });
  const server = createServer(broker.handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    attempts,
    url: `mqtt://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.close();
      await promisify(broker.close.bind(broker))();
    },
  };
}

type Status = { readonly mqtt: string; readonly mqttReason?: string };

/** Returns the connection in each status that a bridge reported, because the server may store each of them. */
const connectionsIn = (lines: readonly string[]): string[] =>
  lines
    .filter((line) => line.includes('"event":"status"'))
    .map((line) => JSON.parse(line) as Status)
    .map(({ mqtt, mqttReason = '' }) => `${mqtt} ${mqttReason}`.trim());

for (const folder of ['zigbee2mqtt', 'mqtt-discovery']) {
  const setUp = async (stage: Stage) => (skip ? undefined : await setUpBridgeOf(folder, stage));
  onSqlite(`the bridge ${folder} when the MQTT server refuses it`, setUp, (scene) => {
    it('reports once that an MQTT server refuses the bridge, and not with each attempt', {
      skip,
    }, async () => {
      const house = scene();
      assert.ok(house);
      await using refusing = await startRefusing();
      await using bridge = house.startBridge(['--mqtt', refusing.url]);
      await bridge.line(/"mqtt":"online"/);
      assert.equal(refusing.attempts.count, REFUSALS + 1);
      const refused = 'offline Connection refused: Not authorized';
      const states = connectionsIn(bridge.lines);
      const changes = states.filter((state, index) => state !== states[index - 1]);
      assert.deepEqual(changes.slice(-2), [refused, 'online']);
      assert.equal(changes.filter((state) => state === refused).length, 1);
      // The status is not stored with each attempt, but its other members may have changed once meanwhile.
      const times = states.filter((state) => state === refused).length;
      assert.ok(times <= 2, `${times} times for ${refusing.attempts.count - 1} refusals`);
    });
  });
}
