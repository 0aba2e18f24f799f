import assert from 'node:assert/strict';
import { test } from 'node:test';
import { tables } from '@azulejo/server/testing';
import { isTestCode } from './rules.ts';
import { sharedTables } from './shared-tables.ts';
import { readTexts } from './sources.ts';
import { findTableUses } from './table-uses.ts';

const SERVER = 'server/src/';

const names: ReadonlySet<string> = new Set(Object.keys(tables));
const owners: Readonly<Record<string, { owner: string }>> = tables;

const texts = (await readTexts()).filter(
  ({ path }) => path.startsWith(SERVER) && !path.includes('/migrations/') && !isTestCode(path),
);
const uses = texts.flatMap(({ path, text }) =>
  findTableUses(path, text, names).map((use) => ({ path, ...use })),
);

const isReadModel = (path: string) => path.includes('/read-models/');
const isOwn = ({ path, table }: { path: string; table: string }) =>
  path.startsWith(`${SERVER}${owners[table]?.owner}/`);
const isShared = ({ path, table }: { path: string; table: string }) => {
  const shared = sharedTables[path]?.tables ?? [];
  return shared === 'any' || shared.includes(table);
};

test('every table is defined once, in the file of the feature that owns it', () => {
  const folder = `${SERVER}database/tables/`;
  const definitions = texts
    .filter(({ path }) => path.startsWith(folder))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^ {2}(\w+): defineTable\(/gm)].map((match) => ({
        name: match[1] ?? '',
        owner: path.slice(folder.length).replace(/\.ts$/, ''),
      })),
    );
  assert.deepEqual(definitions.map(({ name }) => name).sort(), [...names].sort());
  const foreign = definitions.filter(({ name, owner }) => owners[name]?.owner !== owner);
  assert.deepEqual(foreign, []);
});

test('every table is used by the folder that owns it', () => {
  const unused = [...names].filter((name) => !uses.some((use) => use.table === name && isOwn(use)));
  // Both the password and the second factor use it.
  assert.deepEqual(unused, ['known_addresses']);
});

test('SQL names tables of its own folder, or stands in a read model', () => {
  const foreign = uses.filter((use) => !isOwn(use) && !isShared(use) && !isReadModel(use.path));
  assert.deepEqual(
    foreign.map(({ path, line, table }) => `${path}:${line} names ${table} of ${owners[table]?.owner}`),
    [],
  );
});

test('read models change nothing', () => {
  const changes = uses.filter(({ path, isWrite }) => isWrite && isReadModel(path));
  assert.deepEqual(
    changes.map(({ path, line, table }) => `${path}:${line} changes ${table}`),
    [],
  );
});

test('every exception is still needed', () => {
  const needed = uses.filter((use) => !isOwn(use));
  const isNeeded = (path: string, table?: string) =>
    needed.some((use) => use.path === path && (table === undefined || use.table === table));
  const stale = Object.entries(sharedTables).flatMap(([path, { tables: shared }]) =>
    shared === 'any'
      ? isNeeded(path)
        ? []
        : [path]
      : shared.filter((table) => !isNeeded(path, table)).map((table) => `${path}: ${table}`),
  );
  assert.deepEqual(stale, []);
});

test('findTableUses finds tables in calls, joins, raw SQL and bulk inserts', () => {
  const known = new Set(['users', 'tiles', 'places', 'history']);
  const found = (text: string) =>
    findTableUses('made-up.ts', text, known).map(({ table, isWrite }) => (isWrite ? `${table}!` : table));
  const cases: [text: string, expected: string[]][] = [
    ["db.selectFrom('users as u').innerJoin('tiles', 'tiles.user_id', 'u.id')", ['users', 'tiles']],
    ["db.selectFrom(['users', 'tiles'])", ['users', 'tiles']],
    ["tx.updateTable('users').from('tiles')", ['users!', 'tiles']],
    ["tx.deleteFrom('places').using('users')", ['places!', 'users']],
    ["db.selectFrom((eb) => eb.selectFrom('places').as('some'))", ['places']],
    ['sql`select 1 from users join "tiles" on true`', ['users', 'tiles']],
    ['sql<Row>`insert into places select * from users`', ['places!', 'users']],
    ["prepareBulkInsert(db, 'history')", ['history!']],
    ["const put = (table: 'tiles' | 'places') => tx.insertInto(table)", ['tiles!', 'places!']],
    ["const list = [{ table: 'users' }]; sql`delete from $".concat('{sql.table(name)}`'), ['users!']],
    ["const text = 'users'; names.includes('tiles'); Buffer.from(text)", []],
  ];
  for (const [text, expected] of cases) assert.deepEqual(found(text).sort(), expected.toSorted(), text);
});
