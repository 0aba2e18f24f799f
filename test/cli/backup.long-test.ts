import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { commandLine } from '../support/package.ts';
import { type Application, newApplication, newPerson, type Person, personToken } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { inheritedEnvironment } from '../support/server-process.ts';
import { answerOf, azulejo, refusalOf } from './azulejo.ts';

const PICTURE = new URL('../../catalog/pictures/user.png', import.meta.url);

/** Users are created while a backup runs, which may be more than the rate limit of one address. */
const UNLIMITED = { RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '100000' };

/** What backups leave out in addition to passing files: logs of bridges, and credentials that a start wrote. */
const NOT_KEPT = ['bridges', 'demo-credentials.txt', 'portal-owner-link.txt'];

async function upload(platform: TestPlatform, person: Person): Promise<string> {
  const response = await platform.request('/v3/uploads', {
    method: 'POST',
    token: person.token,
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(await readFile(PICTURE)),
  });
  const { url } = (await response.json()) as { url: string };
  return new URL(url).pathname;
}

forEachEngine((engine, _open, newPlace) => {
  let folder: string;
  let file: string;
  let place: Place;
  let application: Application;
  let person: Person;
  let picture: string;

  /** Backs up while users are being created. */
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-cli-'));
    file = join(folder, 'backup.tar.gz');
    place = await newPlace();
    await using platform = await startPlatform({ place, environment: UNLIMITED });
    application = await newApplication(platform);
    person = await newPerson(platform, application);
    picture = await upload(platform, person);
    await mkdir(join(place.dataDir, 'bridges'));
    for (const name of ['bridges/1.log', ...NOT_KEPT.slice(1)])
      await writeFile(join(place.dataDir, name), 'not kept');
    const backup = azulejo(place, ['backup', file]);
    let isDone = false;
    const writing = (async () => {
      while (!isDone) await newPerson(platform, application);
    })();
    const { code, stderr } = await backup;
    isDone = true;
    await writing;
    assert.equal(code, 0, stderr);
    assert.match(stderr, /copying the database …/);
  });
  after(() => rm(folder, { recursive: true }));

  async function assertWhole(restored: Place): Promise<void> {
    await using platform = await startPlatform({ place: restored });
    assert.ok((await personToken(platform, application, person)).access_token);
    assert.equal((await platform.request('/v3/users/me', { token: person.token })).status, 200);
    assert.equal((await platform.request(picture)).headers.get('content-type'), 'image/png');
  }

  it('restores a backup that was made while the server wrote', async () => {
    assert.equal((await stat(file)).mode & 0o077, 0, 'only its owner may read a backup');
    assert.deepEqual(await readdir(folder), ['backup.tar.gz'], 'no other file is left');
    const target = await newPlace();
    const restored = await azulejo(target, ['restore', file]);
    assert.equal(restored.code, 0, restored.stderr);
    assert.match(restored.stdout, /Restored the backup of .*: \d+ rows/);
    const names = await readdir(target.dataDir);
    assert.ok(names.includes('uploads'));
    assert.deepEqual(
      NOT_KEPT.filter((name) => names.includes(name)),
      [],
    );
    await assertWhole(target);
  });

  it('restores onto the other engine', async (t) => {
    if (!process.env['AZULEJO_TEST_POSTGRES']) return t.skip('AZULEJO_TEST_POSTGRES is not set');
    const target = await newPlace({ engine: engine === 'sqlite' ? 'postgres' : 'sqlite' });
    const { engine: from } = await answerOf<{ engine: string }>(target, ['restore', file]);
    assert.equal(from, engine);
    await assertWhole(target);
  });

  it('refuses to restore under a running server or over existing data', async () => {
    const target = await newPlace();
    {
      await using _platform = await startPlatform({ place: target });
      const refused = await refusalOf(target, ['restore', file, '--replace']);
      assert.match(refused.message, /a server is running .* stop it first/);
    }
    if (engine === 'sqlite') {
      assert.match((await refusalOf(target, ['restore', file])).message, /--replace moves it aside/);
      const { replaced } = await answerOf<{ replaced: string }>(target, ['restore', file, '--replace']);
      assert.ok((await readdir(replaced)).includes('azulejo.sqlite'));
      await assertWhole(target);
    } else {
      assert.match((await refusalOf(target, ['restore', file, '--replace'])).message, /not empty/);
    }
  });
});

