import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AgentDefinition } from '@azulejo/contract';
import { userOf } from '../../support/panel-scene.ts';
import { onEachEngine } from '../../support/scene.ts';
import { startKillable } from './killable-server.ts';
import { setUpReplay } from './replay-equals-live.ts';
import { storedCommands } from './stored.ts';

const TURNS = 6;

/** One writes at once and sends a message, the other one writes after a wait. */
const definitionsFor = (channel: string): AgentDefinition[] => {
  const of = (component: string) => ({ channel, component, property: 'level' });
  const when = [{ property: of('left'), is: 'becomes', value: 1 }] as const;
  return [
    {
      label: 'At once',
      when: [...when],
      then: [{ set: of('right'), value: 1, only: 'always' }, { webhook: { url: 'https://example.org/' } }],
    },
    {
      label: 'Later',
      when: [...when],
      then: [{ wait: 'PT1S' }, { set: of('right'), value: 0, only: 'always' }],
    },
  ];
};

/** A server whose lease was taken over runs until it notices, which takes up to five seconds (decision 0044). */
onEachEngine(
  'automations of a server that lost its lease, beside those of the next one',
  setUpReplay,
  (scene) => {
    it('decide each event and each timer once, whichever server is faster', async () => {
      const { config, db, clock, newHome } = scene();
      const { person, devices } = await newHome();
      const { id: userId } = person;
      await using former = await startKillable({ config, db, clock }, userId);
      async function report(data: number): Promise<void> {
        const { channels, writePath } = former.features();
        const access = await channels.findChannelAccess(devices.kept);
        assert.ok(access);
        const address = { channelId: devices.kept, componentId: 'left', propertyId: 'level' };
        await writePath.put(userOf(person, 'app'), access, address, data);
      }
      await report(0);
      for (const definition of definitionsFor(devices.kept))
        await former.features().agents.create(userId, { definition, author: { userId }, origin: 'web' });
      await former.settle();
      await using next = await startKillable({ config, db, clock }, userId);
      const servers = [former, next];
      for (let turn = 0; turn < TURNS; turn += 1) {
        await report(turn % 2 === 0 ? 1 : 0);
        for (const server of servers) server.features().bus.emit('eventsAppended', { userIds: [userId] });
        await Promise.all(servers.map((server) => server.settle()));
        clock.advance({ seconds: 2 });
        await Promise.all(servers.map((server) => server.settle()));
      }
      const runs = await db.read
        .selectFrom('agent_runs')
        .select(['agent_id', 'outcome'])
        .where('user_id', '=', userId)
        .execute();
      const messages = await db.read
        .selectFrom('agent_messages')
        .select('id')
        .where('user_id', '=', userId)
        .execute();
      const commands = await storedCommands(db, [devices.kept]);
      assert.deepEqual([runs.length, messages.length, commands.length], [TURNS, TURNS / 2, TURNS]);
      assert.ok(runs.every(({ outcome }) => outcome === 'done' || outcome === 'running'));
      const events = await db.read
        .selectFrom('user_events')
        .select('component_id')
        .where('user_id', '=', userId)
        .where('component_id', '=', 'right')
        .execute();
      assert.equal(events.length, TURNS);
    });
  },
);
