import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Command, Value } from '@azulejo/contract';
import { clientOf, setUpPanels, userOf } from '../support/panel-scene.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

const hue = (h: number) => ({ h, s: 50, v: 50 });

onEachEngineInFull('manager-sdk 4: reports by the channel’s owner', setUpPanels, (scene) => {
  it('stores and stamps reports, and delivers them to everyone as iw, whether sent as ir or iw', async () => {
    const { newDevice, sendMessage, takeEvents, get, ana, platform } = scene();
    const device = await newDevice();
    for (const [io, data] of [
      ['iw', 10],
      ['ir', 20],
      ['iw', 20],
    ] as const) {
      takeEvents();
      await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io, data });
      const [events, ...more] = takeEvents();
      assert.deepEqual(more, []);
      assert.equal(events?.name, 'valueReported');
      const { timestamp, ...message } = events.message;
      assert.deepEqual(message, { io: 'iw', data, sender: device.id, onBehalfOf: undefined });
      const value = await readJson<Value>(await get(ana.token, device.channelId, 'left/level'));
      assert.deepEqual([value.data, value.sender, value.cause], [data, device.id, 'report']);
      assert.equal(Date.parse(value.timestamp.replace('+0000', 'Z')), timestamp);
      assert.ok(Number(timestamp) >= platform.clock.now());
    }
  });

  it('keeps reports in order with increasing timestamps, even while the clock stands still', async () => {
    const { newDevice, partiesOf, takeEvents, historyOf, platform } = scene();
    const device = await newDevice();
    const channel = await partiesOf(device.channelId);
    const address = { channelId: device.channelId, componentId: 'left', propertyId: 'level' };
    takeEvents();
    const accepted = [];
    for (let data = 0; data < 60; data += 1)
      accepted.push(
        await platform.server.features.writePath.receive(clientOf(device.id), channel, address, {
          io: 'iw',
          data,
        }),
      );
    await Promise.all(accepted.map(({ committed }) => committed));
    const events = takeEvents();
    const times = events.map(({ message }) => Number(message['timestamp']));
    assert.deepEqual(
      events.map(({ message }) => message.data),
      [...Array(60).keys()],
    );
    assert.ok(times.every((time, index) => index === 0 || time > Number(times[index - 1])));
    assert.deepEqual(
      (await historyOf(device.channelId)).map(([, data]) => data),
      [...Array(60).keys()],
    );
    const stored = await platform.server.features.values.find(address);
    assert.deepEqual([stored?.data, stored?.revision, stored?.timestamp], [59, 60, times.at(-1)]);
  });

  it('records a report when the value changes, or when the property records every report', async () => {
    const { newDevice, sendMessage, historyOf, logOf, ana, rui } = scene();
    const device = await newDevice();
    for (const [at, data] of [
      ['left/level', 1],
      ['left/level', 1],
      ['right/level', 1],
      ['left/level', 2],
      ['left/colour', hue(1)],
      ['left/colour', { v: 50, s: 50, h: 1 }],
      ['left/colour', hue(2)],
      ['left/measure', 7],
      ['left/measure', 7],
    ] as const)
      await sendMessage(clientOf(device.id), device.channelId, at, { io: 'iw', data });
    const remembered = [
      ['left/level', 1],
      ['right/level', 1],
      ['left/level', 2],
      ['left/colour', hue(1)],
      ['left/colour', hue(2)],
      ['left/measure', 7],
      ['left/measure', 7],
    ];
    const byProperty = (list: [string, unknown][]) => list.toSorted(([a], [b]) => a.localeCompare(b));
    assert.deepEqual(
      byProperty(await historyOf(device.channelId)),
      byProperty(remembered as [string, unknown][]),
    );
    for (const person of [ana, rui]) {
      const log = await logOf(person, device.channelId);
      assert.deepEqual(
        log.map(({ data }) => data),
        remembered.map(([, data]) => data),
      );
      assert.ok(log.every(({ type, io, cause }) => type === 'value' && io === 'iw' && cause === 'report'));
    }
  });

  it('counts reports without a value as refused and drops them', async () => {
    const { newDevice, sendMessage, takeEvents, get, ana, platform, db } = scene();
    const device = await newDevice();
    takeEvents();
    for (const io of ['ir', 'iw'] as const)
      await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io });
    assert.deepEqual(takeEvents(), []);
    assert.equal((await get(ana.token, device.channelId, 'left/level')).status, 404);
    await platform.server.features.audit.flush();
    const rows = await db.read
      .selectFrom('audit')
      .select('count')
      .where('actor_id', '=', device.id)
      .where('action', '=', 'refused.value.report')
      .execute();
    const sum = rows.reduce((all, { count }) => all + count, 0);
    assert.equal(sum, 2);
  });

  it('settles a report by PUT at once and creates no command', async () => {
    const { newDevice, put, takeEvents } = scene();
    const device = await newDevice();
    takeEvents();
    const report = await readJson<Command>(await put(device.token, device.channelId, 'left/measure', 5));
    assert.deepEqual(
      [report.id, report.href, report.state, report.data, report.answer],
      [undefined, undefined, 'done', 5, 5],
    );
    assert.equal(report.created, report.settled);
    assert.deepEqual(
      takeEvents().map(({ name, message }) => [name, message.io, message.data]),
      [['valueReported', 'iw', 5]],
    );
  });

  it('stores on `access` of each component whether the device can be reached', async () => {
    const { newDevice, sendMessage, get, ana, takeEvents } = scene();
    const device = await newDevice();
    for (const at of ['left/access', 'body/access']) {
      takeEvents();
      await sendMessage(clientOf(device.id), device.channelId, at, { io: 'ir', data: 'api_unreachable' });
      assert.deepEqual(
        takeEvents().map(({ name, message }) => [name, message.io, message.data]),
        [['valueReported', 'iw', 'api_unreachable']],
      );
      const value = await readJson<Value>(await get(ana.token, device.channelId, at));
      assert.equal(value.data, 'api_unreachable');
    }
    await assert.rejects(
      sendMessage(clientOf(device.id), device.channelId, 'left/access', { io: 'iw', data: 'asleep' }),
      { kind: 'invalid_value' },
    );
    await assert.rejects(
      sendMessage(userOf(ana, scene().application.clientId), device.channelId, 'left/access', {
        io: 'w',
        data: 'ok',
      }),
      { kind: 'not_writable' },
    );
  });

  it("accepts a virtual device's reports from its own channel id, and shows no sender", async () => {
    const { newOwnerlessPanel, partiesOf, platform, takeEvents } = scene();
    const channelId = await newOwnerlessPanel();
    const channel = { ...(await partiesOf(channelId)), owner: { kind: 'virtual' as const } };
    const address = { channelId, componentId: 'left', propertyId: 'level' };
    const { writePath } = platform.server.features;
    takeEvents();
    const { committed } = await writePath.receive(clientOf(channelId), channel, address, {
      io: 'iw',
      data: 3,
    });
    await committed;
    assert.deepEqual(
      takeEvents().map(({ name, message }) => [name, message.data, message['sender']]),
      [['valueReported', 3, undefined]],
    );
    await assert.rejects(
      writePath.receive(clientOf(scene().ana.id), channel, address, { io: 'iw', data: 4 }),
      {
        kind: 'forbidden',
      },
    );
  });

  it('rejects reports of a deleted channel and stores the others in the batch', async () => {
    const { newDevice, partiesOf, platform, db, get, ana } = scene();
    const [gone, there] = [await newDevice(), await newDevice()];
    const { writePath } = platform.server.features;
    const parties = await Promise.all([gone, there].map(({ channelId }) => partiesOf(channelId)));
    await db.write((tx) => tx.deleteFrom('channels').where('id', '=', gone.channelId).execute());
    const outcomes = await Promise.all(
      ['left', 'right', 'left'].flatMap((componentId) =>
        [gone, there].map(async ({ id, channelId }, index) => {
          const channel = parties[index];
          assert.ok(channel);
          const address = { channelId, componentId, propertyId: 'level' };
          const accepted = await writePath.receive(clientOf(id), channel, address, { io: 'iw', data: 1 });
          return accepted.committed.then(
            () => 'stored',
            (error: { kind?: string }) => error.kind,
          );
        }),
      ),
    );
    assert.deepEqual(outcomes, ['not_found', 'stored', 'not_found', 'stored', 'not_found', 'stored']);
    assert.equal((await get(ana.token, there.channelId, 'right/level')).status, 200);
  });
});
