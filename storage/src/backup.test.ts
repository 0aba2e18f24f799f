import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, it } from 'node:test';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { backupTo } from './backup.ts';
import { BackupError, type BackupProgress } from './backup-format.ts';
import { exportTo } from './export.ts';
import { type FixtureTables, fixtureMigrations, prepareFixture } from './fixture.ts';
import type { Migrations } from './migrations.ts';
import { SQLITE_FILE } from './open.ts';
import { restoreBackup, restoreFrom } from './restore.ts';
import type { Storage } from './storage.ts';
import { forEachEngine, type Place } from './testing.ts';

/** `a_first` refers to a table that sorts after it by name, and has an identity key. */
const migrations: Migrations = {
  ...fixtureMigrations,
  '0003-first': {
    phase: 'contract',
    async up(db, types) {
      await types
        .createTable(db, 'a_first')
        .addColumn('id', types.identity)
        .addColumn('note_id', types.integer, (column) => column.references('notes.id'))
        .execute();
    },
  },
};

/** Characters that end a line in some formats. JSON escapes those below U+0020. */
const LINE_ENDS = ['\n', '\r', '\r\n', '\u2028', '\u2029', '\u0085', '\u000b', '\u000c', '\ufeff'];
/** So many texts that a backup is read in several parts, some of which end within a character. */
const TEXTS = Array.from({ length: 120 }, (_, n) => `${n}${LINE_ENDS.join('🟦').repeat(20)}`);
/** Numbers of a `real` column, as text: callers may not pass those beyond 2^53 as parameters. */
const NUMBERS = ['-0', '5e-324', '-1e-300', '9007199254740994', '-1e16', '18446744073709551616', '1e300'];
const INFINITE = { sqlite: ['1e999', '-1e999'], postgres: ['Infinity', '-Infinity'] };
const NOTES = 2 + TEXTS.length;

type Tables = FixtureTables & { a_first: { id?: number; note_id: number | null } };

/** The form that a backup of the engine has, and the one that is the same for both. */
const FORMS = [
  ['a backup', backupTo],
  ['an export', exportTo],
] as const;

async function fill(storage: Storage<Tables>): Promise<void> {
  await storage.write(async (tx) => {
    const counters = Array.from({ length: 1201 }, (_, n) => ({ id: `c${n}`, count: n }));
    for (let at = 0; at < counters.length; at += 100) {
      await tx
        .insertInto('counters')
        .values(counters.slice(at, at + 100))
        .execute();
    }
    const note = { counter_id: 'c7', weight: 0.1, body: new Uint8Array([0, 255, 10]) };
    await tx
      .insertInto('notes')
      .values([
        { id: 2 ** 53 - 1, ...note, text: 'line\nbreak "ç" 🟦' },
        { id: -1, counter_id: 'c1', text: null, weight: null, body: null },
        ...TEXTS.map((text, id) => ({ ...note, id, text })),
      ])
      .execute();
    await tx
      .insertInto('a_first')
      .values([{ note_id: -1 }, { note_id: null }])
      .execute();
    for (const [id, number] of [...NUMBERS, ...INFINITE[storage.engine]].entries()) {
      const weight = sql<number>`cast(${number} as double precision)`;
      await tx.updateTable('notes').set({ weight }).where('id', '=', id).execute();
    }
  });
}

/** The unit of `ulimit -f`. */
const BLOCK_BYTES = 512;

/** Exports in a process whose files may have so many blocks, and returns what it prints. */
async function exportInto(place: Place, file: string, blocks: number): Promise<string> {
  const child = [
    process.execPath,
    '--conditions=azulejo-source',
    join(import.meta.dirname, 'testing-child.ts'),
  ];
  const limited = ['-c', `ulimit -f ${blocks} && exec "$0" "$@"`, ...child];
  const args = [...limited, 'export', JSON.stringify({ place, file })];
  return (await promisify(execFile)('sh', args)).stdout;
}

async function contents(storage: Storage<Tables>) {
  const { read } = storage;
  const notes = await read.selectFrom('notes').selectAll().orderBy('id').execute();
  return {
    counters: await read.selectFrom('counters').selectAll().orderBy('id').execute(),
    // JSON writes -0, which PostgreSQL stores, as 0.
    notes: notes.map((note) => ({ ...note, weight: note.weight === 0 ? 0 : note.weight })),
    first: await read.selectFrom('a_first').selectAll().orderBy('id').execute(),
  };
}

