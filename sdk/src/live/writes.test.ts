import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Link } from './link.ts';
import { createWrites } from './writes.ts';

const address = { channel: 'c', component: 'light', property: 'status' };

it('waits for a confirmation as long as the platform waits for a maker’s cloud', async ({ mock }) => {
  mock.timers.enable({ apis: ['setTimeout'] });
  const published = Promise.withResolvers<void>();
  const broker = {
    publish: async () => published.resolve(),
  } as unknown as Awaited<ReturnType<Link['online']>>;
  const link = { online: async () => broker };
  const writes = createWrites({ link, userId: 'ana', lastChange: () => undefined });
  const done = writes.write(address, true);
  await published.promise;
  mock.timers.tick(30_500);
  const timestamp = '2026-01-02T03:04:35.600+0000';
  writes.handleMessage(address, { io: 'iw', data: true, timestamp, on_behalf_of: 'ana' });
  assert.deepEqual(await done, { state: 'done', data: true, timestamp });
});
