import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AutomationDefinition, Rehearsal } from '@azulejo/contract';
import { addressKey } from '@azulejo/model';
import {
  createDescriptions,
  createThreads,
  createValuesBefore,
  minuteOf,
  rehearse,
  replayMinute,
  systemClock,
  toMinute,
  toRehearsal,
} from '@azulejo/server/testing';
import { setUpPanels } from '../support/panel-scene.ts';
import { assertExact } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { countRows } from './rehearsals-scene.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

type Occurrence = {
  /** Milliseconds before now. */
  readonly ago: number;
  readonly data: unknown;
  readonly cause?: string;
  readonly component?: string;
};

type Options = { readonly days?: number; readonly automationId?: string; readonly signal?: AbortSignal };

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, db, ana } = panels;
  const { events, history, values } = platform.server.features;
  const threads = createThreads(systemClock);
  stage.use({ [Symbol.asyncDispose]: async () => threads.close() });
  const dependencies = {
    clock: platform.clock,
    events,
    threads,
    valuesBefore: createValuesBefore({ history, values }),
  };
  /** Returns a compiled home: a panel whose components have a level. */
  const homeOf = (channel: string) => ({
    time: { zone: 'Europe/Lisbon' },
    facts: {
      owner: ana.id,
      properties: new Map(
        ['left', 'right'].map((component) => [
          addressKey({ channel, component, property: 'level' }),
          {
            channel,
            component,
            property: 'level',
            componentType: 'part',
            classes: [],
            rooms: [],
            unit: '',
            io: 'rws' as const,
            accepts: (value: unknown) => typeof value === 'number',
          },
        ]),
      ),
      people: new Map(),
      places: new Set<string>(),
      scenes: new Set<string>(),
      automations: new Set<string>(),
      hasZone: true,
      hasPosition: false,
    },
  });
  async function wording() {
    const { automationHomes, automationWordingFor } = platform.server.features;
    const home = await automationHomes.of(ana.id);
    assert.ok(home);
    return automationWordingFor(home);
  }

  return {
    ...panels,
    dependencies,
    wording,
    homeOf,
    async runRehearsal(channel: string, definition: AutomationDefinition, options: Options = {}) {
      const { days = 7, automationId, signal = new AbortController().signal } = options;
      const home = homeOf(channel);
      const running = rehearse(dependencies, {
        userId: ana.id,
        home,
        definition,
        automationId,
        days,
        signal,
      });
      const progress: number[] = [];
      for (;;) {
        const step = await running.next();
        if (!step.done) {
          progress.push(step.value.done);
          continue;
        }
        const rehearsal = toRehearsal(step.value, createDescriptions(await wording(), definition), home.time);
        assertExact(Rehearsal, rehearsal);
        return { ...rehearsal, progress };
      }
    },
    /** Appends values of `left/level` to Ana's log, oldest first. */
    async storePastReports(channelId: string, past: readonly Occurrence[]): Promise<void> {
      const now = platform.clock.now();
      await db.unit(
        events.append(
          past.map(({ ago, data, cause, component = 'left' }) => ({
            userId: ana.id,
            at: now - ago,
            type: 'value' as const,
            address: { channelId, componentId: component, propertyId: 'level' },
            data,
            cause,
          })),
        ),
      );
    },
  };
}

const level = (channel: string, component = 'left') => ({ channel, component, property: 'level' });

const above = (channel: string, members: Partial<AutomationDefinition> = {}): AutomationDefinition => ({
  label: 'Dim',
  when: [{ kind: 'property', id: 't1', property: level(channel), is: 'rises-above', value: 0.5 }],
  then: [{ kind: 'set', id: 's1', set: level(channel, 'right'), value: 0.2 }],
  ...members,
});

const up = (ago: number, more: Partial<Occurrence> = {}): Occurrence[] => [
  { ago: ago + MINUTE, data: 0.1, ...more },
  { ago, data: 0.9, ...more },
];

const often = (count: number) =>
  Array.from({ length: count }, (_, index) => up((count - index) * 2 * MINUTE)).flat();

