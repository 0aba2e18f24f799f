import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createReads } from './reads.ts';

const address = { channel: 'c', component: 'light', property: 'status' };
const before = '2026-01-02T03:04:35.600+0000';
const link = { broker: () => undefined };

it('is answered by a newer value, and not by one from before it that is sent again', async () => {
  const reads = createReads({ link, lastChange: () => before });
  const answer = reads.read(address);
  const timestamp = '2026-01-02T03:04:35.700+0000';
  reads.handleMessage(address, { io: 'iw', data: 1, timestamp: before });
  reads.handleMessage(address, { io: 'iw', data: 2, timestamp });
  assert.equal((await answer).data, 2);
});

it('is answered by the last value again when the platform answers with it', async () => {
  const reads = createReads({ link, lastChange: () => before });
  const answer = reads.read(address);
  reads.handleMessage(address, { io: 'ir', data: 1, timestamp: before, stale: true });
  assert.deepEqual(await answer, { data: 1, timestamp: before, stale: true });
});
