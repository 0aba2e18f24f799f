import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toTimestamp } from '@azulejo/contract';
import { DAY, HOUR, MINUTE, naive, setUpHistory, timeOf } from '../support/history-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

/** Tokens must live longer than the history, so that they can be used after pruning. */
const setUp = (settings: Readonly<Record<string, string>>) => (stage: Stage) =>
  setUpHistory({
    ...stage,
    start: () => stage.start({ environment: { TOKEN_LIFETIME_USER: '365d', ...settings } }),
  });

const short = {
  HISTORY_RETENTION: '2d',
  HISTORY_RETENTION_PROPERTIES: 'level=10d',
  HISTORY_HOURS_RETENTION: '20d',
};

onEachEngineInFull('default retention of history', setUp({}), (scene) => {
  it('prunes values after the default retention and keeps their hourly aggregates', async () => {
    const { platform, newOwnerlessPanel, fill, read, ana } = scene();
    const { history } = platform.server.features;
    const ownerless = await newOwnerlessPanel();
    const now = platform.clock.now();
    const old = Math.floor((now - 95 * DAY) / HOUR) * HOUR;
    const recent = now - 89 * DAY;
    await fill(ownerless, 'left/measure', [
      { time: old, data: 1 },
      { time: old + 10 * MINUTE, data: 2 },
      { time: recent, data: 3 },
    ]);
    await fill(ownerless, 'left/label', [
      { time: old, data: 'old' },
      { time: recent, data: 'young' },
    ]);
    await history.prune();
    const values = async (at: string, query = '') =>
      (await read(ana.token, ownerless, at, query)).map(({ value }) => value);
    assert.deepEqual(await values('left/measure'), [3]);
    assert.deepEqual(await values('left/label'), ['young']);
    for (const interval of ['15m', '1h', '1d']) {
      assert.deepEqual(await values('left/measure', `?interval=${interval}`), [3, 1.5], interval);
      assert.deepEqual(await values('left/label', `?interval=${interval}`), ['young'], interval);
    }
  });

  it('divides an hour that midnight cuts by time when its values are pruned', async () => {
    const { platform, newOwnerlessPanel, fill, read, ana } = scene();
    const ownerless = await newOwnerlessPanel();
    const midnight = Math.floor((platform.clock.now() - 95 * DAY) / DAY) * DAY - 5.75 * HOUR;
    const hour = midnight - HOUR / 4;
    await fill(
      ownerless,
      'left/measure',
      Array.from({ length: 60 }, (_, index) => ({ time: hour - HOUR + index * 2 * MINUTE, data: index })),
    );
    await platform.server.features.history.prune();
    const days = await read(ana.token, ownerless, 'left/measure', '?interval=1d&tz=Asia/Kathmandu');
    assert.deepEqual(
      days.map((point) => [timeOf(point), point.count, point.min, point.max, point.avg]),
      [
        [midnight, 23, 30, 59, 44.5],
        // A quarter of the hour from 30 to 59, and the whole hour from 0 to 29.
        [midnight - DAY, 38, 0, 59, 20.5],
      ],
    );
  });
});

onEachEngineInFull('configured retention of history', setUp(short), (scene) => {
  it('applies the retention of each property and of the hourly aggregates', async () => {
    const { platform, newOwnerlessPanel, fill, read, ana } = scene();
    const { history } = platform.server.features;
    const ownerless = await newOwnerlessPanel();
    const now = platform.clock.now();
    const days = [30, 15, 5, 1];
    const samples = days.map((day) => ({ time: now - day * DAY, data: day }));
    for (const at of ['left/level', 'left/measure']) await fill(ownerless, at, samples);
    await history.prune();
    const values = async (at: string, query = '') =>
      (await read(ana.token, ownerless, at, query)).map(({ value }) => value);
    assert.deepEqual(await values('left/level'), [1, 5]);
    assert.deepEqual(await values('left/measure'), [1]);
    for (const at of ['left/level', 'left/measure'])
      assert.deepEqual(await values(at, '?interval=1h'), [1, 5, 15]);
  });

  /** Writes that begin while the history is pruned; how many end before it does depends on the machine. */
  const MIN_WRITES = 3;

  it('prunes in many batches while others write, and keeps the aggregates exact', async () => {
    const { platform, newOwnerlessPanel, newDevice, put, fill, read, ana } = scene();
    const { history } = platform.server.features;
    const [ownerless, device] = [await newOwnerlessPanel(), await newDevice()];
    const now = platform.clock.now();
    const samples = Array.from({ length: 20_000 }, (_, index) => ({
      time: now - 10 * DAY + index * 40_000,
      data: (index * 7919) % 1000,
    }));
    await fill(ownerless, 'right/measure', samples);
    let isPruning = true;
    const pruning = history.prune().finally(() => {
      isPruning = false;
    });
    let written = 0;
    while (isPruning || written < MIN_WRITES) {
      written += 1;
      await put(device.token, device.channelId, 'left/measure', written);
    }
    await pruning;
    const newest = await read(ana.token, device.channelId, 'left/measure', `?page_size=9999`);
    assert.deepEqual(
      newest.map(({ value }) => value),
      Array.from({ length: written }, (_, index) => written - index),
    );
    const left = await read(ana.token, ownerless, 'right/measure', '?page_size=9999');
    // The cutoff is the end of an hour, so that aggregates always cover whole hours.
    const end = Math.ceil((now - 2 * DAY) / HOUR) * HOUR;
    assert.deepEqual(
      left.map(timeOf),
      samples
        .map(({ time }) => time)
        .filter((time) => time >= end)
        .reverse(),
    );
    const days = await read(ana.token, ownerless, 'right/measure', '?interval=1d');
    const wanted = naive(samples, { from: 0, to: now, interval: DAY, limit: 100 });
    assert.deepEqual(
      days.map(({ timestamp, count, min, max, avg }) => [timestamp, count, min, max, avg?.toFixed(6)]),
      wanted.map(({ time, count, min, max, avg }) => [toTimestamp(time), count, min, max, avg.toFixed(6)]),
    );
  });

  it('deletes the history together with its channel', async () => {
    const { platform, newOwnerlessPanel, fill, read, ana, db } = scene();
    const ownerless = await newOwnerlessPanel();
    await fill(ownerless, 'left/measure', [{ time: platform.clock.now(), data: 1 }]);
    assert.equal((await read(ana.token, ownerless, 'left/measure')).length, 1);
    const count = () => db.read.selectFrom('history').select('time').execute();
    const before = (await count()).length;
    await db.write((tx) => tx.deleteFrom('channels').where('id', '=', ownerless).execute());
    assert.equal((await count()).length, before - 1);
  });
});