onEachEngine('rehearsals', setUp, (scene) => {
  it('returns the runs that a definition would have had in the last days, without writing', async () => {
    const { newOwnerlessPanel, storePastReports, runRehearsal } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, [
      ...up(9 * 24 * HOUR),
      ...up(50 * HOUR),
      ...up(26 * HOUR),
      ...up(2 * HOUR),
    ]);
    const before = await countRows(scene().db);
    const first = await runRehearsal(ownerless, above(ownerless));
    assert.deepEqual(await countRows(scene().db), before);
    const { count, runs, days, misses, coverage, flapping } = first;
    assert.deepEqual([count, days.length, misses, flapping], [3, 8, [], undefined]);
    assert.equal(
      days.reduce((sum, day) => sum + day.runs, 0),
      3,
    );
    assert.deepEqual(
      runs.map(({ at }) => at),
      runs.map(({ at }) => at).toSorted((one, other) => (one < other ? 1 : -1)),
    );
    const [last] = runs;
    assert.deepEqual([last?.start.trigger, last?.start.before, last?.start.after], ['t1', 0.1, 0.9]);
    assert.ok(last?.because);
    // As in a home, the later runs find the value that the first one wrote.
    const unchanged = [['s1', 'set', undefined, undefined, 'unchanged']];
    assert.deepEqual(
      runs.map(({ steps }) =>
        steps.map(({ step, kind, value, property, outcome }) => [step, kind, value, property, outcome]),
      ),
      [unchanged, unchanged, [['s1', 'set', 0.2, level(ownerless, 'right'), 'done']]],
    );
    const { events, is_truncated, gaps, without_values } = coverage;
    assert.deepEqual([events, is_truncated, gaps], [6, false, []]);
    assert.deepEqual(without_values, [level(ownerless, 'right')]);
    assert.deepEqual(await runRehearsal(ownerless, above(ownerless)), first);
  });

  it('begins a rehearsal with the values of that time, and ignores later ones', async () => {
    const { platform, ana, put, newOwnerlessPanel, storePastReports, runRehearsal } = scene();
    const onlyIf = (channel: string) =>
      ({ kind: 'property', id: 'c1', property: level(channel, 'right'), is: 'above', value: 0.6 }) as const;
    const ownerless = await newOwnerlessPanel();
    await put(ana.token, ownerless, 'right/level', 0.7);
    platform.clock.advance({ days: 3 });
    await storePastReports(ownerless, up(HOUR));
    assert.equal(
      (await runRehearsal(ownerless, above(ownerless, { onlyIf: onlyIf(ownerless) }), { days: 1 })).count,
      1,
    );
    const other = await newOwnerlessPanel();
    await storePastReports(other, up(HOUR));
    await put(ana.token, other, 'right/level', 0.7);
    const { count, misses } = await runRehearsal(other, above(other, { onlyIf: onlyIf(other) }), { days: 1 });
    assert.equal(count, 0);
    assert.deepEqual(
      misses.map(({ reason, count: of }) => [reason, of]),
      [['condition-unknown', 1]],
    );
    assert.ok(misses[0]?.last[0]?.text);
  });

  it('leaves out what the replaced automation caused, and reports how much', async () => {
    const { newOwnerlessPanel, storePastReports, runRehearsal } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, [
      ...up(3 * HOUR),
      ...up(2 * HOUR, { cause: 'command:A.1-e41.s1' }),
      ...up(HOUR, { cause: 'command:Ax.1-e41.s1' }),
    ]);
    assert.equal((await runRehearsal(ownerless, above(ownerless))).count, 3);
    const { count, coverage } = await runRehearsal(ownerless, above(ownerless), { automationId: 'A' });
    assert.deepEqual([count, coverage.left_out, coverage.events], [2, 2, 4]);
  });

  it('finds a number that passes its threshold again and again, and the leeway that ends it', async () => {
    const { newOwnerlessPanel, storePastReports, runRehearsal } = scene();
    const ownerless = await newOwnerlessPanel();
    const past = Array.from({ length: 12 }, (_, index) => [
      { ago: (24 - 2 * index) * 5 * MINUTE, data: 0.46 },
      { ago: (23 - 2 * index) * 5 * MINUTE, data: 0.54 },
    ]).flat();
    await storePastReports(ownerless, [{ ago: 5 * HOUR, data: 0 }, { ago: 4 * HOUR, data: 1 }, ...past]);
    const { count, flapping } = await runRehearsal(ownerless, above(ownerless));
    assert.equal(count, 13);
    assert.deepEqual(flapping, { path: 'when[0]', runs: 13, leeway: 0.05, runs_with_leeway: 1 });
  });

  it('reports the progress of a rehearsal page by page, and ends it when it is cancelled', async () => {
    const { newOwnerlessPanel, storePastReports, runRehearsal } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, often(2_500));
    const { progress } = await runRehearsal(ownerless, above(ownerless));
    assert.ok(progress.length > 4 && progress.at(-1) === 1);
    assert.deepEqual(
      progress,
      progress.toSorted((one, other) => one - other),
    );
    const cancelling = new AbortController();
    const cancelled = runRehearsal(ownerless, above(ownerless), { signal: cancelling.signal });
    cancelling.abort();
    await assert.rejects(cancelled);
    assert.ok((await runRehearsal(ownerless, above(ownerless))).count > 0);
  });

  it('refuses a definition that cannot run, with the path of each fault', async () => {
    const { newOwnerlessPanel, runRehearsal } = scene();
    await assert.rejects(runRehearsal(await newOwnerlessPanel(), above('no-such-channel')), {
      kind: 'invalid_automation',
      fields: [
        { field: 'when[0].property', reason: 'This property no longer exists, or never did.' },
        { field: 'then[0].set.property', reason: 'This property no longer exists, or never did.' },
      ],
    });
  });

  it('returns why an automation did not run at a given minute', async () => {
    const { newOwnerlessPanel, storePastReports, homeOf, dependencies, platform, ana, wording } = scene();
    const ownerless = await newOwnerlessPanel();
    const onlyIf = {
      kind: 'property' as const,
      id: 'c1',
      property: level(ownerless, 'right'),
      is: 'above' as const,
      value: 0.6,
    };
    platform.clock.advance({ days: 3 });
    await storePastReports(ownerless, [{ ago: 2 * HOUR, data: 0.1, component: 'right' }, ...up(HOUR)]);
    const at = platform.clock.now() - HOUR;
    const home = homeOf(ownerless);
    const definition = above(ownerless, { onlyIf });
    const record = await replayMinute(dependencies, {
      userId: ana.id,
      home,
      version: { id: 'A', version: 2, definition },
      minute: minuteOf(at),
      signal: new AbortController().signal,
    });
    assert.deepEqual([record.count, record.isRecorded], [0, true]);
    const { misses, probe } = toMinute(record, createDescriptions(await wording(), definition));
    assert.deepEqual(
      misses.map(({ wire: { reason, version, before, after, conditions } }) => [
        reason,
        version,
        before,
        after,
        conditions?.[0]?.value,
      ]),
      [['condition-false', 2, 0.1, 0.9, 0.1]],
    );
    assert.deepEqual(
      probe.triggers.map(({ id, is, value }) => [id, is, value]),
      [['t1', true, 0.9]],
    );
    assert.deepEqual(
      probe.conditions.map(({ id, is, value }) => [id, is, value]),
      [['c1', false, 0.1]],
    );
  });
});
