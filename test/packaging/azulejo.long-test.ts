import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { PasskeyCreationOptions, PasskeyRequestOptions, Tile } from '@azulejo/contract';
import { createAuthenticator } from '../support/authenticator.ts';
import { startServerProcess } from '../support/server-process.ts';
import { signInDemoUser } from './demo-user.ts';
import { createOtherAccount } from './other-account.ts';
import { pack } from './pack.ts';

const versionOf = (node: string) => execFileSync(node, ['--version'], { encoding: 'utf8' });
/** The system's Node, if it is older than that of the tests. */
const oldNode = ['/usr/bin/node', '/usr/local/bin/node']
  .filter((path) => existsSync(path))
  .find((path) => /^v(1\d|2[0-3])\./.test(versionOf(path)));

const PREPARED_MS = 300_000;
const MAX_INSTALLED_MB = 125;
/** A device page, which serves every kind of device. */
const PAGE = '/widgets/c1a3e0f4-6a57-4d0b-8a43-2f4f6d6c9b70/archive';
const TEST_CODE = /[./-]test(ing)?\b|\.map$|\.ts$|tsconfig|tsbuildinfo/;

/** Links to files, as in `[settings](settings.md)`. */
const LINK = /\]\((?!\w+:|#|\/)([\w./-]+)/g;

type Locked = { readonly version?: string };
type Manifest = { readonly name?: string; readonly version?: string };

const read = <Content>(path: string): Content => JSON.parse(readFileSync(path, 'utf8'));

type DemoUser = Awaited<ReturnType<typeof signInDemoUser>>;

/** Adds a passkey and signs in by it, because the code for passkeys is part of the package. */
async function signInByPasskey(
  server: { readonly url: string },
  send: DemoUser['send'],
  { clientId, password }: DemoUser['credentials'],
): Promise<void> {
  const post = async (path: string, body: object, status: number) => {
    const headers = { 'content-type': 'application/json' };
    const response = await send(`/v3/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.equal(response.status, status, await response.clone().text());
    return response.json();
  };
  const authenticator = createAuthenticator(server);
  await post('account/proof', { password }, 200);
  const options = (await post('account/passkeys/challenge', {}, 201)) as PasskeyCreationOptions;
  await post('account/passkeys', { name: 'Phone', credential: authenticator.create(options) }, 201);
  const challenge = (await post('auth/passkey/challenge', {}, 201)) as PasskeyRequestOptions;
  await post('auth/passkey', { client_id: clientId, credential: authenticator.use(challenge) }, 200);
}

describe('the package, installed in an empty folder by another account', () => {
  const account = createOtherAccount();
  after(() => account[Symbol.dispose]());
  const home = account.makeFolder('home');
  const install = (folder: string, ...more: string[]) =>
    account.run(
      folder,
      'npm',
      ['install', '--no-audit', '--no-fund', '--prefer-offline', ...more, tarball],
      environment,
    );
  const azulejo = (...args: string[]) => account.run(home, 'npx', ['azulejo', ...args]);
  /** The environment of a shell whose Node is too old, where there is one. */
  const environment = {
    ...account.environment,
    PATH: [...(oldNode ? [dirname(oldNode)] : []), account.environment['PATH']].join(delimiter),
  };
  let tarball = '';
  before(
    async () => {
      tarball = await pack(account.folder);
      const { code, stderr } = await install(home);
      assert.equal(code, 0, stderr);
      assert.doesNotMatch(stderr, /npm (warn|error)/i);
    },
    { timeout: PREPARED_MS },
  );

  it('contains no tests, sources or build files', () => {
    const paths = execFileSync('tar', ['tzf', tarball], { encoding: 'utf8' }).trim().split('\n');
    assert.deepEqual(
      paths.filter((path) => !path.startsWith('package/node_modules/') && TEST_CODE.test(path)),
      [],
    );
  });

  it('has its documentation, whose links lead to files of the package', () => {
    const place = join(home, 'node_modules', 'azulejo');
    const pages = globSync('{*.md,docs/**/*.md}', { cwd: place });
    for (const page of ['README.md', 'docs/operate.md', 'docs/settings.md', 'docs/guides/command-line.md'])
      assert.ok(pages.includes(page), page);
    const dangling = pages.flatMap((page) =>
      [...readFileSync(join(place, page), 'utf8').matchAll(LINK)]
        .filter(([, target = '']) => !existsSync(join(place, dirname(page), target)))
        .map(([, target]) => `${page}: ${target}`),
    );
    assert.deepEqual(dangling, []);
  });

  it('installs the versions of the lock file', () => {
    const root = join(import.meta.dirname, '..', '..');
    const { packages } = read<{ packages: Record<string, Locked> }>(join(root, 'package-lock.json'));
    const versions = new Set(
      Object.entries(packages).map(
        ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
      ),
    );
    const others = globSync('node_modules/**/node_modules/{*,@*/*}/package.json', { cwd: home })
      .concat(globSync('node_modules/{*,@*/*}/package.json', { cwd: home }))
      .map((path) => read<Manifest>(join(home, path)))
      .filter(({ name }) => name !== 'azulejo');
    assert.ok(others.length > 150, `${others.length} packages`);
    const other = others
      .map(({ name, version }) => `${name}@${version}`)
      .filter((each) => !versions.has(each));
    assert.deepEqual(other, []);
    const place = join(home, 'node_modules/azulejo');
    const { dependencies } = read<{ dependencies: Record<string, string> }>(join(place, 'package.json'));
    for (const [name, version] of Object.entries(dependencies)) {
      const locked = packages[`server/node_modules/${name}`] ?? packages[`node_modules/${name}`];
      const installed = read<Manifest>(join(place, 'node_modules', name, 'package.json'));
      assert.deepEqual([version, installed.version], [locked?.version, locked?.version], name);
    }
  });

  it('takes less than 125 MB without Node', () => {
    const du = ['-sm', '--exclude=node-linux-*', join(home, 'node_modules')];
    const [size = ''] = execFileSync('du', du, { encoding: 'utf8' }).split('\t');
    assert.ok(Number(size) < MAX_INSTALLED_MB, `${size} MB`);
  });

  it('runs the whole platform with a demo home, and stops by SIGTERM', { timeout: PREPARED_MS }, async () => {
    const dataDir = account.makeFolder('data');
    await using server = await startServerProcess({
      dataDir,
      cwd: home,
      uid: account.uid,
      command: [join(home, 'node_modules', '.bin', 'azulejo'), 'start'],
      environment: { ...environment, DEMO: '1' },
    });
    const { send, credentials } = await signInDemoUser({ url: server.url, dataDir });
    const { tiles } = (await (await send('/v3/legacy/users/me/tiles')).json()) as { tiles: Tile[] };
    assert.ok(tiles.length >= 24);
    const german = { 'accept-language': 'de' };
    const channels = await (await send('/v3/legacy/users/me/channels', { headers: german })).text();
    assert.ok(channels.includes('"label":"Helligkeit"'));
    await signInByPasskey(server, send, credentials);
    const photo = await (await fetch(tiles[0]?.photoUrl ?? '')).blob();
    assert.equal((await send('/v3/uploads', { method: 'POST', body: photo })).status, 201);
    for (const path of [
      '/docs',
      '/openapi.json',
      '/units/units_table.v2.json',
      PAGE,
      '/home',
      '/portal',
      '/readyz',
    ])
      assert.equal((await fetch(`${server.url}${path}`)).status, 200, path);
    const backedUp = await azulejo('--data-dir', dataDir, 'backup', join(account.folder, 'backup.tar.gz'));
    assert.equal(backedUp.code, 0, backedUp.stderr);
    assert.equal(await server.stop(), 0);
  });

  it('restores the backup, and checks the data with doctor', async () => {
    const data = ['--data-dir', join(account.folder, 'restored')];
    const restored = await azulejo(...data, 'restore', join(account.folder, 'backup.tar.gz'));
    assert.equal(restored.code, 0, restored.stderr);
    const users = JSON.parse((await azulejo(...data, 'user', 'list', '--json')).stdout);
    assert.equal(users.length, 1);
    const { stdout, code } = await azulejo(...data, 'doctor');
    assert.match(stdout, /^ok +Database .*SQLite/m);
    assert.equal(code, 0, stdout);
  });

  it('names its own commands in what it prints', async () => {
    const dataDir = account.makeFolder('named');
    const output: string[] = [];
    await using server = await startServerProcess({
      dataDir,
      cwd: home,
      uid: account.uid,
      command: [join(home, 'node_modules', '.bin', 'azulejo'), 'start'],
      environment: account.environment,
      onOutput: (text) => output.push(text),
    });
    assert.equal((await fetch(`${server.url}/readyz`)).status, 200);
    assert.match(output.join(''), /^ +npx azulejo application create /m);
    assert.doesNotMatch(output.join(''), /npm run/);
  });

  it('says in one sentence what to do when the optional dependencies are missing', async () => {
    const folder = account.makeFolder('without-optional');
    assert.equal((await install(folder, '--omit=optional')).code, 0);
    const { code, stdout, stderr } = await account.run(folder, 'npx', ['azulejo', 'start']);
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' });
    assert.match(stderr, /@node-rs\/argon2 and sharp .* run npm install --include=optional\n$/);
  });

  it('says in one sentence that Node is too old, where none came along', {
    skip: !oldNode && 'there is no older Node here',
  }, async () => {
    for (const brought of globSync('node_modules/node-linux-*', { cwd: home }))
      rmSync(join(home, brought), { recursive: true });
    const bin = join(home, 'node_modules', 'azulejo', 'bin', 'azulejo.cjs');
    const { code, stderr } = await account.run(home, String(oldNode), [bin, 'start']);
    assert.equal(code, 1);
    assert.match(stderr, /^Azulejo needs Node 24\.7 or newer; this is v\d+\.\d+\.\d+\. Install it .*\n$/);
  });
});
