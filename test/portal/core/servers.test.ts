import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import type { PortalServer } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { startOther } from '../../support/other-server.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { onEachEngine, onSqlite } from '../../support/scene.ts';

type Servers = { database: string; servers: PortalServer[] };

onSqlite(
  'the servers of an installation on SQLite',
  async ({ start }) => ({ platform: await start({ environment: { SERVER_NAME: 'porch' } }) }),
  (scene) => {
    it('are the one that answers', async () => {
      const viewer = callerOf(await visitPortal(scene().platform, 'viewer'));
      const { database, servers } = await viewer<Servers>('servers.list');
      const [{ name, state, is_this, parts, connections } = assert.fail()] = servers;
      assert.deepEqual([database, servers.length], ['sqlite', 1]);
      assert.deepEqual([name, state, is_this, parts, connections], ['porch', 'working', true, 256, 0]);
    });

    it('cannot be drained when there is no other', async () => {
      const owner = await visitPortal(scene().platform, 'owner');
      const { servers } = await callerOf(owner)<Servers>('servers.list');
      const refused = await requestTo(owner, 'servers.drain', { server_id: servers[0]?.id });
      assert.equal(refused.status, 409);
    });
  },
);

onEachEngine(
  'the servers of a database',
  async (stage) => {
    const timers = manualClock();
    const platform = await stage.start({ timers, environment: { SERVER_NAME: 'one' } });
    const other = await startOther(stage, { timers, environment: { SERVER_NAME: 'two' } });
    return { platform, other, timers };
  },
  (scene) => {
    it('are listed with what they measure, and one drains that an owner asks by another one', async () => {
      const { platform, other, timers } = scene();
      const owner = await visitPortal(platform, 'owner');
      const call = callerOf(owner);
      /** Lets the servers report until the condition is met. */
      async function until(condition: (servers: readonly PortalServer[]) => boolean) {
        for (;;) {
          timers.advance({ seconds: 10 });
          const { servers } = await call<Servers>('servers.list');
          if (condition(servers)) return servers;
          await setTimeout(20);
        }
      }
      const listed = await until((servers) => servers.every(({ parts }) => parts !== null));
      assert.deepEqual(
        listed.map(({ name, state, is_this, bus }) => [name, state, is_this, bus]),
        [
          ['one', 'working', true, 'PostgreSQL'],
          ['two', 'working', false, 'PostgreSQL'],
        ],
      );
      const [one, two] = listed;
      assert.equal((await requestTo(owner, 'servers.drain', { server_id: 'none' })).status, 404);
      assert.equal((await other.request('/readyz')).status, 200);
      await call('servers.drain', { server_id: two?.id });
      assert.equal((await requestTo(owner, 'servers.drain', { server_id: one?.id })).status, 409);
      await until(() => !other.server.features.leases.parts.mask().includes('1'));
      assert.equal((await other.request('/readyz')).status, 503);
      assert.equal((await other.request('/readyz?draining=404')).status, 404);
      assert.equal((await platform.request('/readyz')).status, 200);
      const [drained] = (await call<Servers>('servers.list')).servers.filter(({ name }) => name === 'two');
      assert.equal(drained?.state, 'draining');
      const { entries } = await call<{ entries: { detail: string }[] }>('auditLog.list', {
        action: 'portal.servers.drain',
      });
      assert.deepEqual(
        entries.map(({ detail }) => detail),
        ['two'],
      );
    });
  },
  { engines: ['postgres'] },
);
