import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { forEachEngine } from '@azulejo/storage/testing';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { startTcpRelay } from '../support/tcp-relay.ts';

onEachEngineInFull(
  'a running server',
  async ({ start }: Stage) => ({ platform: await start() }),
  (scene) => {
    it('reports a running server as healthy and ready', async () => {
      const { platform } = scene();
      for (const [path, status] of [
        ['/healthz', 'ok'],
        ['/readyz', 'ready'],
      ] as const) {
        const response = await platform.request(path);
        assert.equal(response.status, 200);
        assert.deepEqual(await response.json(), { status });
      }
    });
  },
);

forEachEngine((engine, _open, newPlace) => {
  if (engine !== 'postgres') return;
  describe('a server whose database is gone', () => {
    it('is healthy but not ready without its database, returns 503 and recovers', async () => {
      const place = await newPlace();
      const url = new URL(place.databaseUrl ?? '');
      await using relay = await startTcpRelay({ host: url.hostname, port: Number(url.port) });
      url.port = String(relay.port);
      await using platform = await startPlatform({ place: { ...place, databaseUrl: url.href } });
      const { token } = await newPerson(platform, await newApplication(platform));
      const statusOf = async (path: string) => {
        const response = await platform.request(path, { token });
        await response.arrayBuffer();
        return response.status;
      };
      assert.equal(await statusOf('/readyz'), 200);

      await relay.cut();
      assert.equal(await statusOf('/healthz'), 200);
      await assertApiError(await platform.request('/readyz'), 'unavailable');
      await assertApiError(await platform.request('/v3/users/me', { token }), 'unavailable');
      assert.equal(await statusOf('/units/units_table.json'), 200, 'pages that need no database are served');
      assert.ok(!platform.log().includes(url.password), 'the database’s password stays out of the log');

      await relay.restore();
      while ((await statusOf('/readyz')) !== 200) await setImmediate();
      assert.equal(await statusOf('/v3/users/me'), 200);
    });
  });
});
