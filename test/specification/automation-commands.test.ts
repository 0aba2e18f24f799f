import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Activity, Command, type Event, type HistoryPoint } from '@azulejo/contract';
import type { BoundStatement } from '@azulejo/storage';
import { eventPage } from '../support/feed-scene.ts';
import { addressOf, setUpPanels } from '../support/panel-scene.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

type CommandRecord = { id: string | undefined; state: string; reason: string | undefined };

const CHAIN = { rootId: '7', depth: 1 };
const AUTOMATION = 'hall-light';

/**
 * Creates a runner of automations, whose cursor is a row that each unit of work moves from one number to the next.
 */
async function setUpLane(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { db, platform, ana } = panels;
  const { writePath } = platform.server.features;
  await db.write((tx) => tx.insertInto('settings').values({ name: 'cursor', value: '0' }).execute());
  const move = db.prepare<{ before: string; after: string }>()((kysely, p) =>
    kysely
      .updateTable('settings')
      .set({ value: p('after') })
      .where('name', '=', 'cursor')
      .where('value', '=', p('before')),
  );
  const cursor = async () => {
    const rows = await db.read.selectFrom('settings').select('value').where('name', '=', 'cursor').execute();
    return Number(rows[0]?.value);
  };
  let runs = 0;
  const stepOf = (channelId: string, data: unknown, run = String(++runs), at = 'left/level') => ({
    automation: AUTOMATION,
    run,
    step: 's1',
    userId: ana.id,
    address: addressOf(channelId, at),
    data,
    chain: CHAIN,
  });
  type Step = ReturnType<typeof stepOf>;
  return {
    ...panels,
    cursor,
    stepOf,
    /** Moves the cursor and opens the commands in one unit. */
    perform: async (commands: readonly Step[], before?: number) => {
      const from = before ?? (await cursor());
      const locking: BoundStatement[] = [
        move.bind({ before: String(from), after: String(from + 1) }, { expectRow: true }),
      ];
      return writePath.perform({ commands, locking, store: () => ({ statements: [] }) });
    },
    count: async (channelId: string) =>
      (await db.read.selectFrom('commands').select('id').where('channel_id', '=', channelId).execute())
        .length,
    eventsAfter: async (after: string, channelId: string): Promise<Event[]> =>
      (await eventPage(platform, ana.token, `?after=${after}`)).elements.filter(
        ({ channel }) => channel === channelId,
      ),
  };
}

const statesOf = ({ outcomes }: { outcomes: readonly CommandRecord[] }) =>
  outcomes.map(({ id, state, reason }) => [id, state, reason]);

