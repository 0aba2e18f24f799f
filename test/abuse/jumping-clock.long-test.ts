import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Command } from '@azulejo/contract';
import { clientOf, setUpPanels, userOf, valuePath } from '../support/panel-scene.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

const JUMPS = [
  { name: 'a day ahead', days: 1 },
  { name: 'a day back', days: -1 },
];

onEachEngine('deadlines and limits when the machine’s clock is set', setUpPanels, (scene) => {
  for (const { name, days } of JUMPS) {
    it(`keeps a command open until its deadline when the clock jumps ${name}`, async () => {
      const { newDevice, put, pass, platform, command, ana } = scene();
      const device = await newDevice();
      const response = await put(ana.token, device.channelId, 'left/level', 40);
      const { id } = (await response.json()) as Command;
      platform.clock.jump({ days });
      await pass(4.9);
      assert.equal((await command(ana.token, id)).state, 'open');
      await pass(0.1);
      assert.equal((await command(ana.token, id)).state, 'unanswered');
      platform.clock.jump({ days: -days });
    });

    it(`limits writes by elapsed time when the clock jumps ${name}`, async () => {
      const { newDevice, put, pass, platform, ana } = scene();
      const device = await newDevice();
      const write = async (data: number) =>
        (await put(ana.token, device.channelId, 'left/scarce', data)).status;
      assert.deepEqual([await write(1), await write(2), await write(3)], [202, 202, 429]);
      platform.clock.jump({ days });
      assert.equal(await write(3), 429);
      await pass(60);
      assert.equal(await write(3), 202);
      platform.clock.jump({ days: -days });
    });
  }

  it('settles a command with a deadline far ahead that an earlier server opened', async () => {
    const { newDevice, db, pass, command, platform, ana, sendMessage } = scene();
    const device = await newDevice();
    const id = crypto.randomUUID();
    const created = platform.clock.now() + 24 * 3600_000;
    await db.write((tx) =>
      tx
        .insertInto('commands')
        .values({
          id,
          channel_id: device.channelId,
          component_id: 'left',
          property_id: 'level',
          data_json: '1',
          state: 'open',
          sender: null,
          on_behalf_of: null,
          created,
          deadline: created + 5_000,
          settled: null,
          answer_json: null,
          reason: null,
          part: 0,
        })
        .execute(),
    );
    await pass(6);
    const { writePath } = platform.server.features;
    await writePath.settleLeft();
    assert.equal((await command(ana.token, id)).state, 'unanswered');
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 1 });
    assert.equal((await command(ana.token, id)).state, 'done');
  });

  it('stamps values with the current time again after the clock was a day ahead', async () => {
    const { newDevice, platform, ana, sendMessage, get, takeEvents, application } = scene();
    const device = await newDevice();
    const address = [device.channelId, 'left/level'] as const;
    const report = (data: number) => sendMessage(clientOf(device.id), ...address, { io: 'iw', data });
    const last = async () => {
      const value = await readJson<{ data: number; timestamp: string }>(await get(ana.token, ...address));
      return [value.data, Date.parse(value.timestamp) - platform.clock.now()];
    };
    platform.clock.jump({ days: 1 });
    await report(1);
    platform.clock.jump({ days: -1 });
    takeEvents();
    await sendMessage(userOf(ana, application.clientId, 'reader'), ...address, { io: 'r' });
    assert.deepEqual(
      takeEvents().map(({ name }) => name),
      ['commandRequested'],
      'a value from the time to come is not fresh',
    );
    await report(2);
    assert.deepEqual(await last(), [2, 0]);
    await report(3);
    assert.deepEqual(await last(), [3, 1], 'the later of two reports in one millisecond has the later time');
    platform.clock.jump({ days: -30 / 86_400 });
    await report(4);
    assert.deepEqual(await last(), [4, 30_002], 'a clock that is set back a little loses no order');
    platform.clock.jump({ days: 30 / 86_400 });
    const history = await readJson<{ elements: { value: number }[] }>(
      await platform.request(`${valuePath(...address).replace(/value$/, 'history')}`, { token: ana.token }),
    );
    assert.deepEqual(
      history.elements.map(({ value }) => value),
      [4, 3, 2],
    );
  });
});
