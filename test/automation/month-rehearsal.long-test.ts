import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition, Rehearsal } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { levelOf } from './automations-scene.ts';
import { countRows, HOUR, MINUTE, setUpRehearsals } from './rehearsals-scene.ts';

const DAYS = 30;
/** Of each of two properties: 17,280 values in all. */
const STEP_MS = 5 * MINUTE;
const BATCH_SIZE = 500;
const MAX_CPU_MS = 2_000;

/** Jobs run only when a test says so, so that nothing else writes. */
async function setUp(stage: Stage) {
  const start: Stage['start'] = (options) => stage.start({ ...options, timers: manualClock() });
  const scene = await setUpRehearsals({ ...stage, start });
  return { ...scene, start };
}

/** The reports of a home in a month: warm in the afternoon, and with motion now and then. */
const month = Array.from({ length: (DAYS * 24 * HOUR) / STEP_MS }, (_, step) => {
  const ago = DAYS * 24 * HOUR - step * STEP_MS - MINUTE;
  const hour = ((step * STEP_MS) / HOUR) % 24;
  const warm = (1 + Math.sin(((hour - 9) / 12) * Math.PI)) / 2 + ((step * 7) % 10) / 200;
  return [
    { ago, data: Math.round(warm * 1_000) / 1_000 },
    { ago, data: step % 11 === 0 ? 1 : 0, component: 'right' },
  ];
}).flat();

const definition = (panel: string, target: string): AutomationDefinition => ({
  label: 'Fan',
  mode: 'restart',
  when: [
    { kind: 'property', property: levelOf(panel), is: 'rises-above', value: 0.8, leeway: 0.1, for: 'PT10M' },
    { kind: 'property', property: levelOf(panel, 'right'), is: 'becomes', value: 1 },
  ],
  onlyIf: { kind: 'property', property: levelOf(panel), is: 'above', value: 0.5, since: 'PT15M' },
  then: [
    { kind: 'set', set: levelOf(target), value: 1 },
    { kind: 'wait', wait: 'PT20M' },
    { kind: 'set', set: levelOf(target), value: 0 },
    { kind: 'notify', notify: { text: 'The fan ran' } },
  ],
});

onEachEngine('a rehearsal over a month of a home', setUp, (scene) => {
  it('takes less than two seconds of a processor, writes nothing, and is the same after a restart', async () => {
    const { ana, db, newOwnerlessPanel, storePastReports, platform, rehearse, start } = scene();
    const [panel, target] = [await newOwnerlessPanel(), await newOwnerlessPanel()];
    for (let from = 0; from < month.length; from += BATCH_SIZE)
      await storePastReports(panel, month.slice(from, from + BATCH_SIZE));
    const before = await countRows(db);
    const cpu = process.cpuUsage();
    const rehearsal = await rehearse(ana, definition(panel, target), { days: DAYS });
    const { user, system } = process.cpuUsage(cpu);
    assert.ok((user + system) / 1_000 < MAX_CPU_MS, `${(user + system) / 1_000} ms`);
    assert.deepEqual(await countRows(db), before);
    assert.ok(rehearsal.count > 100, `${rehearsal.count} runs`);
    assert.ok(rehearsal.misses.some(({ reason }) => reason === 'condition-false'));
    assert.equal(rehearsal.coverage.is_truncated, false);
    assert.ok(rehearsal.coverage.events > month.length - 2 * ((24 * HOUR) / STEP_MS));

    await platform[Symbol.asyncDispose]();
    const again = await start({ environment: platform.environment, clock: platform.clock });
    const body = { definition: definition(panel, target), days: DAYS };
    const response = await again.request('/v3/users/me/automations/rehearsals?language=en', {
      method: 'POST',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.deepEqual(await readJson<Rehearsal>(response), rehearsal);
  });
});
