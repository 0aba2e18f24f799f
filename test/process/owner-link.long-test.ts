import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { startChild } from './child.ts';

it("replaces the first owner's link at each start and deletes it once there is an owner", async (test) => {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-owner-link-'));
  test.after(() => rm(folder, { recursive: true, force: true }));
  const file = join(folder, 'data', 'portal-owner-link.txt');
  const run = async (work: (url: string) => Promise<void>) => {
    const child = await startChild(folder, { DEMO: '0' });
    try {
      await child.untilItRuns();
      await work(child.url);
    } finally {
      await child.stop();
    }
  };
  await run(async () => {});
  const earlier = await readFile(file, 'utf8');
  await run(async (url) => {
    const link = new URL((await readFile(file, 'utf8')).trim());
    assert.notEqual(`${link}\n`, earlier, 'each start makes a link of its own');
    const accept = (token: string) =>
      fetch(`${url}/portal/api/invitations/accept`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          token,
          name: 'Rui Costa',
          email: 'rui@example.org',
          password: 'tiles are blue and white',
        }),
      });
    assert.equal((await accept(new URL(earlier.trim()).hash.slice(1))).status, 404);
    const accepted = await accept(link.hash.slice(1));
    assert.ok(accepted.ok, await accepted.text());
  });
  await run(async () => {});
  await assert.rejects(stat(file), { code: 'ENOENT' });
});
