import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer, text } from 'node:stream/consumers';
import { after, before, it } from 'node:test';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { commandLine } from '../support/package.ts';
import { answerOf, azulejo, refusalOf } from './azulejo.ts';

const PASSPHRASE = 'correct horse battery staple';

/** Runs a command between binary streams. */
async function pipeThrough({ dataDir, databaseUrl }: Place, args: readonly string[], input?: Uint8Array) {
  const child = spawn(process.execPath, [commandLine, ...args], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
    },
  });
  const closed = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, stdout, stderr] = await Promise.all([closed, buffer(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

forEachEngine((engine, _open, newPlace) => {
  let folder: string;
  let place: Place;
  let names: string[];
  let keyFile: string;
  let recipient: string;
  let passphraseFile: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-streams-'));
    place = await newPlace();
    await answerOf(place, ['application', 'create', '--type', 'mobile', '--name', 'Casa Azul']);
    names = await namesIn(place);
    keyFile = join(folder, 'key.txt');
    ({ recipient } = await answerOf<{ recipient: string }>(place, ['backup-key', keyFile]));
    passphraseFile = join(folder, 'passphrase');
    await writeFile(passphraseFile, `${PASSPHRASE}\n`);
  });
  after(() => rm(folder, { recursive: true }));

  const namesIn = async (of: Place) => {
    const applications = await answerOf<{ name: string }[]>(of, ['application', 'list']);
    return applications.map(({ name }) => name);
  };

  it('restores from stdin what a backup wrote to stdout, encrypted for a key', async () => {
    const written = await pipeThrough(place, ['backup', '-', '--recipient', recipient]);
    assert.equal(written.code, 0, written.stderr);
    assert.match(written.stderr, /to stdout \(.* encrypted\)/);
    assert.match(written.stdout.subarray(0, 21).toString('latin1'), /^age-encryption\.org\/v1/);
    assert.equal(written.stdout.includes('Casa Azul'), false);

    const target = await newPlace();
    const restored = await pipeThrough(target, ['restore', '-', '--identity', keyFile], written.stdout);
    assert.equal(restored.code, 0, restored.stderr);
    assert.deepEqual(await namesIn(target), names);
  });

  it('encrypts with a passphrase from a file, as a setting says', async () => {
    const file = join(folder, 'passphrase.age');
    const environment = { BACKUP_PASSPHRASE_FILE: passphraseFile };
    await answerOf(place, ['backup', file], { environment });
    const target = await newPlace();
    assert.match((await refusalOf(target, ['restore', file])).message, /--passphrase-file FILE/);
    await answerOf(target, ['restore', file], { environment });
    assert.deepEqual(await namesIn(target), names);
  });
  if (engine !== 'sqlite') return;

  it('leaves out files that are removed while a backup is made', async () => {
    const logs = Array.from({ length: 12 }, (_, index) => join(place.dataDir, `${index}.log`));
    for (const file of logs) await writeFile(file, randomBytes(1_000_000));
    const gone = join(place.dataDir, 'removed-before-it-was-listed');
    await symlink('nothing', gone);

    const child = spawn(process.execPath, [commandLine, 'backup', '-'], { env: { DATA_DIR: place.dataDir } });
    const closed = once(child, 'close');
    let stderr = '';
    child.stderr.on('data', (chunk) => {
      stderr += String(chunk);
    });
    // It packs no further than its output is read.
    await until(async () => stderr.includes('packing') || child.exitCode !== null);
    for (const file of [...logs, gone]) await rm(file);
    const archive = await buffer(child.stdout);
    assert.deepEqual(await closed, [0, null], stderr);

    const target = await newPlace();
    const restored = await pipeThrough(target, ['restore', '-'], archive);
    assert.equal(restored.code, 0, restored.stderr);
    assert.deepEqual(await namesIn(target), names);
    assert.ok((await readdir(target.dataDir)).filter((name) => name.endsWith('.log')).length < logs.length);
  });

  it('lists the files of a folder when it packs them, and not all files before', async () => {
    const [first, folderOfLast] = [join(place.dataDir, 'a'), join(place.dataDir, 'z')];
    await writeFile(first, randomBytes(4_000_000));
    await mkdir(folderOfLast);
    const child = spawn(process.execPath, [commandLine, 'backup', '-'], { env: { DATA_DIR: place.dataDir } });
    const closed = once(child, 'close');
    const stderr = text(child.stderr);
    // It packs the large file no further than its output is read.
    await once(child.stdout, 'readable');
    await writeFile(join(folderOfLast, 'last'), 'stored meanwhile');
    const archive = await buffer(child.stdout);
    assert.deepEqual(await closed, [0, null], await stderr);
    await rm(first);
    await rm(folderOfLast, { recursive: true });

    const target = await newPlace();
    const restored = await pipeThrough(target, ['restore', '-'], archive);
    assert.equal(restored.code, 0, restored.stderr);
    assert.equal(await readFile(join(target.dataDir, 'z', 'last'), 'utf8'), 'stored meanwhile');
  });

  it('says of an encrypted file with the name of an archive that tar cannot read it', async () => {
    const warningOf = async (name: string, ...args: string[]) =>
      (await azulejo(place, ['backup', join(folder, name), ...args])).stdout;
    assert.match(await warningOf('a.tar.gz', '--recipient', recipient), /usually named a\.tar\.gz\.age\.\n$/);
    assert.doesNotMatch(await warningOf('b.age', '--recipient', recipient), /usually/);
    assert.doesNotMatch(await warningOf('c.tar.gz', '--plain'), /usually/);
  });

  it('names a wrong key, a missing one and a cut file, and leaves nothing behind', async () => {
    const file = join(folder, 'whole.age');
    await answerOf(place, ['backup', file, '--recipient', recipient]);
    assert.equal((await stat(file)).mode & 0o077, 0);
    const target = await newPlace();
    const restore = async (...args: string[]) => (await refusalOf(target, ['restore', ...args])).message;

    const other = join(folder, 'other.txt');
    await answerOf(place, ['backup-key', other]);
    assert.match(await restore(file, '--identity', other), /encrypted for another key/);
    assert.match(await restore(file), /--identity FILE/);
    assert.match(await restore(file, '--identity', passphraseFile), /not a secret key/);
    assert.equal((await restore(file, '--identity', passphraseFile)).includes(PASSPHRASE), false);

    const whole = await readFile(file);
    const cut = join(folder, 'cut.age');
    for (const length of [60, whole.length >> 1, whole.length - 1]) {
      await writeFile(cut, whole.subarray(0, length));
      assert.match(await restore(cut, '--identity', keyFile), /damaged or incomplete/);
    }
    assert.deepEqual(await readdir(target.dataDir), ['lock.sqlite']);
  });

  it('names a wrong passphrase, a mistyped recipient and contradictory options', async () => {
    const file = join(folder, 'secret.age');
    await answerOf(place, ['backup', file, '--passphrase-file', passphraseFile]);
    const wrong = join(folder, 'wrong');
    await writeFile(wrong, 'wrong\n');
    const target = await newPlace();
    const refused = await refusalOf(target, ['restore', file, '--passphrase-file', wrong]);
    assert.match(refused.message, /the passphrase is wrong/);
    const to = async (...args: string[]) => (await refusalOf(place, ['backup', ...args])).message;
    const mistyped = recipient.replace(/.$/, recipient.endsWith('q') ? 'p' : 'q');
    assert.match(await to(join(folder, 'a'), '--recipient', mistyped), /is not a public key/);
    assert.match(await to(join(folder, 'a'), '--recipient', recipient, '--plain'), /choose one of/);
    assert.match(await to(join(folder, 'a'), '--passphrase-file', join(folder, 'none')), /file not found/);
    assert.match((await refusalOf(place, ['backup-key', keyFile])).message, /never overwritten/);
    assert.ok(!(await readdir(folder)).includes('a'));
  });

  it('leaves no file when it is interrupted, and fails when its reader ends early', async () => {
    const file = join(folder, 'interrupted.tar.gz');
    const data = await readdir(place.dataDir);
    const seen = until(async () => (await readdir(folder)).some((name) => name.startsWith('.interrupted')));
    const { code } = await azulejo(place, ['backup', file], { until: seen });
    assert.ok(code === 0 || code === 130);
    // A machine that is slow to send the signal lets the command end first.
    const left = (await readdir(folder)).filter((name) => name.includes('interrupted'));
    assert.deepEqual(left, code === 0 ? ['interrupted.tar.gz'] : []);
    assert.deepEqual(await readdir(place.dataDir), data);

    const child = spawn(process.execPath, [commandLine, 'backup', '-'], { env: { DATA_DIR: place.dataDir } });
    child.stdout.destroy();
    const ended = await new Promise((resolve) => child.once('close', resolve));
    assert.equal(ended, 1);
    assert.deepEqual(await readdir(place.dataDir), data);
  });
});

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await new Promise(setImmediate);
}
