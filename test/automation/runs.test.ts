import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import {
  type AutomationDefinition,
  AutomationMisses,
  AutomationRun,
  type PortalAuditEntry,
} from '@azulejo/contract';
import { ownHome } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { callerOf } from '../support/portal-calls.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';
import { following, levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

const switching = (channel: string, then: AutomationDefinition['then']): AutomationDefinition => ({
  ...following(channel),
  then,
});

onEachEngine('runs of automations', setUpRuns, (scene) => {
  it('sets one component when another one gets a value, and records why', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf, runOf } = scene();
    const kept = await newPanel();
    const { id } = await create(ana, following(kept));
    await settle();
    await report(kept, 'left', 1);
    await settle();
    assert.equal(await levelIn(kept, 'right'), 1);
    const [run, ...others] = await runsOf(id);
    assert.ok(run);
    assert.deepEqual(others, []);
    assertExact(AutomationRun, run);
    assert.deepEqual(
      [run.outcome, run.version, run.start.by, run.start.before, run.start.after, run.chain],
      ['done', 1, 'value', 0, 1, [id]],
    );
    assert.match(run.because, /^because /);
    const { steps = [] } = await runOf(id, run.id);
    assert.deepEqual(
      steps.map(({ step, kind, property, value, outcome }) => [step, kind, property, value, outcome]),
      [['s1', 'set', levelOf(kept, 'right'), 1, 'done']],
    );
    assert.match(steps[0]?.text ?? '', /^set .+ to 1$/);
  });

  it('runs once when a value is reported again', async () => {
    const { ana, create, newPanel, report, settle, runsOf } = scene();
    const kept = await newPanel();
    const { id } = await create(ana, following(kept));
    await settle();
    for (const value of [1, 1]) {
      await report(kept, 'left', value);
      await settle();
    }
    assert.equal((await runsOf(id)).length, 1);
  });

  const newScene = async (settings: readonly object[]) => {
    const { platform, ana } = scene();
    const { token } = ana;
    const made = await postJson(platform, '/v3/users/me/scenes', { label: 'All', settings }, { token });
    return ((await made.json()) as { id: string }).id;
  };

  it('leaves out a scene that is later than the automation allows', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf, runOf } = scene();
    const kept = await newPanel();
    const played = await newScene([{ ...levelOf(kept, 'right'), data: 1 }]);
    const then = [
      { kind: 'wait' as const, wait: 'PT1M' },
      { kind: 'scene' as const, scene: played },
    ];
    const { id } = await create(ana, { ...switching(kept, then), late: 'skip-after:PT5M' });
    await settle();
    await report(kept, 'left', 1);
    await settle();
    await settle(600);
    const [run] = await runsOf(id);
    const { steps = [] } = await runOf(id, run?.id ?? '');
    assert.deepEqual([steps[1]?.kind, steps[1]?.outcome], ['scene', 'too-late']);
    assert.equal(await levelIn(kept, 'right'), 0);
  });

  it('sends all writes of one input, in batches that survive a restart', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf, platform, db, forgetHomes } = scene();
    const panels = await Promise.all([1, 2, 3, 4, 5, 6].map(newPanel));
    const [kept = ''] = panels;
    const parts = panels.flatMap((panel) => [levelOf(panel), levelOf(panel, 'right')]);
    const ids: string[] = [];
    for (let value = 2; value < 52; value += 1) {
      const then = parts.map((set) => ({ kind: 'set' as const, set, value }));
      ids.push((await create(ana, switching(kept, then))).id);
    }
    await settle();
    await report(kept, 'left', 1);
    let isOver = false;
    const running = platform.server.features.automationRunner.run().finally(() => {
      isOver = true;
    });
    // Each batch loads the home as it was stored.
    for (; !isOver; await setImmediate()) forgetHomes();
    await running;
    await settle();
    const outcomes = await Promise.all(ids.map(async (id) => (await runsOf(id))[0]?.outcome));
    assert.deepEqual(new Set(outcomes), new Set(['done']));
    const steps = await db.read
      .selectFrom('automation_steps')
      .select(({ fn }) => ['outcome', fn.countAll<number | string>().as('count')])
      .where('automation_id', 'in', ids)
      .groupBy('outcome')
      .execute();
    assert.deepEqual(
      steps.map(({ outcome, count }) => [outcome, Number(count)]),
      [['done', ids.length * parts.length]],
    );
    assert.equal(await levelIn(panels[5] ?? '', 'right'), 51);
    for (const id of ids) await scene().send(ana, 'DELETE', `/${id}`);
  });

  it('refuses scenes beyond 2,000 commands of one input', async () => {
    const { ana, create, newPanel, report, settle, runsOf, runOf } = scene();
    const panels = await Promise.all([1, 2, 3, 4, 5, 6].map(newPanel));
    const settings = panels.flatMap((panel) =>
      ['left', 'right'].map((part) => ({ ...levelOf(panel, part), data: 1 })),
    );
    const ofScene = await newScene(settings);
    const then = Array.from({ length: 45 }, () => ({ kind: 'scene' as const, scene: ofScene }));
    const ids: string[] = [];
    for (let each = 0; each < 4; each += 1)
      ids.push((await create(ana, switching(panels[0] ?? '', then))).id);
    await settle();
    await report(panels[0] ?? '', 'left', 1);
    await settle();
    const steps = [];
    for (const id of ids) {
      const [run] = await runsOf(id);
      steps.push(...((await runOf(id, run?.id ?? '')).steps ?? []));
    }
    assert.deepEqual(
      [...new Set(steps.map(({ outcome, reason }, index) => `${index < 166} ${outcome} ${reason}`))],
      ['true done undefined', 'false refused too_many_writes'],
    );
  });

  it('continues after a wait when it is due', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf } = scene();
    const kept = await newPanel();
    const right = levelOf(kept, 'right');
    const { id } = await create(
      ana,
      switching(kept, [
        { kind: 'set', set: right, value: 1 },
        { kind: 'wait', wait: 'PT3M' },
        { kind: 'set', set: right, value: 0 },
      ]),
    );
    await settle();
    await report(kept, 'left', 1);
    await settle(170);
    assert.deepEqual([await levelIn(kept, 'right'), (await runsOf(id))[0]?.outcome], [1, 'running']);
    await settle(20);
    assert.deepEqual([await levelIn(kept, 'right'), (await runsOf(id))[0]?.outcome], [0, 'done']);
  });

  it('ends a run in progress when the only trigger of its automation is removed', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf, read, platform } = scene();
    const { automationHomeChanges, homes, tiles } = platform.server.features;
    const [removed, kept] = [await newPanel(), await newPanel()];
    const right = levelOf(kept, 'right');
    const { id } = await create(
      ana,
      switching(removed, [
        { kind: 'set', set: right, value: 1 },
        { kind: 'wait', wait: 'PT3M' },
        { kind: 'set', set: right, value: 0 },
      ]),
    );
    await settle();
    await report(removed, 'left', 1);
    await settle();
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === removed);
    await homes.removeTile(ownHome(ana), tile?.id ?? '');
    await automationHomeChanges.notify();
    await settle();
    assert.deepEqual([(await read(ana, id)).health, await levelIn(kept, 'right')], ['invalid', 1]);
    await settle(190);
    assert.deepEqual([await levelIn(kept, 'right'), (await runsOf(id))[0]?.outcome], [0, 'done']);
  });

  it('runs an automation at a time of day, and says when it runs next', async () => {
    const { ana, create, newPanel, settle, levelIn, read } = scene();
    const kept = await newPanel();
    const definition = { ...following(kept), when: [{ kind: 'interval' as const, every: 'PT1H' }] };
    const { id } = await create(ana, definition);
    await settle();
    await settle(3_590);
    assert.equal(await levelIn(kept, 'right'), 0);
    await settle(30);
    assert.equal(await levelIn(kept, 'right'), 1);
    const { last_run, next } = await read(ana, id);
    assert.equal(Date.parse(next ?? '') - Date.parse(last_run ?? ''), 3_600_000);
  });

  it('counts the reasons why an automation did not run, and returns them in words', async () => {
    const { ana, create, newPanel, report, settle, runsOf, send } = scene();
    const kept = await newPanel();
    const onlyIf = { kind: 'property', property: levelOf(kept, 'right'), is: 'is', value: 1 } as const;
    const { id } = await create(ana, { ...following(kept, { sets: 0 }), onlyIf });
    await settle();
    await report(kept, 'left', 1);
    await settle();
    assert.deepEqual(await runsOf(id), []);
    const misses = await readJson<AutomationMisses>(await send(ana, 'GET', `/${id}/misses`));
    assertExact(AutomationMisses, misses);
    assert.deepEqual(
      misses.reasons.map(({ reason, count, hours, last }) => [reason, count, hours.length, last.length]),
      [['condition-false', 1, 1, 1]],
    );
    assert.notEqual(misses.reasons[0]?.last[0]?.text, '');
  });

  it('runs an automation when a person plays it, and says why when it does not begin', async () => {
    const { ana, rui, create, newPanel, settle, levelIn, send, platform, applicationToken } = scene();
    const kept = await newPanel();
    const onlyIf = { kind: 'property', property: levelOf(kept, 'right'), is: 'is', value: 5 } as const;
    const { id } = await create(ana, { ...following(kept), onlyIf });
    await settle();
    const run = await readJson<AutomationRun>(await send(ana, 'POST', `/${id}/play`, {}));
    assertExact(AutomationRun, run);
    assert.deepEqual([run.start, await levelIn(kept, 'right')], [{ by: 'play', person: ana.id }, 1]);
    const path = `/v3/users/${ana.id}/automations/${id}/play`;
    const request = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    const played = await platform.request(path, { ...request, token: await applicationToken() });
    assert.deepEqual((await readJson<AutomationRun>(played)).start, { by: 'play' }, 'nobody in particular');
    await assertApiError(await send(ana, 'POST', `/${id}/play`, { conditions: true }), 'automation_not_run');
    await send(ana, 'PATCH', `/${id}`, { enabled: false });
    await assertApiError(await send(ana, 'POST', `/${id}/play`, {}), 'automation_not_run');
    await assertApiError(await send(rui, 'POST', `/${id}/play`, {}), 'not_found');
  });

  it('says that a play waits for the run before it, and that an automation cannot run', async () => {
    const { ana, create, newPanel, settle, send, runsOf, platform } = scene();
    const kept = await newPanel();
    const { id } = await create(ana, {
      ...switching(kept, [{ kind: 'wait', wait: 'PT1M' }]),
      mode: 'queued',
    });
    await settle();
    await readJson(await send(ana, 'POST', `/${id}/play`, {}));
    const queued = await assertApiError(await send(ana, 'POST', `/${id}/play`, {}), 'automation_not_run');
    assert.match(queued.detail ?? '', /will run/);
    await settle(61);
    assert.equal((await runsOf(id)).length, 2);
    const path = '/v3/legacy/users/me/tiles';
    const { token } = ana;
    const { tiles } = await readJson<{ tiles: { id: string; channel: string }[] }>(
      await platform.request(path, { token }),
    );
    for (const tile of tiles.filter(({ channel }) => channel === kept))
      await readJson(await platform.request(`${path}/${tile.id}`, { method: 'DELETE', token }));
    const broken = await assertApiError(await send(ana, 'POST', `/${id}/play`, {}), 'automation_not_run');
    assert.match(broken.detail ?? '', /\.$/);
  });

  it('runs an automation when its web address is called, until the address is removed', async () => {
    const { ana, create, newPanel, settle, levelIn, send, call } = scene();
    const kept = await newPanel();
    const { id } = await create(ana, { ...following(kept), when: [{ kind: 'webhook', webhook: true }] });
    await settle();
    const newHook = async () =>
      (await (await send(ana, 'POST', `/${id}/hook`, {})).json()) as { url: string };
    const [replaced, { url }] = [await newHook(), await newHook()];
    await assertApiError(await call(replaced.url), 'not_found');
    assert.equal((await call(url)).status, 202);
    await settle();
    assert.equal(await levelIn(kept, 'right'), 1);
    assert.equal((await send(ana, 'DELETE', `/${id}/hook`)).status, 200);
    await assertApiError(await call(url), 'not_found');
    await assertApiError(await call('/v3/hooks/azh_x'), 'not_found');
  });

  it('names the automations that led to a run', async () => {
    const { ana, create, newPanel, report, settle, runsOf } = scene();
    const [one, other] = [await newPanel(), await newPanel()];
    const first = await create(ana, switching(one, [{ kind: 'set', set: levelOf(other, 'left'), value: 1 }]));
    const second = await create(ana, following(other));
    await settle();
    await report(one, 'left', 1);
    await settle();
    assert.deepEqual((await runsOf(second.id))[0]?.chain, [first.id, second.id]);
  });

  it('runs and switches other automations, and plays scenes', async () => {
    const { ana, create, newPanel, report, settle, runsOf, read } = scene();
    const kept = await newPanel();
    const played = await create(ana, { ...following(kept), when: [{ kind: 'webhook', webhook: true }] });
    const switched = await create(ana, { ...following(kept), when: [{ kind: 'webhook', webhook: true }] });
    await create(
      ana,
      switching(kept, [
        { kind: 'automation', automation: played.id, as: 'run' },
        { kind: 'automation', automation: switched.id, as: 'switch-off' },
      ]),
    );
    await settle();
    await report(kept, 'left', 1);
    await settle();
    assert.equal((await runsOf(played.id)).length, 1);
    assert.equal((await read(ana, switched.id)).enabled, false);
  });

  it('sends a notification once, with the value that the step names', async () => {
    const { ana, create, newPanel, report, settle, runsOf, runOf, platform, db } = scene();
    const kept = await newPanel();
    const notify = { text: 'It is {{left}}', values: { left: levelOf(kept, 'left') } };
    const { id } = await create(ana, switching(kept, [{ kind: 'notify', notify }]));
    await settle();
    await report(kept, 'left', 1);
    await settle();
    const [run] = await runsOf(id);
    assert.equal((await runOf(id, run?.id ?? '')).steps?.[0]?.outcome, 'open');
    await platform.server.features.automationMessages.run();
    await platform.server.features.automationMessages.stop();
    assert.equal((await runOf(id, run?.id ?? '')).steps?.[0]?.outcome, 'done');
    const left = await db.read
      .selectFrom('automation_messages')
      .selectAll()
      .where('automation_id', '=', id)
      .execute();
    assert.deepEqual(left, []);
  });

  it('keeps the state of automations when the home is loaded from the database again', async () => {
    const { ana, create, newPanel, report, settle, levelIn, forgetHomes, runsOf } = scene();
    const kept = await newPanel();
    const right = levelOf(kept, 'right');
    const { id } = await create(
      ana,
      switching(kept, [
        { kind: 'wait', wait: 'PT3M' },
        { kind: 'set', set: right, value: 1 },
      ]),
    );
    await settle();
    await report(kept, 'left', 1);
    await settle();
    forgetHomes();
    await settle(200);
    assert.equal(await levelIn(kept, 'right'), 1);
    forgetHomes();
    await report(kept, 'left', 0);
    await settle();
    assert.deepEqual(
      (await runsOf(id)).map(({ outcome }) => outcome),
      ['done'],
    );
  });

  it('switches off an automation that runs too often, and notifies its owner', async () => {
    const { ana, create, newPanel, report, settle, read, platform } = scene();
    const kept = await newPanel();
    const { id } = await create(ana, {
      ...following(kept),
      when: [{ kind: 'property', property: levelOf(kept, 'left'), is: 'changes' }],
    });
    await settle();
    for (let value = 1; value <= 70; value += 1) await report(kept, 'left', value);
    await settle();
    const { health, enabled, stopped } = await read(ana, id);
    assert.deepEqual([health, enabled, stopped?.why], ['stopped', false, 'runs-per-minute']);
    const call = callerOf(await visitPortal(platform));
    const { entries } = await call<{ entries: PortalAuditEntry[] }>('auditLog.list', {
      action: 'automation.stop',
    });
    assert.deepEqual(
      entries.map(({ actor, target, detail }) => [actor, target?.name, detail]),
      [[null, ana.email, 'Follow (runs-per-minute, limit 60): Follow']],
    );
  });
});
