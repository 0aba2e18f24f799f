/**
 * Makes the fixture of a release: `node server/start.cjs test/releases/make-fixture.ts [--checkout FOLDER]`.
 *
 * 1. Starts the server of a checkout, by default this one, in an empty data folder.
 * 2. Fills it as users, devices and operators do: by HTTP, MQTT and the command line.
 * 3. Writes a backup, stops the server, and packs the data folder.
 *
 * Writes `data.tgz`, `backup.tgz` and `expected.json` to `test/fixtures/releases/VERSION`. All secrets in them
 * are made up for this fixture.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';
import { type ServerProcess, startServerProcess } from '../support/server-process.ts';
import { type Expected, fixtures } from './fixtures.ts';
import {
  type Accounts,
  type Client,
  call,
  credentialsOf,
  type Device,
  EDITED_NAME,
  readHome,
  report,
  signIn,
} from './home.ts';

const root = join(import.meta.dirname, '..', '..');
/** The template of a lamp with a component `light-bulb`. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const PICTURE_FILE = 'catalog/pictures/user.png';
const USER = { email: 'ana@example.org', password: 'correct horse battery staple' };
const PORTAL = { email: 'ines@portal.example', password: 'tiles are blue and white' };

const { values } = parseArgs({ options: { checkout: { type: 'string', default: root } } });
const checkout = resolve(values.checkout);
const source = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];

/** Runs the command line of the checkout. Returns its answer. */
async function azulejo<Answer>(dataDir: string, ...args: readonly string[]): Promise<Answer> {
  const command = [...source, join(checkout, 'server/src/cli/main.ts'), ...args, '--json'];
  const { PATH } = process.env;
  const env = { ...(PATH === undefined ? {} : { PATH }), DATA_DIR: dataDir };
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: dataDir, env });
  return JSON.parse(stdout) as Answer;
}

const json = (method: string, body: unknown, token?: string): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
  body: JSON.stringify(body),
});

/** Creates an application, a user, an account of the portal, an edited template and two devices. */
async function createAccounts(server: ServerProcess, dataDir: string): Promise<Accounts> {
  const run = <Answer>(...args: string[]) => azulejo<Answer>(dataDir, ...args);
  const application = await run<Client>('application', 'create', '--type', 'mobile', '--name', 'Casa Azul');
  const account = { appId: application.client_id, device: 'android', name: 'Ana Marques', type: 'account' };
  await call(server.url, '/v3/legacy/account', json('POST', { ...account, ...USER }));
  const { link } = await run<{ link: string }>('portal', 'invite', '--owner', '--email', PORTAL.email);
  const invitee = { token: new URL(link).hash.slice(1), name: 'Inês Duarte', ...PORTAL };
  await call(server.url, '/portal/api/invitations/accept', json('POST', invitee));

  const { version: _version, ...template } = await run<{ id: string; version: number }>(
    'template',
    'show',
    LAMP,
  );
  const devices: Device[] = [await createDevice(run, template.id, 'Hall')];
  const edited = join(dataDir, 'edited.json');
  await writeFile(edited, JSON.stringify({ ...template, name: EDITED_NAME }));
  await run('template', 'import', edited);
  await rm(edited);
  devices.push(await createDevice(run, template.id, 'Stairs'));
  await run('channel', 'create', '--user', USER.email, '--template', template.id, '--name', 'Cellar');
  return { application: pick(application), user: USER, portal: PORTAL, devices };
}

const pick = ({ client_id, client_secret }: Client): Client => ({ client_id, client_secret });

async function createDevice(
  run: <Answer>(...args: string[]) => Promise<Answer>,
  template: string,
  name: string,
): Promise<Device> {
  const create = ['device', 'create', '--user', USER.email, '--template', template, '--name', name];
  const device = await run<Device>(...create);
  return { ...pick(device), channel: device.channel };
}

/** Reports values, uploads a picture, and moves and renames a tile. */
async function useServer(server: ServerProcess, accounts: Accounts): Promise<string> {
  const { url } = server;
  for (const [index, device] of accounts.devices.entries()) {
    const credentials = await credentialsOf(url, device, 'device');
    await report(
      server,
      device,
      credentials,
      [10, 35, 80].map((value) => value + index),
    );
  }
  const { access_token: token } = await signIn(url, accounts);
  const body = new Uint8Array(await readFile(join(checkout, PICTURE_FILE)));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'image/png' };
  const uploaded = await call(url, '/v3/uploads', { method: 'POST', headers, body });
  const { url: photo } = (await uploaded.json()) as { url: string };
  await call(url, '/v3/users/me', json('PATCH', { photo }, token));
  const groups = '/v3/legacy/users/me/tile-groups';
  const group = (await (await call(url, groups, json('POST', { label: 'Upstairs' }, token))).json()) as {
    id: string;
  };
  const list = await call(url, '/v3/legacy/users/me/tiles', { headers });
  const { tiles } = (await list.json()) as { tiles: { id: string }[] };
  const change = { label: 'Reading lamp', groups: [group.id] };
  await call(url, `/v3/legacy/users/me/tiles/${tiles[0]?.id}`, json('PATCH', change, token));
  return token;
}

const folder = await mkdtemp(join(tmpdir(), 'azulejo-fixture-'));
try {
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const { version } = JSON.parse(await readFile(join(checkout, 'server/package.json'), 'utf8'));
  const to = join(fixtures, String(version));
  await rm(to, { recursive: true, force: true });
  await mkdir(to, { recursive: true });
  const command = [process.execPath, ...source, join(checkout, 'server/src/main.ts')];
  {
    await using server = await startServerProcess({ dataDir, command });
    const accounts = await createAccounts(server, dataDir);
    const token = await useServer(server, accounts);
    const home = await readHome(server.url, token, accounts.devices);
    const { applied } = await azulejo<{ applied: { name: string }[] }>(dataDir, 'migrate', '--status');
    const migrations = applied.map(({ name }) => name);
    const expected: Expected = { version, made: Date.now(), migrations, accounts, home };
    await writeFile(join(to, 'expected.json'), `${JSON.stringify(expected, null, 2)}\n`);
    await azulejo(dataDir, 'backup', join(to, 'backup.tgz'));
  }
  // A server makes these again when it starts.
  for (const name of ['azulejo.sqlite-reserve', 'lock.sqlite'])
    await rm(join(dataDir, name), { force: true });
  await promisify(execFile)('tar', ['czf', join(to, 'data.tgz'), '-C', dataDir, '.']);
  process.stdout.write(`${to}\n`);
} finally {
  await rm(folder, { recursive: true, force: true });
}
