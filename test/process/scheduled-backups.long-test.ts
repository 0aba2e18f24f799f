import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { after, before, it } from 'node:test';
import { type ManualClock, manualClock, type Timers } from '@azulejo/server/testing';
import { lockDataDir } from '@azulejo/storage';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { answerOf, azulejo } from '../cli/azulejo.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

/** Far longer than any step of these tests takes. */
const TIMEOUT_MS = 60_000;
const FOREIGN = ['azulejo-other000-20200101T000000Z.tar.gz', 'notes.txt'];

async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  while (!(await isTrue())) {
    assert.ok(performance.now() < end, 'the condition did not become true in time');
    await new Promise(setImmediate);
  }
}

/** Returns the folders in which backups and restores collect their files. */
const temporaryIn = async (dataDir: string) =>
  (await readdir(dataDir)).filter((name) => /^\.(backup|restoring)-/.test(name));

type Finding = { check: string; state: string; says: string };

forEachEngine((_engine, _open, newPlace) => {
  let folder: string;
  let place: Place;
  let clock: ManualClock;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-schedule-'));
    place = await newPlace();
    clock = manualClock();
    for (const name of FOREIGN) await writeFile(join(folder, name), 'of another');
  });
  after(() => rm(folder, { recursive: true }));

  const own = async () => (await readdir(folder)).filter((name) => !FOREIGN.includes(name)).toSorted();
  const start = (environment: Record<string, string> = {}, timers?: Timers) =>
    startPlatform({
      place,
      clock,
      ...(timers && { timers }),
      environment: { BACKUP_EVERY: '6h', BACKUP_DIR: folder, BACKUP_KEEP: '2', ...environment },
    });
  const metric = async (platform: TestPlatform, name: string) => {
    const line = (await (await platform.request('/metrics')).text())
      .split('\n')
      .find((each) => each.startsWith(name));
    return Number(line?.split(' ').at(-1));
  };

  it('backs up when a backup is due, after a restart too, and keeps the newest ones', async () => {
    const made: string[] = [];
    // An operator's own backup is being made meanwhile.
    const collecting = join(place.dataDir, '.backup-azulejo-2026-11-27.tar.gz-a1B2c3');
    const lock = lockDataDir(collecting);
    for (const expected of [1, 2, 3]) {
      await using platform = await start();
      await until(() => platform.log().includes('backup written'));
      made.push((await own()).at(-1) ?? '');
      assert.equal(await metric(platform, 'azulejo_backups_total{result="done"}'), 1);
      assert.equal(await metric(platform, 'azulejo_last_backup_timestamp_seconds'), clock.now() / 1000);
      await until(async () => (await own()).length === Math.min(expected, 2));
      clock.advance({ minutes: 361 });
    }
    assert.deepEqual(await own(), made.slice(1), 'the oldest one is deleted');
    assert.deepEqual(await temporaryIn(place.dataDir), [basename(collecting)]);
    lock[Symbol.dispose]();
    const names = await readdir(folder);
    assert.ok(
      FOREIGN.every((name) => names.includes(name)),
      'nothing else is deleted',
    );

    clock.advance({ minutes: -360 });
    await using platform = await start();
    await until(() => platform.log().includes('no backup is due'));
    assert.deepEqual(await own(), made.slice(1));
  });

  it('removes at its start what killed backups and restores left', async () => {
    const left = ['.backup-azulejo-2026-11-27.tar.gz-a1B2c3', '.backup-stream-d4E5f6', '.restoring-g7H8i9'];
    for (const name of left) {
      await mkdir(join(place.dataDir, name), { recursive: true });
      await writeFile(join(place.dataDir, name, 'database'), 'all that people stored');
    }
    await using _platform = await start();
    assert.deepEqual(await temporaryIn(place.dataDir), []);
  });

  it('restores a scheduled backup', async () => {
    const target = await newPlace();
    const file = join(folder, (await own()).at(-1) ?? '');
    await answerOf(target, ['restore', file]);
    await using restored = await startPlatform({ place: target });
    assert.equal((await restored.request('/readyz')).status, 200);
  });

  it('reports a failed backup in the log, the metrics and doctor', async () => {
    const file = join(folder, FOREIGN[1] ?? '');
    clock.advance({ days: 1 });
    await using platform = await start({ BACKUP_DIR: join(file, 'below') });
    await until(() => platform.log().includes('background work failed'));
    assert.equal(await metric(platform, 'azulejo_backups_total{result="failed"}'), 1);
    const environment = { BACKUP_EVERY: '6h', BACKUP_DIR: join(file, 'below') };
    const { code, stdout } = await azulejo(place, ['doctor', '--json'], { environment });
    assert.equal(code, 1);
    const backup = (JSON.parse(stdout) as Finding[]).find(({ check }) => check === 'Backup');
    assert.deepEqual([backup?.state, backup?.says.includes('ENOTDIR')], ['broken', true]);
  });

  it('retries a failed backup an hour later although the clock was set back meanwhile', async () => {
    const timers = manualClock();
    await using platform = await start({ BACKUP_DIR: join(folder, FOREIGN[1] ?? '', 'below') }, timers);
    const untilFailed = (times: number) =>
      until(async () => {
        timers.advance({ minutes: 1 });
        return (await metric(platform, 'azulejo_backups_total{result="failed"}')) === times;
      });
    await untilFailed(1);
    clock.jump({ days: -1 });
    clock.advance({ minutes: 61 });
    await untilFailed(2);
    clock.jump({ days: 1 });
  });

  it('encrypts scheduled backups for a key, and refuses to start with a mistyped one', async () => {
    const keyFile = join(place.dataDir, 'key.txt');
    const { recipient } = await answerOf<{ recipient: string }>(place, ['backup-key', keyFile]);
    clock.advance({ days: 2 });
    {
      await using platform = await start({ BACKUP_RECIPIENT: recipient });
      await until(() => platform.log().includes('backup written'));
    }
    const file = join(folder, (await own()).at(-1) ?? '');
    assert.match(file, /\.tar\.gz\.age$/);
    await answerOf(await newPlace(), ['restore', file, '--identity', keyFile]);
    const mistyped = recipient.replace(/.$/, recipient.endsWith('q') ? 'p' : 'q');
    await assert.rejects(start({ BACKUP_RECIPIENT: mistyped }), /is not a public key/);
  });
});
