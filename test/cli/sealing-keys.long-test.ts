import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo } from './azulejo.ts';

type Finding = { check: string; state: string; says: string; todo?: string };

forEachEngine((_engine, _open, newPlace) => {
  it('backup and restore keep the secret of an account readable, and doctor says when its key is missing', async () => {
    await using folders = new AsyncDisposableStack();
    const folder = await mkdtemp(join(tmpdir(), 'azulejo-cli-'));
    folders.defer(() => rm(folder, { recursive: true }));
    const file = join(folder, 'backup.tar.gz');
    const place = await newPlace();
    let parties: [manager: string, application: string];
    {
      await using platform = await startPlatform({ place });
      const manager = await newApplication(platform, { type: 'manager', name: 'Acme' });
      const application = await newApplication(platform);
      parties = [manager.clientId, application.clientId];
      await platform.server.features.makerAccounts.set(manager.clientId, {
        application: application.clientId,
        clientId: 'casa-azul-7',
        clientSecret: 'geheim',
        origins: ['https://accounts.acme.example'],
      });
    }
    await answerOf(place, ['backup', file]);
    const target = await newPlace();
    await answerOf(target, ['restore', file]);
    const [before, after] = [join(place.dataDir, 'keys'), join(target.dataDir, 'keys')];
    assert.deepEqual((await readdir(after)).sort(), ['push.key', 'sealing-1.key']);
    const read = (keys: string) => readFile(join(keys, 'sealing-1.key'), 'utf8');
    assert.equal(await read(after), await read(before));
    const finding = async () => {
      const { stdout } = await azulejo(target, ['doctor', '--json']);
      return (JSON.parse(stdout) as Finding[]).find(({ check }) => check === 'Sealing keys');
    };
    assert.equal((await finding())?.state, 'ok');
    {
      await using platform = await startPlatform({ place: target });
      const account = await platform.server.features.makerAccounts.open(...parties);
      assert.equal(account?.clientSecret, 'geheim');
    }

    const away = `${target.dataDir}-keys`;
    await rename(after, away);
    const missing = await finding();
    assert.equal(missing?.state, 'broken');
    assert.match(missing.says, /the secrets of 1 accounts? at makers, the tokens of 0 sign-ins/);
    assert.match(missing.todo ?? '', /of a backup.*azulejo (-- )?manager account set/);
    await rename(away, after);
    assert.equal((await finding())?.state, 'ok');

    await rm(after, { recursive: true });
    {
      await using platform = await startPlatform({ place: target });
      await platform.server.features.keyring.derive('a signature');
    }
    assert.deepEqual((await readdir(after)).sort(), ['push.key', 'sealing-1.key']);
    assert.equal((await finding())?.state, 'broken', 'a new key with the same number opens nothing');
  });

  it('are in a backup when they are outside of the data directory', async () => {
    const place = await newPlace();
    const KEYS_DIR = `${place.dataDir}-mounted`;
    const file = `${place.dataDir}-backup.tar.gz`;
    {
      await using platform = await startPlatform({ place, environment: { KEYS_DIR } });
      await platform.server.features.keyring.derive('a signature');
    }
    const keysOf = async (folder: string) =>
      Promise.all((await readdir(folder)).sort().map((name) => readFile(join(folder, name), 'utf8')));
    assert.equal(existsSync(join(place.dataDir, 'keys')), false);
    await azulejo(place, ['backup', file], { environment: { KEYS_DIR } });
    const target = await newPlace();
    const { stdout } = await azulejo(target, ['restore', file], { environment: { KEYS_DIR } });
    const restored = join(target.dataDir, 'keys');
    assert.ok(stdout.includes(`${restored}: copy the files in it to the folder of KEYS_DIR`), stdout);
    assert.deepEqual(await keysOf(restored), await keysOf(KEYS_DIR));
  });
});
