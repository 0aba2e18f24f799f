import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';

onSqlite(
  'the time that a client may take',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('limits the time for the head, for the whole request, and between two requests', () => {
      const { server } = scene().platform.server.app;
      for (const name of ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'] as const) {
        const limit = server[name];
        assert.ok(limit > 0 && limit <= 120_000, `${name} is ${limit} ms`);
      }
      assert.ok(server.headersTimeout <= 20_000, 'a head is small');
      const uploadMs = ((5 * 1024 * 1024 * 8) / 350_000) * 1000;
      assert.ok(server.requestTimeout >= uploadMs, 'a photo may come over a slow uplink');
      assert.ok(server.keepAliveTimeout > 60_000, 'longer than the idle limit of common proxies');
    });

    it('limits the number of connections', () => {
      const { maxConnections } = scene().platform.server.app.server;
      assert.ok(maxConnections > 0 && maxConnections <= 20_000, `${maxConnections} connections`);
    });
  },
);
