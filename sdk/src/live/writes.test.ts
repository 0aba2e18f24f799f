import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
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

it('is not settled by a value from before it that is sent again', async () => {
  const broker = { publish: async () => undefined } as unknown as Awaited<ReturnType<Link['online']>>;
  const before = '2026-01-02T03:04:35.600+0000';
  const writes = createWrites({
    link: { online: async () => broker },
    userId: 'ana',
    lastChange: () => before,
  });
  const done = writes.write(address, true);
  await setImmediate();
  writes.handleMessage(address, { io: 'iw', data: false, timestamp: before, on_behalf_of: 'ana' });
  const timestamp = '2026-01-02T03:04:35.700+0000';
  writes.handleMessage(address, { io: 'iw', data: true, timestamp, on_behalf_of: 'ana' });
  assert.deepEqual(await done, { state: 'done', data: true, timestamp });
});
