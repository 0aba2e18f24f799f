import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Automation, type AutomationVersion, MAX_AUTOMATIONS } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { ownHome } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following, setUpAutomations } from './automations-scene.ts';

/** Jobs are held, because one of them adds changes of homes to the log. */
const setUp = (stage: Stage) =>
  setUpAutomations({ ...stage, start: (options) => stage.start({ ...options, timers: manualClock() }) });

onEachEngine('automations', setUp, (scene) => {
  it('creates, lists, reads, replaces and deletes an automation', async () => {
    const { ana, create, send, newOwnerlessPanel, read, list } = scene();
    const ownerless = await newOwnerlessPanel();
    const made = await create(ana, { ...following(ownerless), label: ' Follow ' });
    assert.deepEqual(
      [made.definition.label, made.enabled, made.version, made.origin, made.health, made.problems],
      ['Follow', true, 1, 'api', 'fine', []],
    );
    assert.deepEqual([made.definition.when[0]?.id, made.definition.then[0]?.id], ['t1', 's1']);
    assert.deepEqual((await list(ana)).at(-1), made);
    const response = await send(ana, 'GET', `/${made.id}`);
    assert.equal(response.headers.get('etag'), `"${made._rev}"`);
    const body = { ...following(ownerless, { is: 0 }), label: 'Other' };
    const changed = await readJson<Automation>(await send(ana, 'PUT', `/${made.id}`, body));
    assert.deepEqual([changed.version, changed.definition.label], [2, 'Other']);
    assert.deepEqual(await read(ana, made.id), changed);
    assert.deepEqual(await readJson(await send(ana, 'DELETE', `/${made.id}`)), {});
    await assertApiError(await send(ana, 'GET', `/${made.id}`), 'not_found');
    await assertApiError(await send(ana, 'GET', `/${made.id}/versions`), 'not_found');
  });

  it('refuses to change or delete an automation that was changed meanwhile', async () => {
    const { ana, create, send, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id, _rev } = await create(ana, following(ownerless));
    const body = following(ownerless, { is: 0 });
    const match = { 'if-match': `"${_rev}"` };
    assert.equal((await send(ana, 'PUT', `/${id}`, body, match)).status, 200);
    for (const [method, sent] of [
      ['PUT', body],
      ['PATCH', { enabled: false }],
      ['DELETE', undefined],
    ] as const)
      await assertApiError(await send(ana, method, `/${id}`, sent, match), 'precondition_failed');
    assert.equal((await send(ana, 'GET', `/${id}`)).status, 200);
  });

  it('keeps an automation switched off when a replacement does not say otherwise, and switches it', async () => {
    const { ana, create, send, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id } = await create(ana, { ...following(ownerless), enabled: false });
    const put = await readJson<Automation>(await send(ana, 'PUT', `/${id}`, following(ownerless, { is: 0 })));
    assert.deepEqual([put.enabled, put.health, put.definition.enabled], [false, 'off', undefined]);
    const on = await readJson<Automation>(await send(ana, 'PATCH', `/${id}`, { enabled: true }));
    assert.deepEqual([on.enabled, on.health, on.version], [true, 'fine', 2]);
    const named = await readJson<Automation>(await send(ana, 'PATCH', `/${id}`, { label: 'Late' }));
    assert.deepEqual([named.definition.label, named.version, named.enabled], ['Late', 3, true]);
  });

  it('returns why the platform switched an automation off, until a person switches it on', async () => {
    const { ana, create, send, newOwnerlessPanel, read, db, platform } = scene();
    const { automationRecords } = platform.server.features;
    const { id } = await create(ana, following(await newOwnerlessPanel()));
    const stop = {
      at: '2026-01-02T03:04:05.678+0000',
      why: 'runs-per-minute' as const,
      limit: 60,
      chain: [id],
    };
    await db.unit([...automationRecords.stop(ana.id, id, stop)]);
    const stopped = await read(ana, id);
    assert.deepEqual([stopped.enabled, stopped.health, stopped.stopped], [false, 'stopped', stop]);
    const on = await readJson<Automation>(await send(ana, 'PATCH', `/${id}`, { enabled: true }));
    assert.deepEqual([on.health, on.stopped], ['fine', undefined]);
    await db.unit([
      automationRecords.recordRun(ana.id, id, Date.UTC(2026, 0, 2), undefined),
      automationRecords.recordOutcome(ana.id, id, 'failed'),
    ]);
    const ran = await read(ana, id);
    assert.deepEqual(
      [ran.health, ran.last_run, ran._rev],
      ['failing', '2026-01-02T00:00:00.000+0000', on._rev],
    );
  });

  it('lists versions of an automation and restores one', async () => {
    const { ana, application, create, send, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id, definition } = await create(ana, following(ownerless));
    await send(ana, 'PUT', `/${id}`, following(ownerless, { is: 0, label: 'Other' }));
    await assertApiError(await send(ana, 'POST', `/${id}/versions/7/restore`, {}), 'not_found');
    const restored = await readJson<Automation>(await send(ana, 'POST', `/${id}/versions/1/restore`, {}));
    assert.deepEqual([restored.version, restored.definition], [3, definition]);
    const { elements } = await readJson<{ elements: AutomationVersion[] }>(
      await send(ana, 'GET', `/${id}/versions`),
    );
    assert.deepEqual(
      elements.map(({ version, by, through }) => [version, by, through]),
      [3, 2, 1].map((version) => [version, ana.id, application.clientId]),
    );
  });

  it('keeps automations in the order that the user chose', async () => {
    const { rui, create, send, newOwnerlessPanel, list } = scene();
    const ownerless = await newOwnerlessPanel(rui.id);
    const made = [];
    for (const label of ['One', 'Two', 'Three'])
      made.push(await create(rui, following(ownerless, { label })));
    const order = [made[2]?.id ?? '', made[0]?.id ?? ''];
    assert.equal((await send(rui, 'POST', '/reorder', { order })).status, 200);
    assert.deepEqual(
      (await list(rui)).map(({ definition }) => definition.label),
      ['Three', 'One', 'Two'],
    );
    await assertApiError(await send(rui, 'POST', '/reorder', { order: ['nobody'] }), 'not_found');
  });

  it('adds every change to the log of the home, which the feed does not show', async () => {
    const { ana, create, send, newOwnerlessPanel, db, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const last = async () =>
      (
        await db.read
          .selectFrom('user_events')
          .select(['n', 'type'])
          .where('user_id', '=', ana.id)
          .orderBy('n', 'desc')
          .execute()
      ).at(0);
    const { id } = await create(ana, following(ownerless));
    const before = await last();
    assert.equal(before?.type, 'home');
    await send(ana, 'PATCH', `/${id}`, { enabled: false });
    assert.equal((await last())?.n, (before?.n ?? 0) + 1);
    const { automationHomes } = platform.server.features;
    assert.equal((await automationHomes.of(ana.id))?.home.automation(id)?.isEnabled, false);
    await send(ana, 'DELETE', `/${id}`);
    assert.equal((await automationHomes.of(ana.id))?.home.automation(id), undefined);
  });

  it('compiles an earlier version for runs that began with it', async () => {
    const { ana, create, send, newOwnerlessPanel, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id } = await create(ana, following(ownerless));
    await send(ana, 'PUT', `/${id}`, following(ownerless, { is: 0 }));
    const { automationHomes } = platform.server.features;
    const home = (await automationHomes.of(ana.id, [{ id, version: 1 }]))?.home;
    assert.deepEqual([home?.version(id, 1)?.version, home?.automation(id)?.version], [1, 2]);
  });

  it('keeps an automation whose device was removed, and reports the problem', async () => {
    const { ana, create, newOwnerlessPanel, read, platform } = scene();
    const { homes, tiles } = platform.server.features;
    const ownerless = await newOwnerlessPanel();
    const { id } = await create(ana, following(ownerless));
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === ownerless);
    await homes.removeTile(ownHome(ana), tile?.id ?? '');
    const gone = await read(ana, id);
    assert.equal(gone.health, 'invalid');
    assert.deepEqual(
      gone.problems.map(({ path, code }) => [path, code]),
      [
        ['when[0].property', 'unknown_property'],
        ['then[0].set.property', 'unknown_property'],
      ],
    );
    const { home } = (await platform.server.features.automationHomes.of(ana.id)) ?? {};
    assert.deepEqual(home?.automation(id)?.triggers, []);
  });

  it(`stores at most ${MAX_AUTOMATIONS} automations of a user`, async () => {
    const { stranger, send, newOwnerlessPanel, db, create } = scene();
    const ownerless = await newOwnerlessPanel(stranger.id);
    const { id } = await create(stranger, following(ownerless));
    await db.write(async (tx) => {
      const row = await tx
        .selectFrom('automations')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      for (let number = 1; number < MAX_AUTOMATIONS; number += 1)
        await tx
          .insertInto('automations')
          .values({ ...row, id: `${number}`, enabled: 0, position: number })
          .execute();
    });
    await assertApiError(await send(stranger, 'POST', '', following(ownerless)), 'quota_exceeded');
  });
});
