import assert from 'node:assert/strict';
import { it } from 'node:test';
import { clientOf, type PublishedEvent, setUpPanels, userOf } from '../support/panel-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const scene = await setUpPanels(stage);
  const { application, ana, rui, sendMessage, takeEvents } = scene;
  const readers = {
    ana: userOf(ana, application.clientId, 'a'),
    rui: userOf(rui, application.clientId, 'r'),
  };
  return {
    ...scene,
    readers,
    report: (device: { id: string; channelId: string }, data: unknown, io: 'ir' | 'iw' = 'iw') =>
      sendMessage(clientOf(device.id), device.channelId, 'left/level', { io, data }),
    /** Returns the channel's events while it is read. */
    async read(channelId: string, at = 'left/level', by = readers.ana): Promise<PublishedEvent[]> {
      takeEvents();
      await sendMessage(by, channelId, at, { io: 'r' });
      return takeEvents(channelId);
    },
  };
}

/** Returns the name, recipient and content of each event. */
const summaryOf = (events: readonly PublishedEvent[]) =>
  events.map(({ name, to, message: { io, data, stale } }) => [
    name,
    to?.session ?? 'all',
    io,
    data,
    ...(stale ? ['stale'] : []),
  ]);

onEachEngineInFull('manager-sdk 4.1: reads', setUp, (scene) => {
  it('leaves a read without stored value unanswered when no owner is connected', async () => {
    const { newDevice, newOwnerlessPanel, read, pass, takeEvents } = scene();
    for (const channelId of [
      (await newDevice({ isConnected: false })).channelId,
      await newOwnerlessPanel(),
    ]) {
      assert.deepEqual(await read(channelId), []);
      assert.deepEqual(await read(channelId, 'left/access'), []);
      await pass(6);
      assert.deepEqual(takeEvents(channelId), []);
    }
  });

  it('returns the stored value to the reader alone when no owner is connected', async () => {
    const { newDevice, newOwnerlessPanel, report, read, readers, put, ana, platform } = scene();
    const device = await newDevice({ isConnected: false });
    await report(device, 5);
    const ownerless = await newOwnerlessPanel();
    await put(ana.token, ownerless, 'left/level', 6);
    platform.clock.advance({ days: 1 });
    const [answer, ...more] = await read(device.channelId, 'left/level', readers.rui);
    assert.deepEqual(more, []);
    const stored = await platform.server.features.values.find({
      channelId: device.channelId,
      componentId: 'left',
      propertyId: 'level',
    });
    assert.deepEqual(answer?.to, readers.rui);
    assert.deepEqual(answer?.message, {
      io: 'ir',
      data: 5,
      sender: device.id,
      onBehalfOf: undefined,
      timestamp: stored?.timestamp,
    });
    assert.deepEqual(summaryOf(await read(ownerless)), [['replySent', 'a', 'ir', 6]]);
  });

  it('returns the stored value when it is less than ten seconds old', async () => {
    const { newDevice, report, read, pass } = scene();
    const device = await newDevice();
    await report(device, 5);
    await pass(9.9);
    assert.deepEqual(summaryOf(await read(device.channelId)), [['replySent', 'a', 'ir', 5]]);
    await pass(0.1);
    assert.deepEqual(summaryOf(await read(device.channelId)), [['commandRequested', 'all', 'r', undefined]]);
  });

  it('forwards a read once for all readers, and delivers the answer to everyone', async () => {
    const { newDevice, report, read, takeEvents, pass, logOf, ana, application, readers } = scene();
    const device = await newDevice();
    const [requested, ...more] = await read(device.channelId);
    assert.deepEqual(more, []);
    const { timestamp: _timestamp, ...message } = requested?.message ?? { io: '' };
    assert.deepEqual(message, { io: 'r', sender: application.clientId, onBehalfOf: ana.id });
    assert.deepEqual(await read(device.channelId, 'left/level', readers.rui), []);
    assert.deepEqual(summaryOf(await read(device.channelId, 'right/level')), [
      ['commandRequested', 'all', 'r', undefined],
    ]);
    await report(device, 5, 'ir');
    assert.deepEqual(summaryOf(takeEvents(device.channelId)), [['valueReported', 'all', 'ir', 5]]);
    await pass(6);
    assert.deepEqual(takeEvents(device.channelId), [], 'no reader waits any more');
    const log = await logOf(ana, device.channelId);
    assert.deepEqual(
      log.map(({ io, cause }) => [io, cause]),
      [['ir', 'read']],
    );
  });

  it("answers a read with the device's first report of the property", async () => {
    const { newDevice, report, read, takeEvents } = scene();
    const device = await newDevice();
    await report(device, 5);
    scene().platform.clock.advance({ seconds: 20 });
    await read(device.channelId);
    await report(device, 5, 'iw');
    await report(device, 6, 'ir');
    assert.deepEqual(summaryOf(takeEvents(device.channelId)), [
      ['valueReported', 'all', 'ir', 5],
      ['valueReported', 'all', 'iw', 6],
    ]);
  });

  it('returns the last value, marked stale, after five seconds without an answer', async () => {
    const { newDevice, report, read, takeEvents, pass, readers } = scene();
    const device = await newDevice();
    await report(device, 5);
    await pass(20);
    await read(device.channelId);
    await read(device.channelId);
    await pass(4.9);
    await read(device.channelId, 'left/level', readers.rui);
    assert.deepEqual(takeEvents(device.channelId), []);
    await pass(0.1);
    assert.deepEqual(summaryOf(takeEvents(device.channelId)), [
      ['replySent', 'a', 'ir', 5, 'stale'],
      ['replySent', 'r', 'ir', 5, 'stale'],
    ]);
    assert.deepEqual(
      summaryOf(await read(device.channelId)),
      [['commandRequested', 'all', 'r', undefined]],
      'the device is asked again',
    );
  });

  it('leaves a read unanswered after the timeout when no value is stored', async () => {
    const { newDevice, read, takeEvents, pass } = scene();
    const device = await newDevice();
    await read(device.channelId);
    await pass(5);
    assert.deepEqual(takeEvents(device.channelId), []);
  });

  it('answers reads in order with writes, never with an older value after a newer one', async () => {
    const { newOwnerlessPanel, partiesOf, readers, platform, takeEvents } = scene();
    const channelId = await newOwnerlessPanel();
    const channel = await partiesOf(channelId);
    const address = { channelId, componentId: 'left', propertyId: 'level' };
    takeEvents();
    const { writePath } = platform.server.features;
    const accepted = [];
    for (const message of [{ io: 'w', data: 1 }, { io: 'r' }, { io: 'w', data: 2 }, { io: 'r' }] as const)
      accepted.push(await writePath.receive(readers.ana, channel, address, message));
    await Promise.all(accepted.map(({ committed }) => committed));
    assert.deepEqual(summaryOf(takeEvents(channelId)), [
      ['valueReported', 'all', 'iw', 1],
      ['replySent', 'a', 'ir', 1],
      ['valueReported', 'all', 'iw', 2],
      ['replySent', 'a', 'ir', 2],
    ]);
  });

  it('forwards a read to a virtual device', async () => {
    const { newOwnerlessPanel, partiesOf, readers, platform, takeEvents } = scene();
    const channelId = await newOwnerlessPanel();
    const channel = { ...(await partiesOf(channelId)), owner: { kind: 'virtual' as const } };
    const address = { channelId, componentId: 'left', propertyId: 'level' };
    const { writePath } = platform.server.features;
    takeEvents();
    await (await writePath.receive(readers.ana, channel, address, { io: 'r' })).committed;
    assert.deepEqual(
      takeEvents(channelId).map(({ name, owner }) => [name, owner]),
      [['commandRequested', { kind: 'virtual' }]],
    );
    const actor = clientOf(channelId);
    await (await writePath.receive(actor, channel, address, { io: 'ir', data: 3 })).committed;
    assert.deepEqual(summaryOf(takeEvents(channelId)), [['valueReported', 'all', 'ir', 3]]);
  });
});
