import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { ownHome } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { following, levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

const MINUTE = 60;

/** Jobs run only when a test says so, which decides when automations learn of a changed home. */
const setUp = (stage: Stage) =>
  setUpRuns({ ...stage, start: (options) => stage.start({ ...options, timers: manualClock() }) });

onEachEngineInFull('automations of a home', setUp, (scene) => {
  it('keeps a light on while somebody moves, and switches it off three minutes after the last motion', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf } = scene();
    const hall = await newPanel();
    const light = levelOf(hall, 'right');
    const then = [
      { kind: 'set' as const, set: light, value: 1 },
      { kind: 'wait' as const, wait: 'PT3M' },
      { kind: 'set' as const, set: light, value: 0 },
    ];
    const { id } = await create(ana, { ...following(hall), mode: 'restart', then });
    await settle();
    for (let motion = 0; motion < 3; motion += 1) {
      await report(hall, 'left', 1);
      await settle();
      await report(hall, 'left', 0);
      await settle(2 * MINUTE);
      assert.equal(await levelIn(hall, 'right'), 1);
    }
    await settle(MINUTE);
    assert.equal(await levelIn(hall, 'right'), 0);
    assert.deepEqual(
      (await runsOf(id)).map(({ outcome }) => outcome),
      ['done', 'replaced', 'replaced'],
    );
  });

  it('does nothing when a device comes back, and something when it was away for ten minutes', async () => {
    const { ana, create, newDevice, newPanel, put, settle, runsOf } = scene();
    const { channelId, token } = await newDevice();
    const lamp = await newPanel();
    const reportAt = async (at: string, data: unknown) => {
      const response = await put(token, channelId, at, data);
      assert.ok(response.ok, await response.text());
      await settle();
    };
    const then: AutomationDefinition['then'] = [
      { kind: 'set', set: levelOf(lamp, 'right'), value: 1, only: 'always' },
    ];
    await reportAt('left/level', 1);
    const byValue = await create(ana, { ...following(channelId), then });
    const device = { kind: 'device', device: 'unreachable', channel: channelId } as const;
    const byAbsence = await create(ana, { label: 'Gone', when: [device], then });
    const byLongAbsence = await create(ana, { label: 'Away', when: [{ ...device, for: 'PT10M' }], then });
    const runs = async () => {
      const all = await Promise.all([byValue, byAbsence, byLongAbsence].map(({ id }) => runsOf(id)));
      return all.map(({ length }) => length);
    };
    await settle();
    // The device never reported before that it can be reached.
    await reportAt('left/access', 'disconnected');
    await settle(5 * MINUTE);
    await reportAt('left/access', 'ok');
    await reportAt('left/level', 1);
    await settle(10 * MINUTE);
    assert.deepEqual(await runs(), [0, 1, 0]);
    await reportAt('right/access', 'disconnected');
    await settle(11 * MINUTE);
    await reportAt('right/access', 'ok');
    await reportAt('left/level', 1);
    assert.deepEqual(await runs(), [0, 2, 1]);
  });

  it('stops within 60 runs when a loop through the physical world starts them again, and notifies the person', async () => {
    const { ana, create, newPanel, report, settle, levelIn, runsOf, read, platform, db } = scene();
    const lamp = await newPanel();
    const lightSensor = await newPanel();
    const { id } = await create(ana, {
      label: 'Light when it is dark',
      when: [{ kind: 'property', property: levelOf(lightSensor), is: 'falls-below', value: 0.3 }],
      then: [{ kind: 'set', set: levelOf(lamp, 'right'), value: 1, only: 'always' }],
    });
    await settle();
    await report(lightSensor, 'left', 1);
    // The lamp's light blinds the sensor, and somebody else switches it off at once.
    for (let turn = 0; turn < 70; turn += 1) {
      await report(lightSensor, 'left', 0);
      await settle(0.1);
      await report(lightSensor, 'left', (await levelIn(lamp, 'right')) ?? 0);
      await settle(0.1);
    }
    const { health, stopped } = await read(ana, id);
    assert.deepEqual([health, stopped?.why], ['stopped', 'runs-per-minute']);
    assert.equal((await runsOf(id)).length, 20);
    const { count } = await db.read
      .selectFrom('automation_runs')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('automation_id', '=', id)
      .executeTakeFirstOrThrow();
    assert.equal(Number(count), 60);
    await platform.server.features.automationMessages.run();
    await platform.server.features.automationMessages.stop();
    const left = await db.read
      .selectFrom('automation_messages')
      .selectAll()
      .where('automation_id', '=', id)
      .execute();
    assert.deepEqual(left, []);
  });

  it('refuses automations what their person may no longer do, and then says that the device is gone', async () => {
    const { ana, create, newDevice, newPanel, report, settle, runsOf, runOf, platform, read, db } = scene();
    const { channelId } = await newDevice();
    const panel = await newPanel();
    const { id } = await create(ana, {
      ...following(panel),
      then: [{ kind: 'set', set: levelOf(channelId), value: 1, only: 'always' }],
    });
    await settle();
    const tile = await db.read
      .selectFrom('tiles')
      .select('id')
      .where('user_id', '=', ana.id)
      .where('channel_id', '=', channelId)
      .executeTakeFirstOrThrow();
    await platform.server.features.homes.removeTile(ownHome(ana), tile.id);
    await report(panel, 'left', 1);
    await settle();
    const [run] = await runsOf(id);
    const { steps = [] } = await runOf(id, run?.id ?? '');
    assert.deepEqual(
      steps.map(({ outcome, reason }) => [outcome, reason]),
      [['refused', 'not-granted']],
    );
    assert.deepEqual([run?.outcome, (await read(ana, id)).health], ['failed', 'invalid']);
    await platform.server.features.automationHomeChanges.notify();
    await settle();
    await report(panel, 'left', 0);
    await report(panel, 'left', 1);
    await settle();
    assert.equal((await runsOf(id)).length, 1);
  });

  it('goes on with the devices that are left when one of them is removed, and notifies the person once', async () => {
    const { ana, create, newPanel, report, settle, runsOf, runOf, levelIn, platform, read, check, db } =
      scene();
    const { features } = platform.server;
    const [freezer, other] = [await newPanel(), await newPanel()];
    const warm = (channel: string) =>
      ({ kind: 'property', property: levelOf(channel), is: 'rises-above', value: 0.5 }) as const;
    const alarm: AutomationDefinition = {
      label: 'A freezer is warm',
      when: [warm(freezer), warm(other)],
      then: [
        { kind: 'set', set: levelOf(freezer, 'right'), value: 1 },
        { kind: 'set', set: levelOf(other, 'right'), value: 1 },
      ],
    };
    const { id } = await create(ana, alarm);
    await settle();
    const tile = await db.read
      .selectFrom('tiles')
      .select('id')
      .where('user_id', '=', ana.id)
      .where('channel_id', '=', freezer)
      .executeTakeFirstOrThrow();
    await features.homes.removeTile(ownHome(ana), tile.id);
    for (let round = 0; round < 2; round += 1) {
      await features.automationHomeChanges.notify();
      await settle();
    }
    const automation = await read(ana, id);
    assert.deepEqual(
      [automation.health, ...automation.problems.map(({ path, code }) => `${path} ${code}`)],
      ['incomplete', 'when[0].property unknown_property', 'then[0].set.property unknown_property'],
    );
    const messages = await db.read
      .selectFrom('automation_messages')
      .selectAll()
      .where('automation_id', '=', id)
      .execute();
    assert.deepEqual(
      messages.map(({ automation_id: of, kind, body_json: body }) => [of, kind, body]),
      [[id, 'gone', JSON.stringify([{ automation: id, code: 'unknown_property', cannotRun: false }])]],
    );
    await features.automationMessages.run();
    await features.automationMessages.stop();
    assert.equal((await db.read.selectFrom('automation_messages').selectAll().execute()).length, 0);
    await report(other, 'left', 1);
    await settle();
    const [run] = await runsOf(id);
    assert.equal(run?.outcome, 'partly');
    const { steps = [] } = await runOf(id, run?.id ?? '');
    assert.deepEqual(
      steps.map(({ kind, outcome }) => `${kind} ${outcome}`),
      ['set gone', 'set done'],
    );
    assert.equal(await levelIn(other, 'right'), 1);
    // What is gone cannot be saved anew.
    const { problems } = await check(ana, alarm, id);
    assert.ok(problems.some(({ severity, path }) => severity === 'error' && path === 'when[0].property'));
  });

  it('follows a new time zone of the home at once', async () => {
    const { ana, create, newPanel, settle, read, platform } = scene();
    const { features } = platform.server;
    const choose = async (home_timezone: string) => {
      const response = await platform.request(`/v3/users/${ana.id}/preferences`, {
        method: 'PATCH',
        token: ana.token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ home_timezone }),
      });
      assert.equal(response.status, 200, await response.clone().text());
      await features.automationHomeChanges.notify();
      await settle();
    };
    await choose('Europe/Lisbon');
    const panel = await newPanel();
    const { id } = await create(ana, {
      ...following(panel),
      when: [{ kind: 'time', time: { at: '12:00' } }],
    });
    await settle();
    const next = async (timeZone: string) =>
      new Date((await read(ana, id)).next ?? '').toLocaleTimeString('en-GB', { timeZone });
    assert.equal(await next('Europe/Lisbon'), '12:00:00');
    await choose('Asia/Tokyo');
    assert.equal(await next('Asia/Tokyo'), '12:00:00');
  });
});
