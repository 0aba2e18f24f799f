import assert from 'node:assert/strict';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import { startPlatform } from '../support/platform.ts';
import { skip, traceServer } from './strace.ts';

const CALLS = 'mkdir,mkdirat,fsync,rename,renameat,renameat2';

it('writes files and folders so that they survive a power cut', { skip }, async () => {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'azulejo-files-')));
  const folder = join(dataDir, 'uploads');
  try {
    const token = await prepare(dataDir);
    await rm(folder, { recursive: true, force: true });
    const trace = await traceServer(dataDir, CALLS, async ({ url }) => {
      const response = await fetch(`${url}/v3/uploads`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'image/png' },
        body: new Uint8Array(await plainPicture(3, 3).png().toBuffer()),
      });
      assert.equal(response.status, 201, await response.text());
    });
    const lines = trace.split('\n').map((line) => line.replaceAll(dataDir, 'DATA'));
    const ownerLink = /rename.*"DATA\/portal-owner-link\.txt"/;
    // SQLite and the owner link sync the same folder later.
    const made = [/mkdir.*"DATA\/uploads"/, /fsync\(\d+<DATA>/, /mkdir.*"DATA\/outbox"/];
    assertInOrder('the folder of uploads', lines, made);
    assertInOrder('the owner link', lines, [
      /fsync\(\d+<DATA\/\.[^/]+\.part>/,
      ownerLink,
      /fsync\(\d+<DATA>/,
    ]);
    const picture = /rename.*"DATA\/uploads\/[^".]/;
    const synced = [/fsync\(\d+<DATA\/uploads\/\.[^/]+\.part>/, picture, /fsync\(\d+<DATA\/uploads>/];
    assertInOrder('an uploaded picture', lines, synced);
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

/** Returns the token of a user who may upload. */
async function prepare(dataDir: string): Promise<string> {
  await using platform = await startPlatform({ place: { dataDir } });
  return (await newPerson(platform, await newApplication(platform))).token;
}

/** Asserts that each pattern matches a line after that of the one before. */
function assertInOrder(what: string, lines: readonly string[], expected: readonly RegExp[]): void {
  let at = -1;
  for (const pattern of expected) {
    at = lines.findIndex((line, index) => index > at && pattern.test(line));
    assert.notEqual(at, -1, `${what}: no ${pattern} in this order`);
  }
}
