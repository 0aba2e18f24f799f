import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { userOf } from '../../support/panel-scene.ts';
import { onEachEngine } from '../../support/scene.ts';
import { type KillableServer, startKillable } from './killable-server.ts';
import { setUpReplay } from './replay-equals-live.ts';
import { storedCommands } from './stored.ts';

const TURNS = 6;

/** Returns two automations: one writes at once and sends a message, the other one writes after a wait. */
const definitionsFor = (channel: string): AutomationDefinition[] => {
  const of = (component: string) => ({ channel, component, property: 'level' });
  const when = [{ kind: 'property', property: of('left'), is: 'becomes', value: 1 }] as const;
  return [
    {
      label: 'At once',
      when: [...when],
      then: [
        { kind: 'set', set: of('right'), value: 1, only: 'always' },
        { kind: 'webhook', webhook: { url: 'https://example.org/' } },
      ],
    },
    {
      label: 'Later',
      when: [...when],
      then: [
        { kind: 'wait', wait: 'PT1S' },
        { kind: 'set', set: of('right'), value: 0, only: 'always' },
      ],
    },
  ];
};

const never = (channel: string): AutomationDefinition => ({
  label: 'Never',
  when: [
    {
      kind: 'property',
      property: { channel, component: 'left', property: 'level' },
      is: 'becomes',
      value: 1,
      for: 'PT5M',
    },
  ],
  then: [{ kind: 'notify', notify: { text: 'Never' } }],
});

const eightHourly: AutomationDefinition = {
  label: 'Every eight hours',
  when: [{ kind: 'interval', every: 'PT8H' }],
  then: [{ kind: 'notify', notify: { text: 'Now' } }],
};

/** A server whose lease was taken over runs until it notices. */
onEachEngine('automations of a server that lost its lease while the next one runs', setUpReplay, (scene) => {
  async function setUp(
    stack: AsyncDisposableStack,
    definitionsOf: (channel: string) => readonly AutomationDefinition[],
  ) {
    const { config, db, clock, newHome } = scene();
    const { person, devices } = await newHome();
    const { id: userId } = person;
    const former = stack.use(await startKillable({ config, db, clock }, userId));
    const next = stack.use(await startKillable({ config, db, clock }, userId));
    const { features } = stack.use(await startKillable({ config, db, clock }, userId));
    await features().automationRunner.stop();
    const { automations, channels, writePath } = features();
    async function report(data: number): Promise<void> {
      const access = await channels.findChannelAccess(devices.kept);
      assert.ok(access);
      const address = { channelId: devices.kept, componentId: 'left', propertyId: 'level' };
      await writePath.put(userOf(person, 'app'), { ...access, rights: 'all' }, address, data);
    }
    await report(0);
    for (const definition of definitionsOf(devices.kept))
      await automations.create(userId, { definition, author: { userId }, origin: 'web' });
    const notify = (server: KillableServer) => {
      const { bus } = server.features();
      bus.emit('automationsChanged', { userId });
      bus.emit('eventsAppended', { userIds: [userId] });
    };
    for (const server of [former, next]) {
      notify(server);
      await server.settle();
    }
    return { userId, channel: devices.kept, db, clock, former, next, report, notify };
  }

  it('decides each event and each timer once, whichever server is faster, and killed in turn', async () => {
    await using stack = new AsyncDisposableStack();
    const { userId, channel, db, clock, former, next, report, notify } = await setUp(stack, definitionsFor);
    const servers = [former, next];
    async function settle(): Promise<void> {
      await Promise.all(servers.map((server) => server.settle()));
      for (const server of servers.filter((each) => each.isKilled())) await server.restart();
      await Promise.all(servers.map((server) => server.settle()));
    }
    for (let turn = 0; turn < TURNS; turn += 1) {
      await report(turn % 2 === 0 ? 1 : 0);
      servers[turn % 2]?.killLater({ after: turn * 2, commits: turn % 4 > 1 });
      servers.forEach(notify);
      await settle();
      clock.advance({ seconds: 2 });
      await settle();
    }
    const runs = await db.read
      .selectFrom('automation_runs')
      .select(['automation_id', 'outcome'])
      .where('user_id', '=', userId)
      .execute();
    const messages = await db.read
      .selectFrom('automation_messages')
      .select('id')
      .where('user_id', '=', userId)
      .execute();
    const commands = await storedCommands(db, [channel]);
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

  it('stores nothing of a round in which the other server was faster', async () => {
    await using stack = new AsyncDisposableStack();
    const { userId, db, former, next, report, notify } = await setUp(stack, (channel) => [never(channel)]);
    await report(1);
    const release = former.holdWrites();
    notify(former);
    await former.untilHeld();
    notify(next);
    await next.settle();
    await report(0);
    notify(next);
    await next.settle();
    const home = () =>
      db.read
        .selectFrom('automation_homes')
        .selectAll()
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
    const before = await home();
    release();
    await former.settle();
    assert.deepEqual(await home(), before);
    const counts = await db.read
      .selectFrom('automation_skipped_hours')
      .select(['reason', 'count'])
      .where('user_id', '=', userId)
      .execute();
    assert.deepEqual(counts, [{ reason: 'did-not-last', count: 1 }]);
  });

  /** Starts a server that tells homes of changes of time, and one whose clock may differ, which does not. */
  async function setUpTime(stack: AsyncDisposableStack) {
    const { userId, db, clock, former: teller } = await setUp(stack, () => [eightHourly]);
    const own = manualClock();
    own.jump({ ms: clock.now() - own.now() });
    const options = { config: scene().config, db, clock: own, isOther: true };
    const other = stack.use(await startKillable(options, userId));
    const changesOfTime = () =>
      db.read
        .selectFrom('user_events')
        .select('type')
        .where('user_id', '=', userId)
        .where('type', 'in', ['downtime', 'clock'])
        .execute();
    async function pass(seconds: number): Promise<void> {
      for (const each of [clock, own]) each.advance({ seconds });
      await teller.settle();
      await other.features().watchTime();
    }
    await pass(1);
    return { clock, own, teller, other: other.features(), pass, changesOfTime };
  }

  it('holds the time of all servers after all machines slept, until one has told the homes', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, own, other, pass, changesOfTime } = await setUpTime(stack);
    const before = clock.now();
    for (const each of [clock, own]) each.sleep({ seconds: 3_600 });
    await other.watchTime();
    for (const each of [clock, own]) each.advance({ seconds: 2 });
    await other.watchTime();
    assert.deepEqual([other.events.time.now(), await changesOfTime()], [before + 2_000, []]);
    await pass(2);
    await pass(2);
    assert.deepEqual([other.events.time.now(), await changesOfTime()], [own.now(), [{ type: 'downtime' }]]);
  });

  it('tells no home that a machine slept, or came late to another time, while others ran', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, own, teller, other, pass, changesOfTime } = await setUpTime(stack);
    for (const happens of ['sleep', 'jump'] as const) {
      for (let minute = 0; minute < 10; minute += 1) {
        clock.advance({ minutes: 1 });
        await teller.settle();
      }
      own[happens]({ minutes: 10 });
      await pass(2);
      await pass(2);
      assert.deepEqual([other.events.time.now(), await changesOfTime()], [own.now(), []], happens);
    }
  });
});
