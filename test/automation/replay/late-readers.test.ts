import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
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
    await editor.features().automationRunner.stop();
    const { automations, automationRuns, channels, values, writePath } = editor.features();
    const author = { userId };
    const of = (component: Side) => ({ channel: devices.kept, component, property: 'level' });
    async function report(component: Side, data: number): Promise<void> {
      const access = await channels.findChannelAccess(devices.kept);
      assert.ok(access);
      const address = { channelId: devices.kept, componentId: component, propertyId: 'level' };
      await writePath.put(userOf(person, 'app'), { ...access, rights: 'all' }, address, data);
    }
    await report('left', 0);
    await report('right', 0);
    const { id } = await automations.create(userId, { definition: notifies([]), author, origin: 'web' });
    async function read(): Promise<void> {
      runner.features().bus.emit('eventsAppended', { userIds: [userId] });
      runner.features().bus.emit('automationsChanged', { userId });
      await runner.settle();
    }
    await read();
    return {
      clock,
      of,
      report,
      read,
      runner,
      automations: {
        replace: (definition: AutomationDefinition) =>
          automations.replace(userId, id, { definition, author }),
        update: (isEnabled: boolean) => automations.update(userId, id, { isEnabled, author }),
        create: (definition: AutomationDefinition) =>
          automations.create(userId, { definition, author, origin: 'web' }),
        reorder: (ids: readonly string[]) => automations.reorder(userId, [...ids]),
      },
      id,
      append: (
        event: { type: 'home' } | { type: 'play'; data: { automation: string; checksConditions: boolean } },
      ) =>
        editor.features().db.unit(editor.features().events.append([{ userId, at: clock.now(), ...event }])),
      runs: async (automationId = id) =>
        (await automationRuns.list({ userId, automationId }, { limit: 20 })).reverse(),
      /** Stores the home as before its state had its automations. */
      async forgetAutomations(): Promise<void> {
        const of = db.read.selectFrom('automation_homes').select('state_json').where('user_id', '=', userId);
        const { automations: _automations, ...state } = JSON.parse(
          (await of.executeTakeFirstOrThrow()).state_json,
        ) as {
          automations?: unknown;
        };
        const changed = { state_json: JSON.stringify(state) };
        await db.write((tx) =>
          tx.updateTable('automation_homes').set(changed).where('user_id', '=', userId).execute(),
        );
      },
      currentValue: async (component: Side): Promise<unknown> =>
        (await values.ofChannel(devices.kept)).find(({ componentId }) => componentId === component)?.data,
      misses: async () =>
        (await automationRuns.misses({ userId, automationId: id })).flatMap(({ last }) => last),
    };
  }

  const notifies = (when: AutomationDefinition['when'], text = 'Now'): AutomationDefinition => ({
    label: 'Late',
    when,
    then: [{ kind: 'notify', notify: { text } }],
  });

  it('changes an automation at the time of its own change, not at that of an earlier event', async () => {
    await using stack = new AsyncDisposableStack();
    const { automations, append, clock, misses, of, read } = await setUp(stack);
    await append({ type: 'home' });
    clock.advance({ seconds: 5 });
    const changed = clock.now();
    await automations.replace(
      notifies([{ kind: 'property', property: of('left'), is: 'becomes', value: 0 }]),
    );
    clock.advance({ seconds: 5 });
    await read();
    assert.deepEqual(
      (await misses()).map(({ reason, version, at }) => ({ reason, version, at })),
      [{ reason: 'not-true-before', version: 2, at: changed }],
    );
  });

  it('handles each event with the version of an automation, and its switch, of that time', async () => {
    await using stack = new AsyncDisposableStack();
    const { automations, append, id, misses, read, runner, runs } = await setUp(stack);
    const play = () => append({ type: 'play', data: { automation: id, checksConditions: true } });
    await automations.replace(notifies([], 'Second'));
    await play();
    await automations.update(false);
    await play();
    await automations.update(true);
    // A home that is loaded from the database continues in the same way.
    await runner.restart();
    await automations.replace(notifies([], 'Third'));
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
    const { automations, append, forgetAutomations, id, read, runner, runs } = await setUp(stack);
    await forgetAutomations();
    await runner.restart();
    await append({ type: 'play', data: { automation: id, checksConditions: true } });
    await automations.replace(notifies([], 'Second'));
    await append({ type: 'play', data: { automation: id, checksConditions: true } });
    await read();
    assert.deepEqual(
      (await runs()).map(({ version }) => version),
      [1, 2],
    );
  });

  it('begins to watch a property with the value that it had when the automation was saved', async () => {
    await using stack = new AsyncDisposableStack();
    const { automations, misses, of, read, report, runs } = await setUp(stack);
    await automations.replace(
      notifies([{ kind: 'property', property: of('right'), is: 'becomes', value: 1 }]),
    );
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
    const { automations, id, of, read, report, runs, currentValue } = await setUp(stack);
    const when: AutomationDefinition['when'] = [
      { kind: 'property', property: of('left'), is: 'becomes', value: 1 },
    ];
    const writes = (value: number): AutomationDefinition => ({
      label: 'Writes',
      when,
      then: [{ kind: 'set', set: of('right'), value, only: 'always' }],
    });
    const second = await automations.create(writes(0.25));
    await automations.replace(writes(0.75));
    await automations.reorder([second.id, id]);
    await report('left', 1);
    await automations.reorder([id, second.id]);
    await read();
    assert.deepEqual([(await runs()).length, (await runs(second.id)).length], [1, 1]);
    assert.equal(await currentValue('right'), 0.75);
  });
});
