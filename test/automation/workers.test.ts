import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Worker } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { following, levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

const unit = (channel: string, component: string, rule: object) => ({
  profile: 'p',
  channel,
  component,
  label: 'x',
  choices: [{ id: 'azulejo-1', choice: { rule: JSON.stringify(rule) } }],
});

/** Returns the body by which the Android app creates an automation (android-app 6.2). */
const created = (channel: string, label = 'Follow') => ({
  user: 'me',
  label,
  triggers: [unit(channel, 'left', { is: 'becomes', property: 'level', value: 1 })],
  actions: [unit(channel, 'right', { is: 'set', property: 'level', value: 1 })],
  states: [],
  unsorted: [],
  enabled: true,
  forceDisabled: false,
  invalid: false,
});

onEachEngine('automations of phone apps', setUpRuns, (scene) => {
  const call = (method: string, below = '', body?: object) => {
    const { platform, ana } = scene();
    return platform.request(`/v3/legacy/users/me/workers${below}`, {
      method,
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
  };
  const list = async () => (await readJson<{ workers: Worker[] }>(await call('GET'))).workers;
  async function create(body: object): Promise<Worker> {
    const response = await call('POST', '', body);
    assert.equal(response.status, 201, await response.clone().text());
    const worker = (await response.json()) as Worker;
    assertExact(Worker, worker);
    return worker;
  }

  it('creates, lists newest first, runs and deletes automations of phone apps', async () => {
    const { newPanel, report, settle, levelIn } = scene();
    const panel = await newPanel();
    const older = await create(created(panel, 'Older'));
    await settle();
    const worker = await create(created(panel));
    assert.deepEqual([worker.editable, worker.invalid, worker.enabled], [true, false, true]);
    assert.match(worker.devicesText, /^Kept/);
    assert.deepEqual((await list()).slice(0, 2), [worker, older]);
    await settle();
    await report(panel, 'left', 1);
    await settle();
    assert.equal(await levelIn(panel, 'right'), 1);
    const { lastRun } = await readJson<Worker>(await call('GET', `/${worker.id}`));
    assert.match(lastRun ?? '', /^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}\+0000$/);
    for (const { id } of [worker, older])
      assert.deepEqual(await readJson(await call('DELETE', `/${id}`)), {});
    await assertApiError(await call('GET', `/${worker.id}`), 'not_found');
  });

  it('keeps an automation switched off when an app saves it, and keeps members that the app does not send', async () => {
    const { newPanel } = scene();
    const panel = await newPanel();
    const { id } = await create(created(panel));
    assert.deepEqual(await readJson(await call('PATCH', `/${id}`, { enabled: false })), {});
    const { triggers, actions } = created(panel);
    const stripped = { id, label: 'Other', enabled: true, triggers, actions };
    assert.deepEqual(await readJson(await call('PUT', `/${id}`, stripped)), {});
    const saved = await readJson<Worker>(await call('GET', `/${id}`));
    assert.deepEqual([saved.label, saved.enabled], ['Other', false]);
    assert.deepEqual(
      [saved.triggers[0]?.property, saved.actions[0]?.property, saved.actions[0]?.component],
      ['level', 'level', 'right'],
    );
    await assertApiError(await call('POST', `/${id}/play`), 'automation_not_run');
  });

  it('answers a play once the run is recorded', async () => {
    const { ana, newPanel, settle, runsOf } = scene();
    const { id } = await create(created(await newPanel()));
    await settle();
    assert.deepEqual(await readJson(await call('POST', `/${id}/play`)), {});
    assert.deepEqual(
      (await runsOf(id)).map(({ start }) => start),
      [{ by: 'play', person: ana.id }],
    );
  });

  it('refuses edits when the app’s editor does not hold all of an automation, but accepts a new name', async () => {
    const { ana, create: createAutomation, newPanel } = scene();
    const [one, other] = [await newPanel(), await newPanel()];
    const when = [...following(one).when, ...following(other).when];
    const { id } = await createAutomation(ana, { ...following(one), when });
    const worker = await readJson<Worker>(await call('GET', `/${id}`));
    assert.deepEqual([worker.editable, worker.triggers, worker.actions], [false, [], []]);
    assert.notEqual(worker.description, '');
    await readJson(
      await call('PUT', `/${id}`, { id, label: 'Both', enabled: true, triggers: [], actions: [] }),
    );
    const { definition } = await scene().read(ana, id);
    assert.deepEqual([definition.label, definition.when.length], ['Both', 2]);
  });

  it('shows an automation as broken when a device is gone', async () => {
    const { newPanel, platform, ana } = scene();
    const panel = await newPanel();
    const { id } = await create(created(panel));
    // Apps remove a device by deleting its tiles.
    const home = homeOf(platform, ana);
    for (const { id: tile, channel } of await home.tiles())
      if (channel === panel) await readJson(await home.send('DELETE', `tiles/${tile}`));
    const worker = await readJson<Worker>(await call('GET', `/${id}`));
    assert.deepEqual([worker.invalid, worker.triggers[0]?.isInvalid], [true, true]);
    assert.notEqual(worker.triggers[0]?.photoUrlAlt, '');
  });

  it('refuses a rule that another editor made, with its place, and stores nothing', async () => {
    const { newPanel } = scene();
    const panel = await newPanel();
    const before = await list();
    const foreign = {
      ...created(panel),
      triggers: [{ ...unit(panel, 'left', {}), choices: [{ rule: 'x' }] }],
    };
    const { errors } = await assertApiError(await call('POST', '', foreign), 'invalid_request');
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['triggers[0].choices'],
    );
    const gone = {
      ...created(panel),
      actions: [unit('none', 'right', { is: 'set', property: 'level', value: 1 })],
    };
    await assertApiError(await call('POST', '', gone), 'invalid_automation');
    assert.deepEqual(await list(), before);
    assert.equal(levelOf(panel).channel, panel);
  });
});
