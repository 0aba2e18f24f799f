import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Command } from '@azulejo/contract';
import { clientOf, setUpPanels, userOf } from '../support/panel-scene.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

onEachEngineInFull('a channel without an owner', setUpPanels, (scene) => {
  it('stores a write at once, with the writer as sender', async () => {
    const {
      newOwnerlessPanel,
      sendMessage,
      takeEvents,
      command,
      db,
      get,
      logOf,
      historyOf,
      ana,
      application,
    } = scene();
    const channelId = await newOwnerlessPanel();
    for (const data of [7, 7]) {
      takeEvents();
      await sendMessage(userOf(ana, application.clientId), channelId, 'left/level', { io: 'w', data });
      assert.deepEqual(
        takeEvents().map(({ name, message: { timestamp: _timestamp, ...message } }) => [name, message]),
        [['valueReported', { io: 'iw', data, sender: application.clientId, onBehalfOf: ana.id }]],
      );
    }
    const [first, second] = await db.read
      .selectFrom('commands')
      .select('id')
      .where('channel_id', '=', channelId)
      .orderBy('settled')
      .execute();
    assert.ok(first && second);
    const settled = await command(ana.token, second.id);
    assert.deepEqual([settled.state, settled.answer], ['done', 7]);
    const value = await readJson<{ cause: string }>(await get(ana.token, channelId, 'left/level'));
    assert.equal(value.cause, `command:${second.id}`);
    assert.deepEqual(
      (await logOf(ana, channelId)).map(({ io, data, cause }) => [io, data, cause]),
      [first, second].map(({ id }) => ['iw', 7, `command:${id}`]),
    );
    assert.deepEqual(await historyOf(channelId), [['left/level', 7]]);
  });

  it('answers a PUT with 200', async () => {
    const { newOwnerlessPanel, put, command, ana, takeEvents } = scene();
    const channelId = await newOwnerlessPanel();
    takeEvents();
    const settled = await readJson<Command>(await put(ana.token, channelId, 'left/level', 9));
    assert.deepEqual([settled.state, settled.answer, settled.on_behalf_of], ['done', 9, ana.id]);
    assert.deepEqual(await command(ana.token, settled.id), settled);
    assert.equal(takeEvents().length, 1);
  });
});

onEachEngineInFull('spec 8: the rate limit of writes', setUpPanels, (scene) => {
  it('limits writes to a property that sets a limit, for all writers together, but not reports', async () => {
    const { newDevice, newOwnerlessPanel, put, sendMessage, ana, rui, platform } = scene();
    const device = await newDevice();
    assert.equal((await put(ana.token, device.channelId, 'left/scarce', 1)).status, 202);
    assert.equal((await put(ana.token, device.channelId, 'left/scarce', 'x')).status, 422);
    platform.clock.advance({ seconds: 20 });
    assert.equal((await put(rui.token, device.channelId, 'left/scarce', 2)).status, 202);
    const refused = await put(ana.token, device.channelId, 'left/scarce', 3);
    assert.equal(refused.headers.get('retry-after'), '40');
    await assertApiError(refused, 'too_many_writes');
    assert.equal((await put(ana.token, device.channelId, 'right/scarce', 3)).status, 202);
    assert.equal((await put(ana.token, await newOwnerlessPanel(), 'left/scarce', 3)).status, 200);
    for (let each = 0; each < 5; each += 1)
      await sendMessage(clientOf(device.id), device.channelId, 'left/scarce', { io: 'iw', data: each });
    platform.clock.advance({ seconds: 40 });
    assert.equal((await put(ana.token, device.channelId, 'left/scarce', 4)).status, 202);
    await assertApiError(await put(ana.token, device.channelId, 'left/scarce', 5), 'too_many_writes');
  });
});
