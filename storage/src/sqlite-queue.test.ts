import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createWriterQueue } from './sqlite-queue.ts';
import type { SqliteThread } from './sqlite-thread.ts';

/** A thread that replies immediately, so that the test can count microtasks. */
const thread: SqliteThread = {
  request: async (request) => {
    if (request.kind !== 'units') return { ok: true };
    return { ok: true, outcomes: request.units.map(() => ({ result: { committed: true, rows: [] } })) };
  },
  failure: () => undefined,
  close: async () => undefined,
  abandon: async () => undefined,
};

it('createWriterQueue commits a unit that is queued at any microtask while the previous job ends', {
  timeout: 10_000,
}, async () => {
  for (let moments = 0; moments < 20; moments += 1) {
    const queue = createWriterQueue(thread);
    const session = await queue.hold();
    session.release();
    for (let moment = 0; moment < moments; moment += 1) await Promise.resolve();
    assert.deepEqual(await queue.unit([]), { committed: true, rows: [] }, `after ${moments} moments`);
    await queue.close();
  }
});
