import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { onEachEngineInFull } from '../../support/scene.ts';
import { startKillable } from './killable-server.ts';
import { liveHome } from './live-home.ts';
import { setUpReplay } from './replay-equals-live.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Returns the time of day in `minutes` minutes, in the time zone of the server, which is that of a new home. */
function timeIn(now: number, minutes: number): string {
  const time = new Date(now + minutes * MINUTE * 1000);
  return [time.getHours(), time.getMinutes()].map((part) => String(part).padStart(2, '0')).join(':');
}

onEachEngineInFull('automations of a server that is down', setUpReplay, (scene) => {
  /** Creates a home with one automation, whose server can be killed. */
  async function setUp(stack: AsyncDisposableStack, definitionOf: (channel: string) => AutomationDefinition) {
    const { config, db, clock, observer, newHome } = scene();
    const home = await newHome();
    const userId = home.person.id;
    const server = stack.use(await startKillable({ config, db, clock }, userId));
    const live = liveHome({ server, observer, db, clock, home });
    const set = (component: 'left' | 'right', data: number) =>
      live.perform({ action: 'report', of: { device: 'kept', component }, data });
    const report = (data: number) => set('left', data);
    await report(0);
    const definition = definitionOf(home.devices.kept);
    const { id: automationId } = await server
      .features()
      .automations.create(userId, { definition, author: { userId }, origin: 'web' });
    await live.quiesce();
    return {
      clock,
      report,
      pass: (seconds: number) => live.perform({ action: 'pass', seconds }),
      set,
      jump: (seconds: number) => live.perform({ action: 'jump', seconds }),
      sleep: (seconds: number) => live.perform({ action: 'sleep', seconds }),
      value: async (componentId: string) =>
        (await observer.values.find({ channelId: home.devices.kept, componentId, propertyId: 'level' }))
          ?.data,
      steps: (id: string) => observer.automationRuns.steps({ userId, automationId, id }),
      /** Kills the server, which is started again after these seconds. */
      async down(seconds: number) {
        await live.perform({ action: 'kill', after: 0, commits: false, down: seconds });
        await live.settle();
      },
      runs: async () =>
        (await observer.automationRuns.list({ userId, automationId }, { limit: 20 })).reverse(),
      misses: async () =>
        (await observer.automationRuns.misses({ userId, automationId })).flatMap(({ last }) => last),
    };
  }

  it('fires late when the server was down for half an hour, and records a miss after two hours', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'In ten minutes',
      when: [{ kind: 'time', time: { at: timeIn(clock.now(), 10) } }],
      then: [{ kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 }],
    }));
    await home.down(40 * MINUTE);
    const [run] = await home.runs();
    const due = run?.start.since ?? 0;
    assert.ok(due <= clock.now() - 30 * MINUTE * 1000);
    await home.down(25 * HOUR + 30 * MINUTE);
    assert.equal((await home.runs()).length, 1);
    const missed = (await home.misses()).filter(({ reason }) => reason === 'missed');
    assert.deepEqual(
      missed.map((miss) => miss.reason === 'missed' && miss.due - due),
      [24 * HOUR * 1000],
    );
  });

  it('ends each late write at its own time, and continues the run', async () => {
    await using stack = new AsyncDisposableStack();
    const home = await setUp(stack, (channel) => ({
      label: 'Late',
      when: [
        {
          kind: 'property',
          property: { channel, component: 'left', property: 'level' },
          is: 'becomes',
          value: 1,
        },
      ],
      then: [
        { kind: 'wait', wait: 'PT1M' },
        { kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 },
        { kind: 'wait', wait: 'PT20M' },
        { kind: 'notify', notify: { text: 'Done' } },
      ],
      late: 'skip-after:PT5M',
    }));
    await home.report(1);
    await home.down(2 * HOUR);
    const [run] = await home.runs();
    assert.deepEqual([run?.outcome, (run?.ended ?? 0) - (run?.began ?? 0)], ['partly', 21 * MINUTE * 1000]);
  });

  it('fires when a door has been open for five minutes, although the server is killed in each of them', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'Open door',
      when: [
        {
          kind: 'property',
          property: { channel, component: 'left', property: 'level' },
          is: 'becomes',
          value: 1,
          for: 'PT5M',
        },
      ],
      then: [{ kind: 'notify', notify: { text: 'The door is open' } }],
    }));
    const opened = clock.now();
    await home.report(1);
    for (let minute = 1; minute <= 4; minute += 1) {
      await home.down(MINUTE);
      assert.deepEqual(await home.runs(), []);
    }
    await home.down(2 * MINUTE);
    const runs = await home.runs();
    assert.deepEqual(
      runs.map(({ began, start }) => [Math.floor((began - opened) / 1000), start.by]),
      [[5 * MINUTE, 'value']],
    );
  });

  /** Sets a property to 1 for 20 minutes when another one becomes 1. */
  const valve = (channel: string): AutomationDefinition => ({
    label: 'Valve',
    mode: 'restart',
    when: [
      {
        kind: 'property',
        property: { channel, component: 'left', property: 'level' },
        is: 'becomes',
        value: 1,
      },
    ],
    then: [
      { kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 },
      { kind: 'wait', wait: 'PT20M' },
      { kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 0 },
    ],
  });

  it('closes a valve that it opened, however long the server was down, and says that it was late', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, valve);
    await home.report(1);
    await home.pass(1);
    assert.equal(await home.value('right'), 1);
    await home.down(5 * HOUR);
    assert.equal(await home.value('right'), 0);
    const [run] = await home.runs();
    assert.ok(run);
    const [close] = (await home.steps(run.id)).filter(({ step }) => step === 's3');
    const { sent } = JSON.parse(close?.detail_json ?? '{}') as { sent?: number };
    assert.ok(sent !== undefined && sent > clock.now() - MINUTE * 1000, close?.detail_json);
    assert.equal(run.outcome, 'done');
  });

  it('leaves a valve open that somebody has opened since', async () => {
    await using stack = new AsyncDisposableStack();
    const home = await setUp(stack, valve);
    await home.report(1);
    await home.pass(1);
    await home.set('right', 0);
    await home.set('right', 1);
    await home.down(5 * HOUR);
    assert.equal(await home.value('right'), 1);
    const [run] = await home.runs();
    assert.ok(run);
    assert.equal((await home.steps(run.id)).find(({ step }) => step === 's3')?.outcome, 'too-late');
  });

  it('runs nothing for the days on which the machine slept', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'Daily, and when silent',
      mode: 'parallel',
      when: [
        { kind: 'time', time: { at: timeIn(clock.now(), 10) } },
        { kind: 'device', device: 'silent', channel, for: 'P1D' },
      ],
      then: [{ kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 }],
    }));
    await home.sleep(3 * 24 * HOUR + 5 * HOUR);
    assert.deepEqual(await home.runs(), []);
    await home.pass(19 * HOUR + 15 * MINUTE);
    assert.deepEqual(
      (await home.runs()).map(({ start }) => start.by),
      ['schedule'],
    );
  });

  it('reads a report that comes first when the machine wakes as one after the sleep', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'Daily',
      mode: 'parallel',
      when: [{ kind: 'time', time: { at: timeIn(clock.now(), 10) } }],
      then: [{ kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 }],
    }));
    clock.sleep({ days: 3 });
    await home.report(1);
    await home.pass(2);
    await home.pass(1);
    assert.deepEqual(await home.runs(), []);
  });

  it('follows a clock that was ahead for ten seconds back', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'Daily',
      when: [{ kind: 'time', time: { at: timeIn(clock.now(), 10) } }],
      then: [{ kind: 'set', set: { channel, component: 'right', property: 'level' }, value: 1 }],
    }));
    await home.jump(2 * 24 * HOUR + 5 * HOUR);
    await home.pass(10);
    await home.jump(-(2 * 24 * HOUR + 5 * HOUR));
    assert.deepEqual(await home.runs(), []);
    for (let day = 1; day <= 2; day += 1) {
      await home.pass(11 * MINUTE);
      assert.equal((await home.runs()).length, day);
      await home.pass(24 * HOUR - 11 * MINUTE);
    }
  });

  it('ends a wait in time when the clock is set back, also while the server is down', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, valve);
    await home.report(1);
    await home.pass(MINUTE);
    await home.jump(-HOUR);
    assert.equal(await home.value('right'), 1);
    clock.jump({ minutes: -120 });
    await home.down(MINUTE);
    await home.pass(16 * MINUTE);
    assert.equal(await home.value('right'), 1);
    await home.pass(3 * MINUTE);
    assert.equal(await home.value('right'), 0);
  });
});
