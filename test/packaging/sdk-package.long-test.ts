import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { startProgram } from '../support/programs.ts';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { run, typeCheck } from './install.ts';
import { createOtherAccount } from './other-account.ts';
import { checkout, fetchTools, firstProgram, installSdk, writeProgram } from './sdk-package.ts';

/** The template that the example names: Plugwise Lisa zone thermostat. */
const THERMOSTAT = 'f6d8f4c9-5b15-56a4-b6dc-0bcee06af490';
const INSTALLED_MS = 300_000;

describe('the SDK, installed in an empty folder by another account', () => {
  const account = createOtherAccount();
  after(() => account[Symbol.dispose]());
  let home = '';
  let tarball = '';
  let tools: Map<string, string> | string = '';
  let server: ServerProcess;
  let demo: { client_id: string; username: string; password: string };
  before(
    async () => {
      ({ home, tarball } = await installSdk(account));
      tools = await fetchTools(account);
      const dataDir = join(account.folder, 'data');
      await mkdir(dataDir);
      server = await startServerProcess({ dataDir, environment: { DEMO: '1' } });
      const text = await readFile(join(dataDir, 'demo-credentials.txt'), 'utf8');
      const found = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(text)?.[1] ?? '';
      demo = {
        client_id: found('client_id'),
        username: found('username'),
        password: found('password'),
      };
    },
    { timeout: INSTALLED_MS },
  );
  after(async () => void (await server?.stop()));

  /** Returns a command, or skips the test with the reason why there is none. */
  const commandOf = (name: string, skip: (reason: string) => void): string | undefined => {
    if (typeof tools !== 'string') return tools.get(name);
    skip(tools);
    return undefined;
  };

  it('contains bundles, declarations, examples and documents, and depends on MQTT.js alone', async () => {
    const files = (await run(home, 'tar', 'tzf', tarball)).trim().split('\n').sort();
    const named = files.filter((path) => !path.startsWith('package/dist/'));
    assert.deepEqual(named, [
      'package/LICENSE',
      'package/README.md',
      'package/examples/maker.ts',
      'package/examples/thermostat.ts',
      'package/examples/watch.ts',
      'package/package.json',
    ]);
    const manifest = JSON.parse(
      await readFile(join(home, 'node_modules/@azulejo/sdk/package.json'), 'utf8'),
    ) as Record<string, unknown>;
    assert.deepEqual(Object.keys(manifest['dependencies'] as object), ['mqtt']);
    for (const absent of ['devDependencies', 'private', 'scripts']) assert.ok(!(absent in manifest), absent);
    for (const file of files.filter((path) => path.startsWith('package/dist/'))) {
      const text = await readFile(
        join(home, 'node_modules/@azulejo/sdk', file.slice('package/'.length)),
        'utf8',
      );
      assert.doesNotMatch(text, /['"](@azulejo|typebox)/, file);
      // Only managers need Node.
      if (!file.endsWith('/manager.js')) assert.doesNotMatch(text, /['"]node:/, file);
    }
  });

  it('has named types that a strict program can use without skipping the check of libraries', async () => {
    const program = `
      import { type Client, createClient, renderTile, type Tile, type Channel, type Template } from '@azulejo/sdk';
      import { createManager, fileOutboxStore, type ManagerClient } from '@azulejo/sdk/manager';
      import { createPortal } from '@azulejo/sdk/portal';
      const client: Client = createClient({ url: 'http://127.0.0.1:8480', clientId: '' });
      export const tiles: Promise<Tile[]> = client.tiles.list().then((list) => list.tiles);
      export async function names(): Promise<string[]> {
        const found: string[] = [];
        for await (const template of client.templates.list({ user_id: 'me' })) found.push(template.template?.name ?? '');
        return found;
      }
      export const first: (tile: Tile, channel: Channel) => string = (tile, channel) => renderTile(tile, channel, new Map()).label;
      export const kind = (template: Template): string => template.kind;
      export const manager: ManagerClient = createManager({ url: 'http://127.0.0.1:8480', clientId: '', clientSecret: '' });
      export const store = fileOutboxStore('outbox.jsonl');
      export const portal = createPortal({ url: 'http://127.0.0.1:8480' });
      // @ts-expect-error: a member that no tile has
      export const wrong = tiles.then(([tile]) => tile?.nothing);
      // @ts-expect-error: a tile has an id
      export const missing = client.tiles.get({});
    `;
    await typeCheck(home, program);
  });

  for (const version of ['20', '22', '24']) {
    it(`runs the first program of its README in Node ${version}`, async (test) => {
      const node = commandOf(version, (reason) => test.skip(reason));
      if (!node) return;
      const readme = await readFile(join(home, 'node_modules/@azulejo/sdk/README.md'), 'utf8');
      const code = firstProgram(readme)
        .replace('http://127.0.0.1:8480', server.url)
        .replace("clientId: '…'", `clientId: '${demo.client_id}'`)
        .replace('ana@demo.example', demo.username)
        .replace("password: '…'", `password: '${demo.password}'`);
      const file = join(home, `readme-${version}.js`);
      await writeProgram(file, code);
      const { code: ended, stdout, stderr } = await account.run(home, node, [file]);
      assert.equal(ended, 0, stderr);
      const lines = stdout.trim().split('\n');
      assert.ok(lines.length >= 24, `${lines.length} tiles`);
      assert.ok(
        lines.filter((line) => /: -?\d+([.,]\d+)? (°C|%|W|kWh)/.test(line)).length >= 5,
        lines.join('\n'),
      );
      assert.ok(lines.filter((line) => line.includes('--')).length < lines.length / 4, lines.join('\n'));
    });

    it(`runs its examples in Node ${version}`, async (test) => {
      const node = commandOf(version, (reason) => test.skip(reason));
      if (!node) return;
      const examples = join(home, 'node_modules/@azulejo/sdk/examples');
      for (const name of ['thermostat', 'watch']) {
        const code = await readFile(join(examples, `${name}.ts`), 'utf8');
        await writeProgram(join(home, `${name}-${version}.js`), code);
      }
      const device = join(home, `device-${version}.json`);
      const create = ['device', 'create', '--user', demo.username, '--template', THERMOSTAT, '--json'];
      await writeFile(device, await azulejo(join(account.folder, 'data'), ...create));
      await using thermostat = startProgram(
        node,
        [join(home, `thermostat-${version}.js`), device, server.url],
        account,
      );
      await thermostat.line(/^The thermostat is connected/);
      const person = join(home, 'account.json');
      await writeFile(person, JSON.stringify(demo));
      const watched = join(home, `watched-${version}`);
      await using watch = startProgram(
        node,
        [join(home, `watch-${version}.js`), person, server.url, watched],
        account,
      );
      await watch.line(/thermostat: local-temperature = /);
      watch.interrupt();
      assert.equal(await watch.ended, 0);
    });
  }

  for (const { what, limit, program } of [
    {
      what: '26 KB of a web page that shows tiles as the first program of its README does',
      limit: 26,
      program: (readme: string) => firstProgram(readme),
    },
    {
      what: '28 KB of a web page that uses all of it without live values',
      limit: 28,
      program: () => "export * from '@azulejo/sdk';\n",
    },
  ])
    it(`an installed SDK takes at most ${what}`, async (test) => {
      const esbuild = commandOf('esbuild', (reason) => test.skip(reason));
      if (!esbuild) return;
      const readme = await readFile(join(home, 'node_modules/@azulejo/sdk/README.md'), 'utf8');
      await writeProgram(join(home, 'page.js'), program(readme));
      const flags = ['--bundle', '--minify', '--splitting', '--format=esm', '--platform=browser'];
      const out = `www-${limit}`;
      await run(home, esbuild, 'page.js', ...flags, `--outdir=${out}`, '--metafile=meta.json');
      const bytes = await loadedAtOnce(home, `${out}/page.js`);
      test.diagnostic(`${(bytes / 1024).toFixed(1)} KB`);
      assert.ok(bytes <= limit * 1024, `${bytes} bytes`);
    });
});

/** Runs the command line of the checkout on a data folder. */
const azulejo = (dataDir: string, ...args: readonly string[]): Promise<string> =>
  run(
    checkout,
    process.execPath,
    '--conditions=azulejo-source',
    '--disable-warning=ExperimentalWarning',
    'server/src/cli/main.ts',
    '--data-dir',
    dataDir,
    ...args,
  );

type Metafile = {
  outputs: Record<string, { imports: { path: string; kind: string; external?: boolean }[] }>;
};

/** Returns the compressed size of a bundle and of all chunks that it imports statically. */
async function loadedAtOnce(folder: string, entry: string): Promise<number> {
  const { outputs } = JSON.parse(await readFile(join(folder, 'meta.json'), 'utf8')) as Metafile;
  const loaded = new Set([entry]);
  // A set that grows is iterated to its end.
  for (const path of loaded)
    for (const { path: imported, kind } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') loaded.add(imported);
  const sizes = await Promise.all(
    [...loaded].map(async (path) => gzipSync(await readFile(join(folder, path))).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