forEachEngine((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;
  it('refuses damaged and foreign files and leaves none of their data', async () => {
    const place = await newPlace();
    await answerOf(place, ['application', 'create', '--type', 'mobile', '--name', 'X']);
    const outside = await newPlace();
    const file = join(outside.dataDir, 'backup.tar.gz');
    await answerOf(place, ['backup', file]);
    assert.match((await refusalOf(place, ['backup', file])).message, /never overwrites a file/);
    assert.match((await refusalOf(place, ['backup', join(place.dataDir, 'x')])).message, /another place/);
    assert.match(
      (await refusalOf(outside, ['backup', join(place.dataDir, 'x')])).message,
      /nothing to back up/,
    );

    const sound = await readFile(file);
    const half = join(outside.dataDir, 'half');
    const foreign = join(outside.dataDir, 'foreign');
    await writeFile(half, sound.subarray(0, sound.length / 2));
    await writeFile(foreign, 'no backup');
    const target = await newPlace();
    assert.match((await refusalOf(target, ['restore', half])).message, /damaged/);
    const unpacked = join(outside.dataDir, 'unpacked');
    await mkdir(unpacked);
    execFileSync('tar', ['xzf', file, '-C', unpacked]);
    for (const [part, content] of [
      ['database', Buffer.from('SQLite format 3\0 and nothing more')],
      ['manifest.json', Buffer.from('{')],
    ] as const) {
      await writeFile(join(unpacked, part), content);
      execFileSync('tar', ['czf', half, '-C', unpacked, '.']);
      assert.match((await refusalOf(target, ['restore', half])).message, /is damaged|is not a backup/, part);
    }
    assert.match((await refusalOf(target, ['restore', foreign])).message, /is not a backup of Azulejo/);
    assert.deepEqual(await readdir(target.dataDir), ['lock.sqlite']);
  });

  it('restores only what a backup contains', async () => {
    const place = await newPlace();
    await answerOf(place, ['application', 'create', '--type', 'mobile', '--name', 'X']);
    await writeFile(join(place.dataDir, 'picture'), 'kept');
    const { dataDir: outside } = await newPlace();
    const file = join(outside, 'backup.tar.gz');
    await answerOf(place, ['backup', file]);
    const unpacked = join(outside, 'unpacked');
    await mkdir(unpacked);
    execFileSync('tar', ['xzf', file, '-C', unpacked]);
    await mkdir(join(unpacked, 'new'));
    for (const stray of ['data/lock.sqlite', 'data/azulejo.sqlite-wal', 'data/outbox', 'new/lock.sqlite'])
      await writeFile(join(unpacked, stray), 'stray');
    execFileSync('tar', ['czf', file, '-C', unpacked, '.']);
    const target = await newPlace();
    await answerOf(target, ['restore', file]);
    assert.deepEqual((await readdir(target.dataDir)).toSorted(), [
      'azulejo.sqlite',
      'azulejo.sqlite-reserve',
      'lock.sqlite',
      'picture',
    ]);
    await using platform = await startPlatform({ place: target });
    assert.equal((await platform.request('/readyz')).status, 200);
  });

  it('removes what a killed backup collected, but not what a running one collects', async () => {
    const place = await newPlace();
    await answerOf(place, ['application', 'create', '--type', 'mobile', '--name', 'X']);
    // More than fits in a pipe, so that the backup waits for its reader.
    await writeFile(join(place.dataDir, 'picture'), randomBytes(2_000_000));
    const { dataDir: outside } = await newPlace();
    const collected = async () =>
      (await readdir(place.dataDir)).filter((name) => name.startsWith('.backup-'));
    const running = spawn(process.execPath, [commandLine, 'backup', '-', '--plain'], {
      env: { ...inheritedEnvironment, DATA_DIR: place.dataDir },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = once(running, 'exit');
    await once(running.stdout, 'readable');
    const folder = await collected();
    assert.equal(folder.length, 1);
    await answerOf(place, ['backup', join(outside, 'first.tar.gz')]);
    assert.deepEqual(await collected(), folder);
    running.kill('SIGKILL');
    await ended;
    assert.deepEqual(await collected(), folder);
    await answerOf(place, ['backup', join(outside, 'second.tar.gz')]);
    assert.deepEqual(await collected(), []);
  });
});
