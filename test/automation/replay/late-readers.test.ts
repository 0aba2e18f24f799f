import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AgentDefinition } from '@azulejo/contract';
import { userOf } from '../../support/panel-scene.ts';
import { onEachEngine } from '../../support/scene.ts';
import { type KillableServer, startKillable } from './killable-server.ts';
import { setUpReplay } from './replay-equals-live.ts';

type Side = 'left' | 'right';

onEachEngine('automations of a home that is read late', setUpReplay, (scene) => {
  /**
   * Creates a home that one process runs and another one changes. The first one does not notice until it is
   * notified.
   */
  async function setUp(stack: AsyncDisposableStack) {
    const { config, db, clock, newHome } = scene();
    const { person, devices } = await newHome();
    const userId = person.id;
    const runner = stack.use(await startKillable({ config, db, clock }, userId));
    const editor: KillableServer = stack.use(await startKillable({ config, db, clock }, userId));
    await editor.features().agentRunner.stop();
    const { agents, agentRuns, channels, values, writePath } = editor.features();
    const author = { userId };
    const of = (component: Side) => ({ channel: devices.kept, component, property: 'level' });
    async function report(component: Side, data: number): Promise<void> {
      const access = await channels.findChannelAccess(devices.kept);
      assert.ok(access);
      const address = { channelId: devices.kept, componentId: component, propertyId: 'level' };
      await writePath.put(userOf(person, 'app'), access, address, data);
    }
    await report('left', 0);
    await report('right', 0);
    const { id } = await agents.create(userId, { definition: notifies([]), author, origin: 'web' });
    async function read(): Promise<void> {
      runner.features().bus.emit('eventsAppended', { userIds: [userId] });
      runner.features().bus.emit('agentsChanged', { userId });
      await runner.settle();
    }
    await read();
    return {
      clock,
      of,
      report,
      read,
      runner,
      agents: {
        replace: (definition: AgentDefinition) => agents.replace(userId, id, { definition, author }),
        update: (isEnabled: boolean) => agents.update(userId, id, { isEnabled, author }),
        create: (definition: AgentDefinition) => agents.create(userId, { definition, author, origin: 'web' }),
        reorder: (ids: readonly string[]) => agents.reorder(userId, [...ids]),
      },
      id,
      append: (
        event: { type: 'home' } | { type: 'play'; data: { agent: string; checksConditions: boolean } },
      ) =>
        editor.features().db.unit(editor.features().events.append([{ userId, at: clock.now(), ...event }])),
      runs: async (agentId = id) => (await agentRuns.list({ userId, agentId }, { limit: 20 })).reverse(),
      /** Stores the home as before its state had its agents. */
      async forgetAgents(): Promise<void> {
        const of = db.read.selectFrom('agent_homes').select('state_json').where('user_id', '=', userId);
        const { agents: _agents, ...state } = JSON.parse((await of.executeTakeFirstOrThrow()).state_json) as {
          agents?: unknown;
        };
        const changed = { state_json: JSON.stringify(state) };
        await db.write((tx) =>
          tx.updateTable('agent_homes').set(changed).where('user_id', '=', userId).execute(),
        );
      },
      currentValue: async (component: Side): Promise<unknown> =>
        (await values.ofChannel(devices.kept)).find(({ componentId }) => componentId === component)?.data,
      misses: async () => (await agentRuns.misses({ userId, agentId: id })).flatMap(({ last }) => last),
    };
  }

  const notifies = (when: AgentDefinition['when'], text = 'Now'): AgentDefinition => ({
    label: 'Late',
    when,
    then: [{ notify: { text } }],
  });

  it('changes an automation at the time of its own change, not at that of an earlier event', async () => {
    await using stack = new AsyncDisposableStack();
    const { agents, append, clock, misses, of, read } = await setUp(stack);
    await append({ type: 'home' });
    clock.advance({ seconds: 5 });
    const changed = clock.now();
    await agents.replace(notifies([{ property: of('left'), is: 'becomes', value: 0 }]));
    clock.advance({ seconds: 5 });
    await read();
    assert.deepEqual(
      (await misses()).map(({ reason, version, at }) => ({ reason, version, at })),
      [{ reason: 'not-true-before', version: 2, at: changed }],
    );
  });

  it('handles each event with the version of an automation, and its switch, of that time', async () => {
    await using stack = new AsyncDisposableStack();
    const { agents, append, id, misses, read, runner, runs } = await setUp(stack);
    const play = () => append({ type: 'play', data: { agent: id, checksConditions: true } });
    await agents.replace(notifies([], 'Second'));
    await play();
    await agents.update(false);
    await play();
    await agents.update(true);
    // A home that is loaded from the database continues in the same way.
    await runner.restart();
    await agents.replace(notifies([], 'Third'));
    await play();
    await read();
    assert.deepEqual(
      (await runs()).map(({ version }) => version),
      [2, 3],
    );
    assert.deepEqual(
      (await misses()).map(({ reason }) => reason),
      ['disabled'],
    );
  });

  it('continues in a home that an earlier version of the server stored', async () => {
    await using stack = new AsyncDisposableStack();
    const { agents, append, forgetAgents, id, read, runner, runs } = await setUp(stack);
    await forgetAgents();
    await runner.restart();
    await append({ type: 'play', data: { agent: id, checksConditions: true } });
    await agents.replace(notifies([], 'Second'));
    await append({ type: 'play', data: { agent: id, checksConditions: true } });
    await read();
    assert.deepEqual(
      (await runs()).map(({ version }) => version),
      [1, 2],
    );
  });

  it('begins to watch a property with the value that it had when the automation was saved', async () => {
    await using stack = new AsyncDisposableStack();
    const { agents, misses, of, read, report, runs } = await setUp(stack);
    await agents.replace(notifies([{ property: of('right'), is: 'becomes', value: 1 }]));
    await report('right', 1);
    await report('right', 0.5);
    await read();
    assert.deepEqual(await misses(), []);
    assert.deepEqual(
      (await runs()).map(({ start }) => [start.before, start.after]),
      [[0, 1]],
    );
  });

  it('decides in the order that automations had then', async () => {
    await using stack = new AsyncDisposableStack();
    const { agents, id, of, read, report, runs, currentValue } = await setUp(stack);
    const when: AgentDefinition['when'] = [{ property: of('left'), is: 'becomes', value: 1 }];
    const writes = (value: number): AgentDefinition => ({
      label: 'Writes',
      when,
      then: [{ set: of('right'), value, only: 'always' }],
    });
    const second = await agents.create(writes(0.25));
    await agents.replace(writes(0.75));
    await agents.reorder([second.id, id]);
    await report('left', 1);
    await agents.reorder([id, second.id]);
    await read();
    assert.deepEqual([(await runs()).length, (await runs(second.id)).length], [1, 1]);
    assert.equal(await currentValue('right'), 0.75);
  });
});