forEachEngine((engine, open, newPlace) => {
  let folder: string;
  let source: Storage<Tables>;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-backup-'));
    source = await open<Tables>({ migrations });
    await fill(source);
  });
  after(() => rm(folder, { recursive: true }));

  for (const [name, backup] of FORMS) {
    it(`restores all rows of ${name}, and continues the identity keys`, async () => {
      const file = join(folder, `whole ${name}`);
      await backup(source, file);
      assert.equal((await stat(file)).mode & 0o077, 0, 'only its owner may read a backup');
      const place = await newPlace();
      const summary = await restoreBackup({ ...place, migrations }, file);
      assert.deepEqual(Object.fromEntries(summary.tables.map(({ table, rows }) => [table, rows])), {
        a_first: 2,
        counters: 1201,
        notes: NOTES,
      });
      const restored = await open<Tables>({ place, migrations });
      assert.deepEqual(await contents(restored), await contents(source));
      await restored.write((tx) => tx.insertInto('a_first').values({ note_id: null }).execute());
      assert.deepEqual((await contents(restored)).first.at(-1), { id: 3, note_id: null });
    });
  }

  // SQLite is on every machine, PostgreSQL only in its own suite.
  if (engine === 'postgres') {
    it('moves all rows to SQLite and back through the engine-neutral form', async () => {
      const progress: string[] = [];
      const [there, back] = [join(folder, 'there'), join(folder, 'back')];
      await exportTo(source, there, {
        onProgress: ({ table, rows }) => progress.push(`${table} ${rows}`),
      });
      assert.deepEqual(progress, [
        'counters 500',
        'counters 1000',
        'counters 1201',
        `notes ${NOTES}`,
        'a_first 2',
      ]);
      const moved = await open<Tables>({ place: await newPlace({ engine: 'sqlite' }), migrations });
      assert.equal(moved.engine, 'sqlite');
      await restoreFrom(moved, there);
      assert.deepEqual(await contents(moved), await contents(source));
      await exportTo(moved, back);
      const home = await open<Tables>({ migrations });
      await restoreFrom(home, back);
      assert.deepEqual(await contents(home), await contents(source));
    });
  }

  if (engine === 'sqlite') {
    it('restores an SQLite file as it is, with its indexes, and says of which table', async () => {
      const file = join(folder, 'copied');
      await backupTo(source, file);
      const progress: string[] = [];
      const onProgress = ({ table, rows }: BackupProgress) => progress.push(`${table} ${rows}`);
      await restoreBackup({ ...(await newPlace()), migrations }, file, { onProgress });
      const done = ['counters 1201', `notes ${NOTES}`, 'a_first 2'];
      assert.deepEqual(
        progress,
        done.flatMap((each) => [`${each.split(' ')[0]} 0`, each]),
      );
    });

    it('restores only the rows of an SQLite file with a schema of its own', async () => {
      const file = join(folder, 'with a trigger');
      await backupTo(source, file);
      using changed = new DatabaseSync(file);
      changed.exec('create trigger emptied after insert on a_first begin delete from counters; end');
      const place = await newPlace();
      await restoreBackup({ ...place, migrations }, file);
      const restored = await open<Tables>({ place, migrations });
      await restored.write((tx) => tx.insertInto('a_first').values({ note_id: null }).execute());
      assert.equal((await contents(restored)).counters.length, 1201);
    });

    it('refuses an SQLite file with damaged pages or references, and leaves no database', async () => {
      const file = join(folder, 'damaged');
      await backupTo(source, file);
      const sound = await readFile(file);
      const damages = {
        'first bytes only': () => writeFile(file, sound.subarray(0, 200)),
        'first page': () => writeFile(file, Buffer.from(sound).fill(0xff, 100, 4096)),
        pages: () => writeFile(file, Buffer.from(sound).fill(0, sound.length / 2)),
        'pages, with a schema of its own': async () => {
          await writeFile(file, sound);
          {
            using changed = new DatabaseSync(file);
            changed.exec('create view own as select 1');
          }
          const changed = await readFile(file);
          await writeFile(file, changed.fill(0, changed.length / 2));
        },
        'a page of one long value, which no count reads': async () => {
          await writeFile(file, sound);
          {
            using changed = new DatabaseSync(file);
            changed.exec('update notes set body = zeroblob(100000) where id = (select min(id) from notes)');
          }
          const changed = await readFile(file);
          await writeFile(file, changed.fill(0, changed.length - 3 * 4096, changed.length - 2 * 4096));
        },
        references: () => {
          using damaged = new DatabaseSync(file, { enableForeignKeyConstraints: false });
          damaged.exec(`delete from counters where id = 'c7'`);
        },
      };
      for (const [name, damage] of Object.entries(damages).toReversed()) {
        await damage();
        const { dataDir } = await newPlace();
        await assert.rejects(restoreBackup({ dataDir, migrations }, file), BackupError, name);
        assert.ok(!existsSync(join(dataDir, SQLITE_FILE)), name);
      }
      const filled = await newPlace();
      const kept = await open<Tables>({ place: filled, migrations });
      await kept.unit([prepareFixture(kept).addCounter.bind({ id: 'kept', count: 1 })]);
      await writeFile(file, sound);
      await assert.rejects(restoreBackup({ ...filled, migrations }, file), /not empty/);
      assert.equal((await contents(kept)).counters.length, 1, 'what was there stays');
    });
  }

  it('backs up one consistent snapshot while units are written', async () => {
    const { raise } = prepareFixture(source as unknown as Storage<FixtureTables>);
    const both = () => source.unit([raise.bind({ id: 'c0', by: 1 }), raise.bind({ id: 'c1200', by: 1 })]);
    let done = false;
    const writing = (async () => {
      while (!done) await both();
    })();
    for (const [name, backup] of FORMS) {
      const file = join(folder, `while writing ${name}`);
      await backup(source, file);
      const copy = await open<Tables>({ migrations });
      await restoreFrom(copy, file);
      const [low, high] = await copy.read
        .selectFrom('counters')
        .select('count')
        .where('id', 'in', ['c0', 'c1200'])
        .orderBy('id')
        .execute();
      assert.equal((low?.count ?? 0) + 1200, high?.count);
    }
    done = true;
    await writing;
  });

  it('restores a backup of an older version and migrates it', async () => {
    const old = await open<FixtureTables>({ migrations: fixtureMigrations });
    await old.unit([prepareFixture(old).addCounter.bind({ id: 'old', count: 1 })]);
    const file = join(folder, 'old');
    await backupTo(old, file);
    const place = await newPlace();
    const { migrated } = await restoreBackup({ ...place, migrations }, file);
    assert.deepEqual(migrated, ['0003-first']);
    const restored = await open<Tables>({ place, migrations });
    assert.deepEqual((await contents(restored)).counters, [{ id: 'old', count: 1 }]);
  });

  it('refuses to restore into a filled or older database and to overwrite a file', async () => {
    const file = join(folder, 'refused');
    await exportTo(source, file);
    await assert.rejects(restoreFrom(source, file), /not empty/);
    const older = await open<FixtureTables>({ migrations: fixtureMigrations });
    await assert.rejects(restoreFrom(older, file), BackupError);
    await assert.rejects(exportTo(source, file), { code: 'EEXIST' });
    await assert.rejects(backupTo(source, file), { code: 'EEXIST' });
  });

  it('fails when the file system stores only some of the last bytes, and leaves no file', async () => {
    const place = await newPlace();
    const storage = await open<FixtureTables>({ place, migrations: fixtureMigrations });
    await storage.unit([prepareFixture(storage).addCounter.bind({ id: 'c', count: 1 })]);
    // Larger than the other files of the database, which must not reach the limit.
    const note = { id: 1, counter_id: 'c', text: '', weight: null, body: new Uint8Array(2_000_000) };
    await storage.write((tx) => tx.insertInto('notes').values(note).execute());
    const whole = join(folder, 'without a limit');
    await exportTo(storage, whole);
    const { size } = await stat(whole);
    const blocks = Math.ceil(size / BLOCK_BYTES);
    const text = 'x'.repeat(blocks * BLOCK_BYTES + 5 - size);
    await storage.write((tx) => tx.updateTable('notes').set({ text }).execute());
    await storage[Symbol.asyncDispose]();
    const file = join(folder, 'limited');
    assert.equal(await exportInto(place, file, blocks), 'EFBIG\n');
    await assert.rejects(stat(file), { code: 'ENOENT' });
  });

  it('refuses a damaged backup and stores none of its rows', async () => {
    const file = join(folder, 'sound');
    await exportTo(source, file);
    const lines = (await readFile(file, 'utf8')).split('\n');
    const damages = {
      'cut short': lines.slice(0, -3),
      'a row missing': lines.toSpliced(5, 1),
      'no backup': ['{"format":"other"}'],
      'no text': ['\u0000\u0001'],
    };
    const target = await open<Tables>({ migrations });
    for (const [name, damaged] of Object.entries(damages)) {
      await writeFile(join(folder, name), damaged.join('\n'));
      await assert.rejects(restoreFrom(target, join(folder, name)), BackupError, name);
    }
    assert.deepEqual((await contents(target)).counters, []);
  });
});
