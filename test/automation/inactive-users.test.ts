import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationRun } from '@azulejo/contract';
import { type Person, personToken } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { callerOf } from '../support/portal-calls.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { setUpHeldRuns } from './runs-scene.ts';

onEachEngine('automations of users who are not active', setUpHeldRuns, (scene) => {
  const portal = async () => callerOf(await visitPortal(scene().platform));
  const homesOf = ({ id }: Person) =>
    scene().db.read.selectFrom('automation_homes').select('due').where('user_id', '=', id).execute();

  it('stops automations when the user is disabled, and starts them again when the user is enabled', async () => {
    const { platform, application, ana, create, newDevice, newPanel, put, report, settle, send, call } =
      scene();
    const panel = await newDevice();
    const ownerless = await newPanel();
    const setLevel = async (value: number) =>
      assert.ok((await put(panel.token, panel.channelId, 'left/level', value)).ok);
    await setLevel(0);
    const waiting = await create(ana, { ...following(ownerless), then: [{ kind: 'wait', wait: 'PT3M' }] });
    const waitingAutomation = await create(ana, {
      ...following(panel.channelId),
      then: [{ kind: 'wait', wait: 'PT1S' }],
    });
    const called = await create(ana, { ...following(ownerless), when: [{ kind: 'webhook', webhook: true }] });
    const hook = await send(ana, 'POST', `/${called.id}/hook`, {});
    const { url } = (await hook.json()) as { url: string };
    await settle();
    await report(ownerless, 'left', 1);
    await settle();
    assert.equal((await homesOf(ana)).length, 1);

    const requested = await portal();
    await requested('users.setState', { user_id: ana.id, state: 'inactive' });
    await settle();
    assert.deepEqual(await homesOf(ana), []);
    await assertApiError(await call(url), 'not_found');
    await setLevel(1);
    await settle(200);
    assert.deepEqual(await homesOf(ana), []);

    await requested('users.setState', { user_id: ana.id, state: 'active' });
    const again = { ...ana, token: (await personToken(platform, application, ana)).access_token };
    const runsOf = async ({ id }: { id: string }) =>
      (await readJson<{ elements: AutomationRun[] }>(await send(again, 'GET', `/${id}/runs`))).elements;
    await settle();
    assert.deepEqual(
      (await runsOf(waiting)).map(({ outcome }) => outcome),
      ['cancelled'],
    );
    assert.deepEqual(await runsOf(waitingAutomation), []);
    for (const value of [0, 1]) await setLevel(value);
    await settle();
    assert.equal((await runsOf(waitingAutomation)).length, 1);
    assert.equal((await call(url)).status, 202);
  });

  it('stops automations when the user is deleted', async () => {
    const { rui, create, newOwnerlessPanel, settle } = scene();
    const ownerless = await newOwnerlessPanel(rui.id);
    await create(rui, {
      ...following(ownerless),
      when: [{ kind: 'interval', every: 'PT1M' }],
      then: [{ kind: 'wait', wait: 'PT1H' }],
    });
    await settle();
    assert.equal((await homesOf(rui)).length, 1);
    await (await portal())('users.remove', { user_id: rui.id, email: rui.email });
    await settle(90);
    assert.deepEqual(await homesOf(rui), []);
  });
});
