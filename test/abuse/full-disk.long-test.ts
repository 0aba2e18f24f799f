import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { PortalCheck } from '@azulejo/contract';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { visitPortal } from '../support/portal.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { startServerProcess } from '../support/server-process.ts';
import { newSmallDisk, whyNoSmallDisk } from '../support/small-disk.ts';

const skip = whyNoSmallDisk();

describe('a server on SQLite whose disk is full', { ...(skip ? { skip } : {}) }, () => {
  it('serves reads, refuses writes with 503, is not ready, and recovers once space is freed', async () => {
    using disk = newSmallDisk(24);
    await using platform = await startPlatform({ place: { dataDir: disk.path } });
    const application = await newApplication(platform);
    const { token } = await newPerson(platform, application);
    const rename = (name: string) =>
      platform.request('/v3/users/me', {
        method: 'PATCH',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name }),
      });
    const operator = await visitPortal(platform);
    const isReady = async () => (await platform.request('/readyz')).status === 200;
    assert.equal(await isReady(), true);

    disk.fill();
    // The write-ahead log's file still has some free space.
    let refused = await rename('Ana');
    for (let each = 0; refused.status === 200; each += 1) refused = await rename(`Ana ${each}`);
    assert.equal(refused.headers.get('retry-after'), '2');
    await assertApiError(refused, 'unavailable');
    assert.equal((await platform.request('/v3/users/me', { token })).status, 200);
    while (await isReady()) await setImmediate();
    assert.equal((await platform.request('/healthz')).status, 200);
    const health = await operator.request('/portal/api/monitoring/health');
    const { checks } = await readJson<{ checks: PortalCheck[] }>(health);
    const stateOf = (check: string) => checks.find((each) => each.check === check)?.state;
    assert.deepEqual(['Database', 'Disk', 'Commands'].map(stateOf), ['bad', 'bad', 'good']);

    disk.free();
    while (!(await isReady())) await setImmediate();
    assert.equal((await rename('Ana Maria')).status, 200);
  });

  it('authorizes programs and people of the portal, and stores later that they were there', async () => {
    using disk = newSmallDisk(24);
    await using platform = await startPlatform({ place: { dataDir: disk.path } });
    const visitor = await visitPortal(platform, 'developer');
    const { tokens, flush } = platform.server.features.portalAccounts;
    const { token } = await tokens.create(visitor.accountId, { name: 'CI', scopes: ['users:read'] }, {});
    const lastUsed = async () => (await tokens.list(visitor.accountId))[0]?.lastUsed;
    const asProgram = () => platform.request('/portal/api/caller', { token });
    const application = await newApplication(platform);

    disk.fill();
    while (
      await newPerson(platform, application).then(
        () => true,
        () => false,
      )
    );
    platform.clock.advance({ minutes: 2 });
    for (let each = 0; each < 3; each += 1) {
      assert.equal((await asProgram()).status, 200);
      assert.equal((await visitor.request('/portal/api/account')).status, 200);
      await flush();
    }
    assert.equal(await lastUsed(), undefined);
    assert.equal(platform.log().match(/a time of last use was not stored/g)?.length, 1);

    disk.free();
    while ((await platform.request('/readyz')).status !== 200) await setImmediate();
    platform.clock.advance({ minutes: 2 });
    assert.equal((await asProgram()).status, 200);
    await flush();
    assert.ok(await lastUsed());
  });

  it('starts and serves reads while the disk is full', async () => {
    using disk = newSmallDisk(24);
    const place = { dataDir: disk.path };
    const first = await startPlatform({ place });
    const { token } = await newPerson(first, await newApplication(first));
    await first[Symbol.asyncDispose]();

    disk.fill();
    await using second = await startServerProcess(place);
    const ask = (path: string) =>
      fetch(`${second.url}${path}`, { headers: { authorization: `Bearer ${token}` } });
    assert.equal((await ask('/v3/users/me')).status, 200);
    await assertApiError(await ask('/readyz'), 'unavailable');

    disk.free();
    while ((await ask('/readyz')).status !== 200) await setImmediate();
  });

  it('names DATA_DIR when the disk became read-only', async () => {
    using disk = newSmallDisk(24);
    const first = await startPlatform({ place: { dataDir: disk.path } });
    await first[Symbol.asyncDispose]();
    disk.protect();
    await assert.rejects(
      startServerProcess({ dataDir: disk.path }),
      /did not start: DATA_DIR .* not writable/,
    );
  });
});
