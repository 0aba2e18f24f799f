import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';

const PEOPLE = 20;

/** Returns the bytes of all files in a folder. */
async function readAll(folder: string): Promise<Buffer> {
  const paths = (await readdir(folder, { recursive: true })).map((name) => join(folder, name));
  const contents: Buffer[] = [];
  for (const path of paths) if ((await stat(path)).isFile()) contents.push(await readFile(path));
  return Buffer.concat(contents);
}

describe('the data directory after people were erased', () => {
  let dataDir = '';
  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'azulejo-erased-'));
  });
  after(() => rm(dataDir, { recursive: true, force: true, maxRetries: 3 }));

  it('holds no address, name or password hash of them, neither while the server runs nor after it stopped', async () => {
    const platform = await startPlatform({ place: { dataDir } });
    const { features } = platform.server;
    const application = await newApplication(platform);
    const canaries: string[] = [];
    const people = [];
    for (let count = 0; count < PEOPLE; count += 1) {
      const name = `Canary ${String.fromCharCode(65 + count).repeat(12)}`;
      const person = await newPerson(platform, application, name);
      people.push(person);
      canaries.push(name, person.email);
    }
    const hashes = await platform.server.db.read.selectFrom('users').select('password_hash').execute();
    canaries.push(...hashes.flatMap(({ password_hash }) => password_hash ?? []));
    const found = async () => {
      const bytes = await readAll(dataDir);
      return canaries.filter((canary) => bytes.includes(canary));
    };
    assert.deepEqual(await found(), canaries);
    for (const { id } of people) await features.removal.user(id);
    await features.removal.sweep();
    assert.deepEqual(await found(), []);
    await platform[Symbol.asyncDispose]();
    assert.deepEqual(await found(), []);
  });
});
