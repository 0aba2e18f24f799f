import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AgentDefinition } from '@azulejo/contract';
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
  async function setUp(stack: AsyncDisposableStack, definitionOf: (channel: string) => AgentDefinition) {
    const { config, db, clock, observer, newHome } = scene();
    const home = await newHome();
    const userId = home.person.id;
    const server = stack.use(await startKillable({ config, db, clock }, userId));
    const live = liveHome({ server, observer, db, clock, home });
    const report = (data: number) =>
      live.perform({ action: 'report', of: { device: 'kept', component: 'left' }, data });
    await report(0);
    const definition = definitionOf(home.devices.kept);
    const { id } = await server
      .features()
      .agents.create(userId, { definition, author: { userId }, origin: 'web' });
    await live.quiesce();
    return {
      clock,
      report,
      pass: (seconds: number) => live.perform({ action: 'pass', seconds }),
      /** Kills the server, which is started again after these seconds. */
      async down(seconds: number) {
        await live.perform({ action: 'kill', after: 0, commits: false, down: seconds });
        await live.settle();
      },
      runs: async () => (await observer.agentRuns.list({ userId, agentId: id }, { limit: 20 })).reverse(),
      misses: async () =>
        (await observer.agentRuns.misses({ userId, agentId: id })).flatMap(({ last }) => last),
    };
  }

  it('fires late when the server was down for half an hour, and records a miss after two hours', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock } = scene();
    const home = await setUp(stack, (channel) => ({
      label: 'In ten minutes',
      when: [{ time: { at: timeIn(clock.now(), 10) } }],
      then: [{ set: { channel, component: 'right', property: 'level' }, value: 1 }],
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
      when: [{ property: { channel, component: 'left', property: 'level' }, is: 'becomes', value: 1 }],
      then: [
        { wait: 'PT1M' },
        { set: { channel, component: 'right', property: 'level' }, value: 1 },
        { wait: 'PT20M' },
        { notify: { text: 'Done' } },
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
          property: { channel, component: 'left', property: 'level' },
          is: 'becomes',
          value: 1,
          for: 'PT5M',
        },
      ],
      then: [{ notify: { text: 'The door is open' } }],
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
});
