import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, it } from 'node:test';
import { openKeyring } from './keyring.ts';

describe('the keyring', async () => {
  const root = await mkdtemp(join(tmpdir(), 'azulejo-keys-'));
  after(() => rm(root, { recursive: true }));
  let folder = '';
  let count = 0;
  beforeEach(() => {
    count += 1;
    folder = join(root, String(count), 'keys');
  });

  it('creates its first key, which only its owner can read, when something is sealed', async () => {
    const keyring = openKeyring(folder);
    assert.equal(await keyring.unseal('1.abc', 'token'), undefined);
    await assert.rejects(readdir(folder));
    assert.equal(await keyring.unseal(await keyring.seal('secret', 'token'), 'token'), 'secret');
    assert.deepEqual(await readdir(folder), ['sealing-1.key']);
    assert.equal((await stat(join(folder, 'sealing-1.key'))).mode & 0o777, 0o600);
    assert.equal((await stat(folder)).mode & 0o777, 0o700);
  });

  it('opens nothing of another context, another platform or a damaged box', async () => {
    const keyring = openKeyring(folder);
    const sealed = await keyring.seal('secret', 'token');
    assert.doesNotMatch(sealed, /secret/);
    assert.equal(await keyring.unseal(sealed, 'account'), undefined);
    assert.equal(await keyring.unseal(`${sealed.slice(0, -4)}AAAA`, 'token'), undefined);
    const other = openKeyring(join(folder, 'other'));
    await other.seal('theirs', 'token');
    assert.equal(await other.unseal(sealed, 'token'), undefined);
  });

  it('creates one first key when two processes seal at the same time', async () => {
    const rings = [openKeyring(folder), openKeyring(folder)];
    const sealed = await Promise.all(rings.map((ring, index) => ring.seal(`secret ${index}`, 'token')));
    const opened = await Promise.all(sealed.map((box) => openKeyring(folder).unseal(box, 'token')));
    assert.deepEqual(opened, ['secret 0', 'secret 1']);
  });

  it('seals with the newest key, also one that another process made, and opens with each', async () => {
    const [server, command] = [openKeyring(folder), openKeyring(folder)];
    const before = await server.seal('before', 'token');
    assert.equal(await command.rotate(), 2);
    const afterwards = await server.seal('afterwards', 'token');
    assert.equal(await server.needsReseal(before), true);
    assert.equal(await server.needsReseal(afterwards), false);
    assert.equal(await server.unseal(before, 'token'), 'before');
    assert.equal(await command.unseal(afterwards, 'token'), 'afterwards');
  });

  it('deletes all keys but the last two', async () => {
    const keyring = openKeyring(folder);
    const sealed = await keyring.seal('secret', 'token');
    await keyring.rotate();
    assert.equal(await keyring.deleteOld(), 0);
    await keyring.rotate();
    assert.equal(await keyring.deleteOld(), 1);
    assert.equal(await keyring.unseal(sealed, 'token'), undefined);
    assert.deepEqual((await readdir(folder)).sort(), ['sealing-2.key', 'sealing-3.key']);
  });

  it('derives a key for each sealing key, newest first', async () => {
    const keyring = openKeyring(folder);
    const [first] = await keyring.derive('signature');
    await keyring.rotate();
    const [second, third] = await keyring.derive('signature');
    assert.notDeepEqual(second, first);
    assert.deepEqual(third, first);
    assert.notDeepEqual((await keyring.derive('other'))[0], second);
  });

  it('refuses a damaged key and names its file', async () => {
    const keyring = openKeyring(folder);
    await keyring.seal('secret', 'token');
    await writeFile(join(folder, 'sealing-2.key'), 'short\n');
    await assert.rejects(keyring.seal('secret', 'token'), /sealing-2\.key is damaged/);
  });
});
