import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bridge, BridgeList } from '@azulejo/contract';
import { startOther } from '../../support/other-server.ts';
import { newPerson } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { onEachEngine, type Stage } from '../../support/scene.ts';
import { until } from '../../support/until.ts';

/** With so many bridges, one server has all of them once in 2^7 runs, and the test still holds. */
const BRIDGES = 8;

/** Starts two servers on one database, with bridges to an MQTT server that does not exist. */
async function setUp(stage: Stage) {
  const first = await stage.start();
  const second = await startOther(stage, { clock: first.clock });
  const { id: clientId } = await first.server.features.homeApplication.get();
  const ana = await newPerson(first, { clientId, secret: '' });
  for (let index = 0; index < BRIDGES; index += 1)
    await first.server.features.bridges.create({
      connection: {
        type: 'zigbee2mqtt',
        mqttUrl: 'mqtt://127.0.0.1:1',
        username: undefined,
        password: undefined,
        baseTopic: `zigbee2mqtt-${index}`,
      },
      userIds: [ana.id],
    });
  return { first, second, ana };
}

/** Returns the process of each bridge that a server started last. */
const processesOf = (platform: TestPlatform): ReadonlyMap<string, number> =>
  new Map(
    platform
      .log()
      .split('\n')
      .filter((line) => line.includes('"bridge started"'))
      .map((line) => JSON.parse(line) as { bridge: string; bridgePid: number })
      .map(({ bridge, bridgePid }) => [bridge, bridgePid]),
  );

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

onEachEngine(
  'bridges of two servers',
  setUp,
  (scene) => {
    it('run once each, are shown by both, and run on the other server when theirs ends', async () => {
      const { first, second, ana } = scene();
      await until(() => processesOf(first).size + processesOf(second).size >= BRIDGES, { limitMs: 60_000 });
      const [here, there] = [processesOf(first), processesOf(second)];
      assert.equal(new Set([...here.keys(), ...there.keys()]).size, BRIDGES);
      const { parts } = second.server.features.leases;
      for (const id of there.keys()) assert.ok(parts.hasPartOf(id) && !here.has(id));

      for (const at of [first, second])
        await until(async () => {
          const reply = await at.request('/v3/bridges', { token: ana.token });
          const { bridges } = (await reply.json()) as BridgeList;
          return bridges.length === BRIDGES && bridges.every(({ state }: Bridge) => state === 'failing');
        });

      await second[Symbol.asyncDispose]();
      for (const pid of there.values()) assert.ok(!isRunning(pid));
      await until(() => processesOf(first).size === BRIDGES, { limitMs: 60_000 });
      for (const [id, pid] of here) assert.equal(processesOf(first).get(id), pid);
    });
  },
  { engines: ['postgres'] },
);
