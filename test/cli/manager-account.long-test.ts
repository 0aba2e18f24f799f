import assert from 'node:assert/strict';
import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

const ORIGIN = 'https://accounts.acme.example';

forEachEngineInFull((_engine, _open, newPlace) => {
  it('sets, lists, rotates and removes the secret of an account, and never prints it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const manager = await newApplication(platform, { type: 'manager', name: 'Acme' });
    const app = await newApplication(platform, { name: 'Casa Azul' });
    const file = join(place.dataDir, 'secret.txt');
    await writeFile(file, 'geheim\n');
    const name = ['manager', 'account', 'set', manager.clientId, '--application', app.clientId];
    const set = [...name, '--client-id', 'casa-azul-7', '--origin', ORIGIN];

    const done = await azulejo(place, [...set, '--client-secret-file', file]);
    assert.equal(done.code, 0, done.stderr);
    assert.match(done.stdout, /^Casa Azul has an account at the maker of Acme:\n +client id +casa-azul-7\n/);
    assert.doesNotMatch(done.stdout, /geheim/);
    const { makerAccounts } = platform.server.features;
    assert.equal((await makerAccounts.open(manager.clientId, app.clientId))?.clientSecret, 'geheim');

    const again = [...name, '--client-id', 'casa-azul-7', '--client-secret-file', file];
    const kept = await answerOf<{ origins: string[] }>(place, again);
    assert.deepEqual(kept.origins, [ORIGIN], 'the origins stay');

    const listed = await azulejo(place, ['manager', 'account', 'list', manager.clientId]);
    assert.match(listed.stdout, /casa-azul-7 +yes +https:\/\/accounts\.acme\.example/);
    const keys = join(place.dataDir, 'keys');
    assert.deepEqual(await answerOf(place, ['keys', 'rotate']), { key: 2, sealed: 1, deleted: 0 });
    assert.deepEqual(await answerOf(place, ['keys', 'rotate']), { key: 3, sealed: 1, deleted: 1 });
    assert.deepEqual((await readdir(keys)).sort(), ['push.key', 'sealing-2.key', 'sealing-3.key']);
    assert.equal((await stat(join(keys, 'sealing-3.key'))).mode & 0o777, 0o600);
    assert.equal((await makerAccounts.open(manager.clientId, app.clientId))?.clientSecret, 'geheim');

    const remove = ['manager', 'account', 'remove', manager.clientId, '--application', app.clientId];
    assert.deepEqual(await answerOf(place, remove), { removed: true });
    assert.deepEqual(await answerOf(place, ['manager', 'account', 'list', manager.clientId]), []);
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('refuses a client that is not a manager, an origin with a path, and a secret that cannot be entered', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const manager = await newApplication(platform, { type: 'manager' });
    const app = await newApplication(platform);
    const set = (id: string, ...more: string[]) =>
      refusalOf(place, [
        'manager',
        'account',
        'set',
        id,
        '--application',
        app.clientId,
        '--client-id',
        'a',
        ...more,
      ]);
    const wrong = await set(app.clientId, '--no-client-secret', '--origin', ORIGIN);
    assert.match(JSON.stringify(wrong), /is not a manager/);
    const path = await set(manager.clientId, '--no-client-secret', '--origin', `${ORIGIN}/a`);
    assert.match(JSON.stringify(path), /scheme:\/\/host/);
    assert.match((await set(manager.clientId, '--origin', ORIGIN)).message, /no terminal/);
    assert.match((await set(manager.clientId, '--no-client-secret')).message, /needs --origin/);
  });
});
