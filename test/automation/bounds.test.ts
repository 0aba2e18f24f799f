import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import fc from 'fast-check';
import { isFullRun } from '../support/full-run.ts';
import { onEachEngine } from '../support/scene.ts';
import { startKillable } from './replay/killable-server.ts';
import { type HomeOfPerson, liveHome } from './replay/live-home.ts';
import { definitionFor, scenario } from './replay/random-home.ts';
import { setUpReplay } from './replay/replay-equals-live.ts';

const MAX_MISSES_OF_REASON = 20;
const MAX_OPEN_RUNS = 10;
const MAX_TIMERS = 150;
const MAX_STEPS_PER_MINUTE = 600;
const MAX_RUNS_PER_MINUTE = 60;
const MAX_RUNS = 1_000;
const MINUTE_MS = 60_000;

const reports = fc.array(
  fc.record({
    component: fc.constantFrom('left' as const, 'right' as const),
    data: fc.constantFrom(0, 0.25, 0.5, 0.75, 1),
    seconds: fc.constantFrom(0, 0, 0, 0, 1, 5),
    /** Whether automations read the log now. */
    settles: fc.constantFrom(true, false, false, false, false),
  }),
  { minLength: 300, maxLength: 350 },
);
type Reports = typeof reports extends fc.Arbitrary<infer Each> ? Each : never;

/** Automations that reach the limits: of runs at once, of misses, and of runs in a minute with messages. */
function greedy(channel: string): AutomationDefinition[] {
  const of = (component: string) => ({ channel, component, property: 'level' });
  const when: AutomationDefinition['when'] = ['left', 'right'].map((side) => ({
    kind: 'property',
    property: of(side),
    is: 'changes',
  }));
  const then: AutomationDefinition['then'] = [{ kind: 'wait', wait: 'PT1H' }];
  const onlyIf = { kind: 'property', property: of('left'), is: 'above', value: 2 } as const;
  return [
    { label: 'Parallel', mode: 'parallel', when, then },
    { label: 'Queued', mode: 'queued', when, then },
    { label: 'Never', when, onlyIf, then },
    {
      label: 'Calls',
      mode: 'parallel',
      when,
      then: [{ kind: 'webhook', webhook: { url: 'https://example.org/' } }],
    },
  ];
}

/** Counts what is stored of a home. */
async function stored({ read }: Db, userId: string) {
  const of = <Table extends 'automation_skipped_runs' | 'automation_runs' | 'automation_messages'>(
    table: Table,
  ) => read.selectFrom(table as 'automation_skipped_runs').where('user_id', '=', userId);
  const misses = await of('automation_skipped_runs')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .groupBy(['automation_id', 'reason'])
    .execute();
  const messages = await of('automation_messages').select('automation_id').execute();
  const runs = await read
    .selectFrom('automation_runs')
    .select(['automation_id', 'began'])
    .where('user_id', '=', userId)
    .execute();
  const inMinute = runs.map(
    ({ automation_id, began }) =>
      runs.filter(
        (run) => run.automation_id === automation_id && began <= run.began && run.began < began + MINUTE_MS,
      ).length,
  );
  return {
    misses: Math.max(...misses.map(({ count }) => Number(count))),
    messages: messages.length,
    runsInMinute: Math.max(...inMinute),
  };
}

onEachEngine('stored data of automations', setUpReplay, (scene) => {
  async function flood(home: HomeOfPerson, definitions: readonly string[], some: Reports) {
    const { config, db, clock, observer } = scene();
    const userId = home.person.id;
    await using server = await startKillable({ config, db, clock }, userId);
    await using editor = await startKillable({ config, db, clock }, userId);
    await editor.features().automationRunner.stop();
    const live = liveHome({ server, editor, observer, db, clock, home });
    const report = (component: 'left' | 'right', data: number) =>
      live.perform({ action: 'report', of: { device: 'kept', component }, data });
    await report('left', 0);
    await report('right', 0);
    const random = definitions.map((text) => definitionFor(text, home.devices));
    for (const definition of [...greedy(home.devices.kept), ...random])
      await server
        .features()
        .automations.create(userId, { definition, author: { userId }, origin: 'web' })
        .catch(() => undefined);
    await live.settle();
    await live.perform({ action: 'stall', actions: some.length + 1 });
    for (const { component, data, seconds, settles } of some) {
      clock.advance({ seconds });
      await report(component, data);
      if (!settles) continue;
      await live.resume();
      await live.perform({ action: 'stall', actions: some.length + 1 });
    }
    await live.resume();
    const state = await live.stateOf();
    assert.ok(state);
    return state.home;
  }

  it('keeps what automations store within its limits, for any automations and any reports', async () => {
    const { db, newHome } = scene();
    await fc.assert(
      fc.asyncProperty(scenario, reports, async ({ definitions }, some) => {
        const home = await newHome();
        const { automations, timers } = await flood(home, definitions, some);
        for (const { runs, queue } of Object.values(automations))
          assert.ok(runs.length + queue.length <= MAX_OPEN_RUNS);
        assert.ok(timers.length <= MAX_TIMERS, `${timers.length} timers`);
        // The greedy automations reach the limits, and never go beyond.
        const { misses, messages, runsInMinute } = await stored(db, home.person.id);
        assert.equal(misses, MAX_MISSES_OF_REASON);
        assert.ok(runsInMinute >= MAX_RUNS_PER_MINUTE / 2, `${runsInMinute} runs in a minute`);
        assert.ok(runsInMinute <= 2 * MAX_RUNS_PER_MINUTE, `${runsInMinute} runs in a minute`);
        assert.ok(messages > 0 && messages <= MAX_STEPS_PER_MINUTE, `${messages} messages`);
      }),
      { numRuns: isFullRun ? 10 : 1, endOnFailure: true },
    );
  });

  it('keeps the newest 1,000 runs of an automation, with their steps', async () => {
    const { db, newHome, observer } = scene();
    const userId = (await newHome()).person.id;
    await insertRuns(db, userId, MAX_RUNS + 250);
    await observer.automationRuns.prune(0);
    const runs = await db.read
      .selectFrom('automation_runs')
      .select('began')
      .where('user_id', '=', userId)
      .orderBy('began')
      .execute();
    // A run that has not ended stays.
    assert.deepEqual([runs.length, runs[0]?.began, runs[1]?.began], [MAX_RUNS + 1, 0, 250]);
    const steps = await db.read
      .selectFrom('automation_steps')
      .select('at')
      .where('user_id', '=', userId)
      .orderBy('at')
      .execute();
    assert.deepEqual(
      steps.map(({ at }) => at),
      runs.map(({ began }) => began),
    );
  });
});

/** Stores runs of one automation with a step each. All but the first one are over. */
async function insertRuns(db: Db, userId: string, count: number): Promise<void> {
  const of = { user_id: userId, automation_id: 'busy' };
  const texts = { start_json: '{}', conditions_json: '[]', chain_json: '[]' };
  const ended = (at: number) => (at === 0 ? null : at);
  await db.write(async (tx) => {
    for (let at = 0; at < count; at += 1) {
      const run = { ...of, ...texts, id: `1-e${at}`, version: 1, began: at, place: at, ended: ended(at) };
      await tx
        .insertInto('automation_runs')
        .values({ ...run, outcome: 'done' })
        .execute();
      const step = { ...of, run_id: run.id, step: 's1', target: '', at, place: at, detail_json: '{}' };
      await tx
        .insertInto('automation_steps')
        .values({ ...step, kind: 'if', outcome: 'done', reason: null, ended: at })
        .execute();
    }
  });
}
