import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { it } from 'node:test';
import { panelTemplate } from '../support/panel-template.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { azulejo, forEachEngineInFull } from './azulejo.ts';
import { bothPlaces, elsewhere, type Json } from './both-places.ts';

/**
 * Starts a proxy in front of the platform that closes the connections of requests that store a template of this
 * model.
 */
async function refuseToStore(platform: TestPlatform, model: string) {
  const server = createServer(async (request, reply) => {
    const body = await text(request);
    const isStored = request.method === 'POST' && request.url === '/portal/api/templates';
    if (isStored && body.includes(model)) return void request.socket.destroy();
    const answer = await fetch(new URL(request.url ?? '/', platform.url), {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        ...(body !== '' && { 'content-type': 'application/json' }),
      },
      ...(body !== '' && { body }),
    });
    reply.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

forEachEngineInFull((_engine, _open, newPlace) => {
  it('manages applications from elsewhere, with the output of the machine', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, same, platform } = both;
    const create = ['application', 'create', '--type', 'mobile', '--name', 'Casa', '--namespace', 'casa'];
    assert.match(String((await ask(...create))['client_secret']), /^azs_/);
    await newApplication(platform, { type: 'distributor', name: 'Boa', namespace: 'boa' });
    await ask('application', 'update', 'casa', '--app-scheme', 'casa', '--access-token-lifetime', '30d');
    assert.equal((await ask('application', 'link', 'boa', 'casa'))['is_linked'], true);
    for (const args of [
      ['application', 'list', '--json'],
      ['application', 'show', 'casa', '--json'],
      ['application', 'show', 'boa'],
      ['application', 'delete', 'casa'],
      ['application', 'show', 'nobody'],
      ['application', 'update', 'casa', '--access-token-lifetime', '1h'],
    ])
      await same(...args);
    assert.equal((await ask('application', 'unlink', 'boa', 'casa'))['is_linked'], false);
  });

  it('disables, enables and deletes applications from elsewhere', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, run, platform } = both;
    await newApplication(platform, { name: 'Casa', namespace: 'casa' });
    assert.equal((await ask('application', 'disable', 'casa'))['state'], 'disabled');
    assert.equal((await ask('application', 'enable', 'casa'))['state'], 'enabled');
    assert.match(String((await ask('application', 'rotate-secret', 'casa'))['client_secret']), /^azs_/);
    await ask('application', 'delete', 'casa', '--confirm', 'Casa');
    assert.equal((await run(['application', 'show', 'casa'])).code, 1);
  });

  it('manages users from elsewhere, with the output of the machine', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, same, platform } = both;
    const application = await newApplication(platform, { namespace: 'casa' });
    const person = await newPerson(platform, application);
    await same('user', 'list', '--application', 'casa', '--json');
    await same('user', 'list');
    assert.equal((await ask('user', 'disable', person.email))['state'], 'inactive');
    await same('user', 'reset-link', person.email);
    assert.equal((await ask('user', 'enable', person.email))['state'], 'active');
    assert.match(String((await ask('user', 'reset-link', person.email))['link']), /token=azp_/);
    assert.ok((await ask<Json[]>('doctor')).length > 3);
  });

  it('manages templates from elsewhere, with the output of the machine', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, here, same, folder } = both;
    const { id } = panelTemplate;
    const file = join(folder, 'panel.json');
    await writeFile(file, JSON.stringify(panelTemplate));
    const [stored] = await ask<Json[]>('template', 'import', file);
    assert.deepEqual([stored?.['id'], stored?.['version']], [id, 1]);
    assert.deepEqual(await ask('template', 'import', file), []);
    for (const name of [id, 'nothing']) await same('template', 'show', name);
    await same('template', 'export', id);
    const there = await ask<Json[]>('template', 'list');
    const known = JSON.parse((await here(['template', 'list', '--json'])).stdout) as Json[];
    const idsOf = (templates: Json[]) => templates.map((template) => template['id']).toSorted();
    assert.deepEqual(idsOf(there), idsOf(known));
  });

  it('manages the templates of managers from elsewhere, with the output of the machine', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, same, platform, folder } = both;
    const { id } = panelTemplate;
    const file = join(folder, 'panel.json');
    await writeFile(file, JSON.stringify(panelTemplate));
    await ask('template', 'import', file);
    const manager = await newApplication(platform, { type: 'manager', name: 'Acme', namespace: 'acme' });
    assert.equal((await ask('template', 'assign', id, 'acme'))['manager'], manager.clientId);
    await same('manager', 'list');
    for (const name of ['acme', 'nobody']) await same('manager', 'show', name);
    await same('template', 'assign', id, 'acme');
    await newApplication(platform, { type: 'manager', name: 'Zeta', namespace: 'zeta' });
    await same('template', 'assign', id, 'zeta');
    await newApplication(platform, { name: 'Casa', namespace: 'casa' });
    const account = ['--application', 'casa', '--client-id', 'casa-7', '--no-client-secret'];
    await ask('manager', 'account', 'set', 'acme', ...account, '--origin', 'https://accounts.acme.example');
    await same('manager', 'account', 'list', 'acme', '--json');
    await same('manager', 'signing-key', 'acme');
    await ask('template', 'release', id);
    await writeFile(file, JSON.stringify({ ...panelTemplate, name: 'Panel of Zeta' }));
    const [imported] = await ask<Json[]>('template', 'import', file, '--manager', 'zeta');
    assert.equal(imported?.['name'], 'Panel of Zeta');
    const zeta = await ask('manager', 'show', 'zeta');
    assert.deepEqual(zeta['templates'], [{ id, name: 'Panel of Zeta' }]);
    for (const name of ['acme', 'nobody']) await same('template', 'import', file, '--manager', name);
  });

  it('manages devices from elsewhere, with the output of the machine', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, run, same, platform } = both;
    const person = await newPerson(platform, await newApplication(platform));
    const [template] = await ask<Json[]>('template', 'list');
    const id = String(template?.['id']);
    const of = ['--user', person.email, '--template', id];
    const virtual = await ask('channel', 'create', ...of, '--virtual', '--faults', 'late');
    assert.equal(virtual['is_virtual'], true);
    assert.match((await run(['channel', 'create', ...of])).stderr, /only on the machine of the server/);
    const device = await ask('device', 'create', ...of, '--name', 'Hall panel');
    assert.equal(device['name'], 'Hall panel');
    const unclaimed = await ask('device', 'create', '--claim', '--template', id);
    assert.match(String(unclaimed['claim_code']), /-/);
    const deviceId = String(device['client_id']);
    await same('device', 'list', '--user', person.email, '--json');
    assert.match(String((await ask('device', 'rotate-secret', deviceId))['client_secret']), /^azs_/);
    assert.equal((await ask('device', 'remove', deviceId))['client_id'], deviceId);
  });

  it('finds a device from elsewhere although more than a page of newer ones contain its namespace', async () => {
    await using both = await bothPlaces(newPlace);
    const { ask, run, platform } = both;
    const person = await newPerson(platform, await newApplication(platform));
    const [template] = await ask<Json[]>('template', 'list');
    const home = { userId: person.id, templateId: String(template?.['id']) };
    const { deviceBatches } = platform.server.features;
    const create = async (...namespaces: string[]) => {
      for await (const _some of deviceBatches.provide({ ...home, namespaces }));
    };
    await create('hall-1');
    platform.clock.advance({ seconds: 1 });
    await create(...Array.from({ length: 200 }, (_, index) => `hall-1${index}`));
    assert.equal((await ask('device', 'remove', 'hall-1'))['namespace'], 'hall-1');
    assert.match((await run(['device', 'remove', 'hall-1'])).stderr, /There is no device "hall-1"/);
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;

  it('says why a token or an address does not work, and never repeats the token', async () => {
    const [place, empty] = [await newPlace(), await newPlace()];
    await using platform = await startPlatform({ place });
    const narrow = await elsewhere(platform, empty, ['users:read']);
    const list = ['application', 'list'];
    const refused = async (over: Readonly<Record<string, string>>, expected: RegExp, code = 1) => {
      const ended = await narrow.run(list, over);
      assert.deepEqual([ended.code, ended.stdout], [code, '']);
      assert.match(ended.stderr, expected);
      assert.ok(!ended.stderr.includes(narrow.token));
    };
    await refused({}, /^error: The access token lacks the scope applications:read\.\n$/);
    await refused({ AZULEJO_TOKEN: '' }, /an access token is required: --token-file, AZULEJO_TOKEN/);
    await refused({ AZULEJO_TOKEN: 'nonsense' }, /not an access token of the portal/);
    await refused({ AZULEJO_URL: 'http://127.0.0.1:9' }, /nothing listens at|cannot be reached/);
    await refused({ AZULEJO_URL: 'http://home.example' }, /without encryption: use https, or add --insecure/);
    await refused({ AZULEJO_URL: 'home.example' }, /is not a URL such as https/);
    platform.clock.advance({ days: 91 });
    await refused({}, /The access token has expired\. Create another one in the portal/);
    const revoked = await elsewhere(platform, empty);
    await revoked.revoke();
    assert.match((await revoked.run(list)).stderr, /unknown, or was revoked/);
    assert.ok(!platform.log().includes(narrow.token) && !platform.log().includes(revoked.token));
  });

  it('stops an import at the first template that is not stored, and names those before it', async () => {
    await using both = await bothPlaces(newPlace);
    const { run, ask, folder, platform } = both;
    await using proxy = await refuseToStore(platform, 'Second');
    const file = join(folder, 'panels.json');
    const models = ['First', 'Second', 'Third'];
    const panels = models.map((model) => ({ ...panelTemplate, id: randomUUID(), model }));
    await writeFile(file, JSON.stringify(panels));
    const { code, stdout, stderr } = await run(['template', 'import', file], { AZULEJO_URL: proxy.url });
    assert.deepEqual([code, stdout], [1, '']);
    const { vendor } = panelTemplate;
    assert.match(
      stderr,
      new RegExp(`^error: ${vendor} Second was not stored: .*Stored before it: ${vendor} First\\.`),
    );
    const stored = (await ask<Json[]>('template', 'list')).filter(({ model }) =>
      models.includes(String(model)),
    );
    assert.deepEqual(
      stored.map(({ model }) => model),
      ['First'],
    );
  });

  it('refuses commands that need the machine with exit code 2, and says where commands work', async () => {
    const place = await newPlace();
    const environment = { AZULEJO_URL: 'https://home.example' };
    for (const args of [
      ['user', 'create'],
      ['migrate'],
      ['backup', 'x'],
      ['restore', 'x'],
      ['certificate'],
    ]) {
      const required = args[1] === 'create' ? ['--application', 'a', '--email', 'b', '--name', 'c'] : [];
      const { code, stderr } = await azulejo(place, [...args, ...required], { environment });
      assert.deepEqual(
        [code, /only on the machine of the server/.test(stderr)],
        [2, true],
        `${args}: ${stderr}`,
      );
    }
    const unit = ['install-service', '--print'];
    assert.equal((await azulejo(place, unit, { environment })).code, 0, 'it sets up this machine');
    assert.equal((await azulejo(place, [...unit, '--url', 'https://home.example'])).code, 2);
    const { stdout } = await azulejo(place, ['user', 'list', '--help']);
    assert.match(stdout, /Works with a server on another machine/);
    assert.match((await azulejo(place, ['migrate', '--help'])).stdout, /Runs on the machine of the server/);
  });

  it('saves a server by login, readable by its owner only, until logout', async () => {
    const [place, empty] = [await newPlace(), await newPlace()];
    await using platform = await startPlatform({ place });
    const { token } = await elsewhere(platform, empty);
    const environment = { XDG_CONFIG_HOME: empty.dataDir, HOME: empty.dataDir };
    const run = (args: string[], input = '') => azulejo(empty, args, { environment, input });
    const made = await run(['login', '--url', platform.url, '--profile-name', 'test'], `${token}\n`);
    assert.equal(made.code, 0, made.stderr);
    assert.ok(!`${made.stdout}${made.stderr}`.includes(token));
    const { mode } = await stat(join(empty.dataDir, 'azulejo', 'profiles.json'));
    assert.equal(mode & 0o777, 0o600);
    assert.equal((await run(['template', 'list'])).code, 0);
    assert.match((await run(['profile', 'list'])).stdout, /test +http:\/\/127\.0\.0\.1:\d+ +yes/);
    assert.equal((await run(['migrate', '--status'])).code, 2);
    assert.equal((await run(['migrate', '--status', '--local'])).code, 0);
    assert.equal((await run(['profile', 'use', 'other'])).code, 1);
    assert.equal((await run(['logout'])).code, 0);
    assert.equal((await run(['profile', 'list'])).stdout, 'There are no profiles.\n');
  });
});