onEachEngine('commands of automations', setUpLane, (scene) => {
  it('delivers commands to the owner for the user, and names the automation wherever their value is shown', async () => {
    const { newDevice, perform, stepOf, takeEvents, command, put, platform, application, ana } = scene();
    const { channelId, id, token } = await newDevice();
    const { cursor: after } = await eventPage(platform, ana.token);
    takeEvents();
    const step = stepOf(channelId, 0.5);
    const { isStored, outcomes } = await perform([step]);
    assert.deepEqual([isStored, outcomes.map(({ state }) => state)], [true, ['open']]);
    const [requested] = takeEvents(channelId);
    assert.equal(requested?.name, 'commandRequested');
    assert.deepEqual(
      [
        requested?.message.io,
        requested?.message.data,
        requested?.message['sender'],
        requested?.message['onBehalfOf'],
      ],
      ['w', 0.5, application.clientId, ana.id],
    );
    await put(token, channelId, 'left/level', 0.5);

    const by = { type: 'automation', id: AUTOMATION, run: step.run };
    const commandId = `${AUTOMATION}.${step.run}.s1`;
    const done = await command(ana.token, commandId);
    assertExact(Command, done);
    assert.deepEqual(
      [done.state, done.cause_type, done.cause_id, done.by, done.root_id, done.depth],
      ['done', 'automation', step.run, by, '7', 1],
    );
    const [event] = await scene().eventsAfter(after, channelId);
    assert.deepEqual(
      [
        event?.type,
        event?.state,
        event?.cause_type,
        event?.cause_id,
        event?.by,
        event?.root_id,
        event?.depth,
      ],
      ['value', 'done', 'command', commandId, by, '7', 1],
    );
    const [point] = (
      await readJson<{ elements: HistoryPoint[] }>(
        await platform.request(`/v3/channels/${channelId}/components/left/properties/level/history`, {
          token: ana.token,
        }),
      )
    ).elements;
    assert.deepEqual([point?.value, point?.sender, point?.by], [0.5, id, by]);
    for (const path of [`/v3/channels/${channelId}/activity`, '/v3/users/me/activity?kind=changes']) {
      const { elements } = await readJson<{ elements: Activity[] }>(
        await platform.request(path, { token: ana.token }),
      );
      assert.deepEqual(elements[0]?.by, by, path);
    }
    const own = await platform.request(`/v3/users/me/activity?by=${ana.id}`, { token: ana.token });
    const acts = (await readJson<{ elements: Activity[] }>(own)).elements;
    assert.deepEqual(
      acts.filter((each) => each.data !== undefined && 'channel' in each && each.channel === channelId),
      [],
      'commands of an automation are not activity of its user',
    );
  });

  it('opens a command once, however often the step is performed and whatever happened meanwhile', async () => {
    const { newDevice, newOwnerlessPanel, perform, stepOf, put, pass, takeEvents, count } = scene();
    const device = await newDevice();
    const ownerless = await newOwnerlessPanel();
    const steps = [stepOf(device.channelId, 0.1), stepOf(ownerless, 0.2)];
    const first = await perform(steps);
    assert.deepEqual(
      first.outcomes.map(({ state }) => state),
      ['open', 'done'],
    );
    const again = await perform(steps);
    assert.deepEqual(statesOf(again), statesOf(first));
    await put(device.token, device.channelId, 'left/level', 0.1);
    await put(device.token, device.channelId, 'left/level', 0.9);
    await pass(10);
    takeEvents();
    const { outcomes } = await perform(steps);
    assert.deepEqual(
      outcomes.map(({ id, state, data }) => [id, state, data]),
      steps.map(({ run, data }) => [`${AUTOMATION}.${run}.s1`, 'done', data]),
    );
    assert.deepEqual(takeEvents(), [], 'nothing is sent again');
    assert.deepEqual([await count(device.channelId), await count(ownerless)], [1, 1]);
  });

  it('stores commands with the statements of the caller, or not at all', async () => {
    const { newDevice, perform, stepOf, takeEvents, cursor, count } = scene();
    const { channelId } = await newDevice();
    const before = await cursor();
    assert.equal((await perform([stepOf(channelId, 0.1)], before)).isStored, true);
    takeEvents();
    assert.equal((await perform([stepOf(channelId, 0.2)], before)).isStored, false, 'the cursor moved');
    const { writePath } = scene().platform.server.features;
    const wrong = { name: 'wrong', sql: 'update nothing set no = 1', parameters: [], expectRow: false };
    await assert.rejects(
      writePath.perform({
        commands: [stepOf(channelId, 0.3)],
        locking: [],
        store: () => ({ statements: [wrong] }),
      }),
    );
    assert.deepEqual([await cursor(), await count(channelId), takeEvents()], [before + 1, 1, []]);
  });

  it('moves the cursor once when several runners perform the same step at once', async () => {
    const { newDevice, perform, stepOf, cursor, count } = scene();
    const { channelId } = await newDevice();
    const before = await cursor();
    const step = stepOf(channelId, 0.4);
    const results = await Promise.all(Array.from({ length: 8 }, () => perform([step], before)));
    assert.equal(results.filter(({ isStored }) => isStored).length, 1);
    assert.deepEqual([await cursor(), await count(channelId)], [before + 1, 1]);
  });

  it('refuses a command for good when the user has lost the device, and logs that for the user', async () => {
    const { newDevice, perform, stepOf, platform, ana, db, takeEvents, eventsAfter } = scene();
    const { channelId } = await newDevice();
    const grants = db.prepare<{ channelId: string; userId: string }>()((kysely, p) =>
      kysely
        .deleteFrom('grants')
        .where('channel_id', '=', p('channelId'))
        .where('grantee_id', '=', p('userId')),
    );
    const held = await db.read.selectFrom('grants').selectAll().where('channel_id', '=', channelId).execute();
    await db.unit([grants.bind({ channelId, userId: ana.id })]);
    const { cursor: after } = await eventPage(platform, ana.token);
    takeEvents();
    const step = stepOf(channelId, 0.5);
    const { isStored, outcomes } = await perform([step]);
    assert.deepEqual([isStored, outcomes[0]?.state, outcomes[0]?.reason], [true, 'refused', 'not-granted']);
    await db.write((tx) =>
      tx
        .insertInto('grants')
        .values(held)
        .onConflict((conflict) => conflict.doNothing())
        .execute(),
    );
    const again = await perform([step]);
    assert.deepEqual(statesOf(again), [[`${AUTOMATION}.${step.run}.s1`, 'refused', 'not-granted']]);
    assert.deepEqual(takeEvents(), []);
    const events = await eventsAfter(after, channelId);
    assert.deepEqual(
      events.map(({ type, state, by }) => [type, state, by?.run]),
      [['command', 'refused', step.run]],
    );
  });

  it('refuses a command with the reason for what the user could not do either', async () => {
    const { newDevice, perform, stepOf, db, ana } = scene();
    const { channelId } = await newDevice();
    const gone = await newDevice();
    await db.write((tx) => tx.deleteFrom('channels').where('id', '=', gone.channelId).execute());
    const steps = [
      stepOf(channelId, 'bright'),
      stepOf(channelId, 0.5, undefined, 'left/measure'),
      stepOf(channelId, 0.5, undefined, 'left/nothing'),
      stepOf(gone.channelId, 0.5),
      stepOf(channelId, 1, undefined, 'left/scarce'),
      stepOf(channelId, 2, undefined, 'right/scarce'),
    ];
    const { outcomes } = await perform(steps);
    assert.deepEqual(
      outcomes.map(({ state, reason }) => reason ?? state),
      ['invalid_value', 'not_writable', 'not_found', 'no-channel', 'open', 'open'],
    );
    const setState = (state: 'active' | 'inactive') =>
      db.write((tx) => tx.updateTable('users').set({ state }).where('id', '=', ana.id).execute());
    await setState('inactive');
    assert.equal((await perform([stepOf(channelId, 0.5)])).outcomes[0]?.reason, 'not-granted');
    await setState('active');
  });

  it('ends a command as unanswered when the server stopped before the device learned of it', async () => {
    const { newDevice, perform, stepOf, platform, pass, put, ana, eventsAfter } = scene();
    const { channelId } = await newDevice();
    const { cursor: after } = await eventPage(platform, ana.token);
    const step = stepOf(channelId, 0.6);
    await perform([step]);
    await pass(10);
    const { outcomes } = await perform([step]);
    assert.equal(outcomes[0]?.state, 'unanswered');
    const events = await eventsAfter(after, channelId);
    assert.deepEqual(
      events.map(({ type, state, cause_id, depth }) => [type, state, cause_id, depth]),
      [['command', 'unanswered', `${AUTOMATION}.${step.run}.s1`, 1]],
    );
    await perform([stepOf(channelId, 0.7)]);
    await put(ana.token, channelId, 'left/level', 0.8);
    assert.equal((await eventsAfter(events[0]?.cursor ?? '', channelId))[0]?.state, 'superseded');
  });

  it('rejects more than one command of a step, and parts that cannot be in an id', async () => {
    const { stepOf, perform, newOwnerlessPanel, cursor } = scene();
    const channelId = await newOwnerlessPanel();
    const before = await cursor();
    const step = stepOf(channelId, 0.5);
    await assert.rejects(perform([step, step]), RangeError);
    for (const run of ['', 'a.b', 'ä', 'x'.repeat(65)])
      await assert.rejects(perform([stepOf(channelId, 0.5, run)]), RangeError);
    const many = Array.from({ length: 501 }, () => stepOf(channelId, 0.5));
    await assert.rejects(perform(many), RangeError);
    assert.equal(await cursor(), before);
  });
});
