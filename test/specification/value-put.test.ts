import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { Command, type CommandState } from '@azulejo/contract';
import { clientOf, type PanelScene, setUpPanels, userOf, valuePath } from '../support/panel-scene.ts';
import type { TestPlatform } from '../support/platform.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

type Settle = (scene: PanelScene, device: { id: string; channelId: string }) => Promise<void>;

const reportOf =
  (at: string, data: unknown): Settle =>
  ({ sendMessage }, { id, channelId }) =>
    sendMessage(clientOf(id), channelId, at, { io: 'iw', data });

/** The ways in which a write of 1 on `left/level` can end. */
const endings: { state: CommandState; settle: Settle }[] = [
  { state: 'done', settle: reportOf('left/level', 1) },
  { state: 'answered', settle: reportOf('left/level', 2) },
  { state: 'refused', settle: reportOf('left/access', 'no_power') },
  {
    state: 'superseded',
    settle: ({ sendMessage, rui, application }, { channelId }) =>
      sendMessage(userOf(rui, application.clientId), channelId, 'left/level', { io: 'w', data: 3 }),
  },
  { state: 'unanswered', settle: ({ pass }) => pass(5) },
];

async function settleWhileWaiting(scene: PanelScene, settle: Settle): Promise<Command> {
  const { newDevice, put, ana, platform } = scene;
  const device = await newDevice();
  const requested = untilRequested(platform, device.channelId);
  const answer = put(ana.token, device.channelId, 'left/level', 1, '?wait=30');
  await requested;
  await settle(scene, device);
  return readJson<Command>(await answer);
}

/**
 * Resolves when a write was forwarded and its writer waits, which it does in the same turn of the event loop.
 */
async function untilRequested({ server }: TestPlatform, channelId: string): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  using _listening = server.features.bus.on('commandRequested', ({ address }) => {
    if (address.channelId === channelId) resolve();
  });
  await promise;
  await setImmediate();
}

onEachEngineInFull('PUT …/value', setUpPanels, (scene) => {
  it('requires data in a JSON object', async () => {
    const { newOwnerlessPanel, ana, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const put = (body: string, type = 'application/json', query = '') =>
      platform.request(`${valuePath(ownerless, 'left/level')}${query}`, {
        method: 'PUT',
        token: ana.token,
        headers: { 'content-type': type },
        body,
      });
    const { errors } = await assertApiError(await put('{}'), 'invalid_request');
    assert.deepEqual(errors, [{ field: 'data', reason: 'is required' }]);
    await assertApiError(await put('1'), 'malformed_body');
    await assertApiError(await put('data=1', 'application/x-www-form-urlencoded'), 'unsupported_media_type');
    for (const [query, reason] of [
      ['?wait=soon', 'must be an integer'],
      ['?wait=31', 'must be <= 30'],
      ['?wait=-1', 'must be >= 0'],
      ['?wait=1&wait=2', 'must not be repeated'],
    ] as const) {
      const { errors } = await assertApiError(await put('{"data":1}', undefined, query), 'invalid_request');
      assert.deepEqual(errors, [{ field: 'wait', reason }]);
    }
    assert.equal((await put('{"data":1,"wait":"long","io":"r"}')).status, 200, 'unknown members are ignored');
  });

  it('returns 202 with the open command, or 200 with the settled one', async () => {
    const { newDevice, newOwnerlessPanel, put, ana, application } = scene();
    const device = await newDevice();
    const response = await put(ana.token, device.channelId, 'left/level', 1);
    assert.equal(response.status, 202);
    const open = (await response.json()) as Command;
    assertExact(Command, open);
    assert.deepEqual(
      [open.href, open.state, open.channel, open.component, open.property, open.data],
      [`/v3/commands/${open.id}`, 'open', device.channelId, 'left', 'level', 1],
    );
    assert.deepEqual([open.sender, open.on_behalf_of], [application.clientId, ana.id]);
    assert.equal(Date.parse(open.deadline ?? '') - Date.parse(open.created), 5000);
    for (const [token, channelId] of [
      [device.token, device.channelId],
      [ana.token, await newOwnerlessPanel()],
    ] as const) {
      const settled = await readJson<Command>(await put(token, channelId, 'left/level', 1));
      assertExact(Command, settled);
      assert.deepEqual([settled.state, settled.answer], ['done', 1]);
    }
  });

  for (const { state, settle } of endings) {
    it(`waits until the command is ${state}`, async () => {
      const command = await settleWhileWaiting(scene(), settle);
      assertExact(Command, command);
      assert.equal(command.state, state);
      assert.ok(command.settled);
      assert.deepEqual(await scene().command(scene().rui.token, command.id), command);
    });
  }

  it('waits no longer than requested, or until the server stops', async () => {
    const { newDevice, put, pass, ana, platform } = scene();
    const device = await newDevice();
    for (const endWait of [() => pass(2), async () => platform.server.features.commands.waiting.end()]) {
      const requested = untilRequested(platform, device.channelId);
      const answer = put(ana.token, device.channelId, 'left/level', 1, '?wait=2');
      await requested;
      await endWait();
      assert.equal((await answer).status, 202);
    }
  });
});
