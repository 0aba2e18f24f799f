import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCheck, PortalUserAutomation } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { sql } from 'kysely';
import { ownHome } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { callerOf, requestTo } from '../support/portal-calls.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { setUpHeldRuns } from './runs-scene.ts';

/** Runs `work` while runs cannot be stored. */
async function withoutRuns(db: Db, work: () => Promise<void>): Promise<void> {
  const rename = (from: string, to: string) =>
    db.write((tx) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`.execute(tx));
  await rename('automation_runs', 'automation_runs_away');
  try {
    await work();
  } finally {
    await rename('automation_runs_away', 'automation_runs');
  }
}

onEachEngine('Health of automations', setUpHeldRuns, (scene) => {
  async function health() {
    const call = callerOf(await visitPortal(scene().platform));
    const { checks } = await call<{ checks: PortalCheck[] }>('monitoring.health');
    return checks.find(({ check }) => check === 'Automations');
  }

  it('reports bad health while a timer is due for more than a minute', async () => {
    const { ana, create, newPanel, settle, platform, send } = scene();
    const { id } = await create(ana, {
      ...following(await newPanel()),
      when: [{ kind: 'interval', every: 'PT1H' }],
    });
    await settle();
    const before = await health();
    assert.deepEqual([before?.state, before?.says], ['good', 'up to date; homes with timers: 1']);
    platform.clock.advance({ seconds: 3_630 });
    assert.equal((await health())?.state, 'good');
    platform.clock.advance({ seconds: 60 });
    const late = await health();
    assert.equal(late?.state, 'bad');
    assert.match(late?.says ?? '', /^automations of at least one home have been due for \d+ seconds$/);
    await settle();
    assert.equal((await health())?.state, 'good');
    await send(ana, 'DELETE', `/${id}`);
  });

  it('reports bad health while events cannot be processed for more than a minute', async () => {
    const { ana, create, newPanel, report, settle, platform, db, levelIn } = scene();
    const panel = await newPanel();
    await create(ana, following(panel));
    await settle();
    await withoutRuns(db, async () => {
      await report(panel, 'left', 1);
      await settle(61);
      assert.equal((await health())?.state, 'bad');
    });
    await platform.server.features.automationRunner.runDue();
    assert.deepEqual([(await health())?.state, await levelIn(panel, 'right')], ['good', 1]);
  });

  it('reports bad health while one home cannot be processed, which does not keep the others from running', async () => {
    const { ana, rui, create, newOwnerlessPanel, put, settle, platform, db, levelIn, forgetHomes } = scene();
    const { automationRunner } = platform.server.features;
    const panels = new Map([ana, rui].map((person) => [person, newOwnerlessPanel(person.id)] as const));
    const setLevel = async (value: number) => {
      for (const [{ token }, channel] of panels)
        assert.ok((await put(token, await channel, 'left/level', value)).ok);
    };
    await setLevel(0);
    for (const [person, channel] of panels) await create(person, following(await channel));
    await settle();
    const stateOfAna = db.read
      .selectFrom('automation_homes')
      .select('state_json')
      .where('user_id', '=', ana.id);
    const store = (state_json: string) =>
      db.write((tx) =>
        tx.updateTable('automation_homes').set({ state_json }).where('user_id', '=', ana.id).execute(),
      );
    const { state_json: stored } = await stateOfAna.executeTakeFirstOrThrow();
    const levels = () =>
      Promise.all([...panels.values()].map(async (channel) => levelIn(await channel, 'right')));
    // Both homes fail, so that both are tried again at the same time.
    await withoutRuns(db, async () => {
      await setLevel(1);
      await settle(61);
    });
    await store('no JSON');
    forgetHomes();
    for (let round = 0; round < panels.size; round += 1) await automationRunner.runDue();
    assert.deepEqual([(await health())?.state, await levels()], ['bad', [undefined, 1]]);
    await store(stored);
    await automationRunner.runDue();
    assert.deepEqual([(await health())?.state, await levels()], ['good', [1, 1]]);
  });
});

onEachEngine('the automations of a user in the portal', setUpHeldRuns, (scene) => {
  it('lists automations with their health and without what they do', async () => {
    const { ana, rui, create, newPanel, platform } = scene();
    const { homes, tiles } = platform.server.features;
    const call = callerOf(await visitPortal(platform, 'viewer'));
    const list = async (user_id: string) =>
      (await call<{ automations: PortalUserAutomation[] }>('users.automations', { user_id, language: 'de' }))
        .automations;
    assert.deepEqual(await list(rui.id), []);

    const panel = await newPanel();
    const { id: off } = await create(ana, { ...following(panel, { label: 'Off' }), enabled: false });
    const { id: timed } = await create(ana, {
      ...following(panel, { label: 'Every hour' }),
      when: [{ kind: 'interval', every: 'PT1H' }],
    });
    const [first, second] = await list(ana.id);
    assert.deepEqual(first, {
      id: off,
      name: 'Off',
      health: 'off',
      problems: [],
      stopped: null,
      last_run: null,
      next: null,
    });
    assert.deepEqual([second?.id, second?.health], [timed, 'fine']);

    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === panel);
    await homes.removeTile(ownHome(ana), tile?.id ?? '');
    const [, invalid] = await list(ana.id);
    assert.equal(invalid?.health, 'invalid');
    // Trigger and step name the same device that is gone.
    assert.equal(invalid?.problems.length, 1);

    await platform.server.features.users.setState(ana.id, 'inactive', {});
    assert.deepEqual(
      (await list(ana.id)).map(({ id, health, problems }) => [id, health, problems]),
      [
        [off, 'off', []],
        [timed, 'off', []],
      ],
    );
  });

  it('returns 404 for the automations of a user who does not exist', async () => {
    const visitor = await visitPortal(scene().platform, 'viewer');
    await assertApiError(
      await requestTo(visitor, 'users.automations', { user_id: '9d1c1f0e-3f2e-4a2b-8f27-3c0a4f3c2d11' }),
      'not_found',
    );
  });
});
