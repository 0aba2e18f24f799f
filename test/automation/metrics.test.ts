import assert from 'node:assert/strict';
import { it } from 'node:test';
import { manualClock } from '@azulejo/server/testing';
import { sql } from 'kysely';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

async function setUp(stage: Stage) {
  const timers = manualClock();
  const runs = await setUpRuns({ ...stage, start: (options) => stage.start({ ...options, timers }) });
  const db = await stage.openDatabase();
  return {
    ...runs,
    timers,
    rename: (from: string, to: string) =>
      db.write(async (tx) => {
        await sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx);
      }),
    async figureOf(name: string): Promise<number> {
      const metrics = await (await runs.platform.request('/metrics')).text();
      const line = metrics.split('\n').find((each) => each.startsWith(`${name} `));
      assert.ok(line, `${name} is missing`);
      return Number(line.slice(name.length));
    },
  };
}

onEachEngine('metrics of automations', setUp, (scene) => {
  it('counts rounds that failed, and how long homes have waited to be run again', async () => {
    const { ana, create, newPanel, report, settle, rename, figureOf, levelIn, timers } = scene();
    const panel = await newPanel();
    await create(ana, following(panel));
    await settle();
    const failed = 'azulejo_automation_rounds_total{result="failed"}';
    const done = 'azulejo_automation_rounds_total{result="done"}';
    const behind = 'azulejo_automation_behind_seconds';
    assert.deepEqual([await figureOf(failed), await figureOf(behind)], [0, 0]);
    await rename('automation_runs', 'automation_runs_away');
    await report(panel, 'left', 1);
    await settle();
    assert.ok((await figureOf(failed)) > 0);
    assert.equal(await figureOf(behind), 1);
    const before = await figureOf(done);
    await rename('automation_runs_away', 'automation_runs');
    timers.advance({ seconds: 1 });
    await settle();
    assert.equal(await levelIn(panel, 'right'), 1);
    assert.ok((await figureOf(done)) > before);
    assert.equal(await figureOf(behind), 0);
  });
});
