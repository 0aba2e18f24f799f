import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';

onSqlite(
  'the time that a client may take',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('is bounded for its head, for its whole request, and between two requests', () => {
      const { server } = scene().platform.server.app;
      for (const name of ['headersTimeout', 'requestTimeout', 'keepAliveTimeout'] as const) {
        const limit = server[name];
        assert.ok(limit > 0 && limit <= 120_000, `${name} is ${limit} ms`);
      }
      assert.ok(server.keepAliveTimeout > 60_000, 'longer than the idle limit of common proxies');
    });
  },
);
