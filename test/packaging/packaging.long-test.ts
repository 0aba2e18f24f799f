import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startServerProcess } from '../support/server-process.ts';
import { installAll, type PackedPackage, packAll, run, typeCheck } from './install.ts';

/** A device page, which serves every kind of device. */
const PAGE = '/widgets/c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70/archive';

const PACKED_AND_INSTALLED_MS = 300_000;

describe('packages installed in an empty folder without development dependencies', () => {
  let folder = '';
  let home = '';
  let packed: PackedPackage[] = [];
  before(
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'azulejo-packaging-'));
      packed = await packAll(folder);
      home = await installAll(folder, packed);
    },
    { timeout: PACKED_AND_INSTALLED_MS },
  );
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  const bin = (name: string) => join(home, 'node_modules', '.bin', name);

  it('contains what runs, and no tests or build files', () => {
    const paths = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
    for (const needed of [
      '@azulejo/server/bin/azulejo.cjs',
      '@azulejo/server/bin/azulejo-server.cjs',
      '@azulejo/server/start.cjs',
      '@azulejo/server/device-page/index.html',
      '@azulejo/server/web/home.html',
      '@azulejo/server/web/portal.html',
      '@azulejo/server/dist/platform/storage/sqlite-worker.js',
      '@azulejo/server/dist/platform/storage/sqlite-vacuum.js',
      '@azulejo/units/dist/units_table.json',
      '@azulejo/units/dist/units_table_pt.json',
      '@azulejo/units/dist/units_table.v2.json',
      '@azulejo/catalog/demo-home.json',
      '@azulejo/catalog/pictures/user.png',
      '@azulejo/sdk/dist/index.d.ts',
    ]) {
      assert.ok(paths.includes(needed), needed);
    }
    const idle = /[./-]test(ing)?\b|\/fixture\.|\.map$|(?<!\.d)\.ts$|tsconfig|tsbuildinfo/;
    assert.deepEqual(
      paths.filter((path) => idle.test(path)),
      [],
    );
  });

  it('has types that a strict program can use', async () => {
    const program = `
      import { type Client, createClient, renderTile } from '@azulejo/sdk';
      import { type Tile, operations } from '@azulejo/contract';
      import { convert } from '@azulejo/units';
      const client: Client = createClient({ url: 'http://127.0.0.1:8480', clientId: '' });
      export const tiles: Promise<Tile[]> = client.tiles.list({ user_id: 'me' }).then((list) => list.tiles);
      export const fahrenheit: number = convert(20, 'celsius', 'fahrenheit');
      export const uses = [renderTile, operations];
      // @ts-expect-error: a member that no tile has
      export const wrong = tiles.then(([tile]) => tile?.nothing);
    `;
    await typeCheck(home, program);
  });

  it('runs a server with a demo home, which a plain program uses', {
    timeout: PACKED_AND_INSTALLED_MS,
  }, async () => {
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
    await using server = await startServerProcess({
      dataDir,
      command: [bin('azulejo-server')],
      environment: { DEMO: '1', PATH },
    });
    const credentials = await readFile(join(dataDir, 'demo-credentials.txt'), 'utf8');
    const secret = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(credentials)?.[1] ?? '';
    await cp(join(import.meta.dirname, 'tour.mjs'), join(home, 'tour.mjs'));
    const said = await run(
      home,
      process.execPath,
      'tour.mjs',
      server.url,
      ...['client_id', 'username', 'password'].map(secret),
    );
    const seen = JSON.parse(said) as { faces: string[]; channels: number; version: string; schema: object };
    assert.ok(seen.channels >= 24);
    assert.ok(seen.faces.length >= seen.channels);
    assert.ok('$id' in seen.schema);
    for (const path of [
      '/docs',
      '/openapi.json',
      '/units/units_table.v2.json',
      '/units/units_table_pt.json',
      PAGE,
      '/home',
      '/portal',
      '/readyz',
    ]) {
      assert.equal((await fetch(`${server.url}${path}`)).status, 200, path);
    }

    const users = JSON.parse(
      await run(home, bin('azulejo'), '--data-dir', dataDir, 'user', 'list', '--json'),
    );
    assert.equal(users.length, 1);
    await run(home, bin('azulejo'), '--data-dir', dataDir, 'backup', join(folder, 'backup.tar.gz'));
    assert.equal(await server.stop(), 0);
  });

  it('restores a backup that the installed packages created', async () => {
    const restored = join(folder, 'restored');
    await run(home, bin('azulejo'), '--data-dir', restored, 'restore', join(folder, 'backup.tar.gz'));
    const users = JSON.parse(
      await run(home, bin('azulejo'), '--data-dir', restored, 'user', 'list', '--json'),
    );
    assert.equal(users.length, 1);
  });

  it('includes a command line with help and its version', async () => {
    assert.match(await run(home, bin('azulejo'), '--help'), /application .*[\s\S]*backup/);
    const { version } = JSON.parse(
      await readFile(join(home, 'node_modules', '@azulejo', 'server', 'package.json'), 'utf8'),
    ) as { version: string };
    assert.equal((await run(home, bin('azulejo'), '--version')).trim(), version);
  });
});
