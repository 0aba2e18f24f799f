import assert from 'node:assert/strict';
import { it } from 'node:test';
import { valueTopic } from '@azulejo/contract';
import { newMember } from '../connections/mqtt/live-scene.ts';
import { openRaw } from '../connections/mqtt/protocol-client.ts';
import { connack, connect, puback, publish, text } from '../connections/mqtt/protocol-wire.ts';
import { newApplication } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';

/** Far more than the burst of a session, which is 2,000. */
const MESSAGES = 6_000;
const BURST_AND_SOME = 2_500;
/** With a level of this length, a topic is nearly as long as the broker accepts. */
const LONG_LEVEL = 'a'.repeat(800);
const KB = 1024;
/** Others may wait no longer than usual: the server refuses a message in a fraction of a millisecond. */
const MAX_RATIO = 1;

async function setUp({ start }: Stage) {
  const platform = await start({ environment: { LOG_LEVEL: 'info' } });
  const application = await newApplication(platform);
  const [attacker, bystander] = [
    await newMember({ platform, application }),
    await newMember({ platform, application }),
  ];
  const ask = async () => {
    const response = await platform.request('/v3/users/me', { token: bystander.token });
    assert.equal(response.status, 200, await response.text());
  };
  return {
    platform,
    attacker,
    ask,
    /** Publishes the message again and again, as fast as the server reads it. Returns how long that took. */
    async flood(topic: string, payload: string, count = MESSAGES): Promise<number> {
      using client = await openRaw(platform.config.mqtt.port ?? 0, 120_000);
      const { clientId, token } = attacker;
      client.send(connect({ id: 'flood', rest: [text(clientId), text(token)] }));
      assert.deepEqual(await client.takePacket(), connack(0));
      const began = performance.now();
      const batch = Buffer.concat(Array.from({ length: 100 }, () => publish(topic, { payload })));
      for (let sent = 0; sent < count; sent += 100)
        await new Promise<void>((resolve) => client.socket.write(batch, () => resolve()));
      client.send(publish(topic, { payload, qos: 1, id: 1 }));
      assert.deepEqual(await client.takePacket(), puback(1));
      return performance.now() - began;
    },
  };
}

onSqlite('publishes that are refused', setUp, (scene) => {
  it("does not let refused reads of one's own topic delay others", async (context) => {
    const { attacker, ask, flood } = scene();
    const address = { channelId: attacker.id, componentId: LONG_LEVEL, propertyId: 'x' };
    const topic = valueTopic('users', attacker.id, address);
    const baseline = await waitsDuring(ask);
    const flooded = flood(topic, '{"io":"r"}');
    assertUnharmed(context, baseline, await waitsDuring(ask, flooded), { maxRatio: MAX_RATIO });
  });

  it('throttles refused reads as much as any message', async () => {
    const { flood } = scene();
    const tookMs = await flood('/v3/nothing', '{"io":"r"}', BURST_AND_SOME);
    assert.ok(tookMs >= 400, `${BURST_AND_SOME} refused reads took ${tookMs} ms`);
  });

  it('does not let large payloads that no message has delay others', async (context) => {
    const { attacker, ask, flood } = scene();
    const address = { channelId: attacker.id, componentId: 'a', propertyId: 'x' };
    const payload = `"${'password-'.repeat(7 * KB)}`;
    const baseline = await waitsDuring(ask);
    const flooded = flood(valueTopic('users', attacker.id, address), payload, 300);
    assertUnharmed(context, baseline, await waitsDuring(ask, flooded), { maxRatio: MAX_RATIO });
  });
});
