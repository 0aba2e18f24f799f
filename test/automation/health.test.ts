import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCheck } from '@azulejo/contract';
import { sql } from 'kysely';
import { visitPortal } from '../support/portal.ts';
import { callerOf } from '../support/portal-calls.ts';
import { onEachEngine } from '../support/scene.ts';
import { following } from './agents-scene.ts';
import { setUpHeldRuns } from './runs-scene.ts';

onEachEngine('Health of automations', setUpHeldRuns, (scene) => {
  async function health() {
    const call = callerOf(await visitPortal(scene().platform));
    const { checks } = await call<{ checks: PortalCheck[] }>('monitoring.health');
    return checks.find(({ check }) => check === 'Automations');
  }

  it('is bad while a timer is due for more than a minute', async () => {
    const { ana, create, newPanel, settle, platform, send } = scene();
    const { id } = await create(ana, { ...following(await newPanel()), when: [{ every: 'PT1H' }] });
    await settle();
    const before = await health();
    assert.deepEqual([before?.state, before?.says], ['good', 'up to date; homes with timers: 1']);
    platform.clock.advance({ seconds: 3_630 });
    assert.equal((await health())?.state, 'good');
    platform.clock.advance({ seconds: 60 });
    const late = await health();
    assert.equal(late?.state, 'bad');
    assert.match(late?.says ?? '', /^those of some home have not run for \d+ seconds/);
    await settle();
    assert.equal((await health())?.state, 'good');
    await send(ana, 'DELETE', `/${id}`);
  });

  it('is bad while events cannot be processed for more than a minute', async () => {
    const { ana, create, newPanel, report, settle, platform, db, levelIn } = scene();
    const kept = await newPanel();
    await create(ana, following(kept));
    await settle();
    const rename = (from: string, to: string) =>
      db.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
    await rename('agent_runs', 'agent_runs_away');
    try {
      await report(kept, 'left', 1);
      await settle(61);
      assert.equal((await health())?.state, 'bad');
    } finally {
      await rename('agent_runs_away', 'agent_runs');
    }
    await platform.server.features.agentRunner.runDue();
    assert.deepEqual([(await health())?.state, await levelIn(kept, 'right')], ['good', 1]);
  });
});
