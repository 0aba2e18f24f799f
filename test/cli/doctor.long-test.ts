import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import { issueAuthority, migrations } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { newApplication } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { azulejo, forEachEngineInFull } from './azulejo.ts';

const DAY_MS = 86_400_000;

type Finding = { check: string; state: string; says: string; todo?: string };

async function doctor(place: Place, environment: Record<string, string> = {}) {
  const { code, stdout } = await azulejo(place, ['doctor', '--json'], { environment });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, of: (check: string) => findings.find((finding) => finding.check.startsWith(check)) };
}

forEachEngine(
  (_engine, open, newPlace) => {
    it('reports an empty PostgreSQL database, and creates no table in it', async () => {
      const place = await newPlace();
      assert.match((await doctor(place)).of('Database')?.says ?? '', /: empty; the first start creates/);
      const db = await open({ place, skipMigrations: true });
      assert.deepEqual(await db.read.introspection.getTables(), []);
    });
  },
  ['postgres'],
);

forEachEngineInFull((engine, _open, newPlace) => {
  it('reports a running platform as healthy', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { code, of } = await doctor(place, {
      HTTP_PORT: new URL(platform.url).port,
      MQTT_PORT: String(platform.config.mqtt.port),
      MQTTS_PORT: String(platform.config.mqtt.tlsPort),
    });
    assert.equal(code, 0);
    assert.ok(of('Database')?.says.endsWith(`at ${Object.keys(migrations).toSorted().at(-1)}`));
    for (const port of ['HTTP_PORT', 'MQTT_PORT', 'MQTTS_PORT'])
      assert.equal(of(port)?.says, 'in use by the running server');
    assert.match(of('MQTT certificate')?.says ?? '', /^our own/);
  });
  if (engine !== 'sqlite') return;

  it('reports each problem with what to do', async () => {
    const place = await newPlace();
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    const [certificate, key] = [join(place.dataDir, 'certificate.pem'), join(place.dataDir, 'key.pem')];
    await writeFile(certificate, 'no certificate');
    await writeFile(key, 'no key');
    await chmod(place.dataDir, 0o755);
    const environment = { HTTP_PORT: String(port), MQTT_PORT: 'off', TLS_CERT: certificate, TLS_KEY: key };
    const { code, of } = await doctor(place, environment);
    stranger.close();
    assert.equal(code, 1);
    assert.deepEqual(
      ['Data directory', 'HTTP_PORT', 'Certificate', 'MQTT certificate', 'Disk'].map(
        (check) => of(check)?.state,
      ),
      ['warning', 'broken', 'broken', 'broken', 'ok'],
    );
    assert.match(of('Data directory')?.todo ?? '', /^chmod 700/);
    assert.match(of('HTTP_PORT')?.says ?? '', /another program/);
    assert.equal(of('MQTT_PORT')?.says, 'off');
    const { stdout } = await azulejo(place, ['doctor'], { environment });
    assert.match(
      stdout,
      /^broken +Certificate +TLS_CERT and TLS_KEY do not serve together\n +→ set TLS_CERT and TLS_KEY/m,
    );
  });

  it('reports a proxy that is not trusted, misspelt settings and the age of the last backup', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    assert.equal((await doctor(place)).of('Backup')?.state, 'warning');
    let proxy = (await doctor(place)).of('Proxy');
    assert.equal(proxy?.state, 'ok');
    await platform.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    while (proxy?.state === 'ok') proxy = (await doctor(place)).of('Proxy');
    assert.match(proxy?.says ?? '', /^127\.0\.0\.1 sends X-Forwarded-For/);
    const trusting = await doctor(place, { TRUSTED_PROXIES: '127.0.0.0/8', SMPT_URL: 'smtp://x' });
    assert.equal(trusting.of('Proxy')?.state, 'ok');
    assert.match(trusting.of('Settings')?.says ?? '', /^SMPT_URL is not a setting/);
    assert.equal(trusting.of('Settings')?.todo, 'did you mean SMTP_URL?');

    await azulejo(place, ['backup', join(place.dataDir, '..', `${randomUUID()}.tar.gz`)]);
    assert.match((await doctor(place)).of('Backup')?.says ?? '', /^the last one is \d+ minutes old/);
  });

  it('names the origin of a web page that was refused, until an application has it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    assert.equal((await doctor(place)).of('Origins')?.state, 'ok');
    const origin = 'http://localhost:5173';
    const headers = { origin, 'access-control-request-method': 'GET' };
    await platform.request('/v3/users/me', { method: 'OPTIONS', headers });
    let found = (await doctor(place)).of('Origins');
    while (found?.state === 'ok') found = (await doctor(place)).of('Origins');
    assert.match(found?.says ?? '', /^web pages of http:\/\/localhost:5173 were refused/);
    assert.match(found?.todo ?? '', /application update CLIENT_ID with --origin http:\/\/localhost:5173 /);
    await newApplication(platform, { origins: [origin] });
    assert.equal((await doctor(place)).of('Origins')?.state, 'ok');
  });

  it('reports a certificate that phones do not trust, and a damaged CA', async () => {
    const place = await newPlace();
    const environment = { PUBLIC_URL: 'https://home.example.org' };
    await using platform = await startPlatform({ place, environment });
    const open = await doctor(place, environment);
    assert.match(open.of('MQTT certificate')?.says ?? '', /phones do not accept it/);
    assert.match(open.of('MQTT certificate')?.todo ?? '', /MQTT_TLS_CERT and MQTT_TLS_KEY to a public one/);
    const plain = { MQTT_PUBLIC_URL: `mqtt://127.0.0.1:${platform.config.mqtt.port}` };
    assert.equal((await doctor(place, { ...environment, ...plain })).of('MQTT certificate')?.state, 'ok');
    const file = join(place.dataDir, 'certificates', 'authority-1.json');
    await writeFile(file, 'damaged');
    const damaged = await doctor(place);
    assert.deepEqual([damaged.code, damaged.of('MQTT certificate')?.state], [1, 'broken']);
  });

  it('warns before and after another host cuts off clients that trust the CA', async () => {
    const place = await newPlace();
    {
      await using _platform = await startPlatform({ place });
    }
    const moved = { PUBLIC_URL: 'https://new.example.org' };
    const certificate = async () => (await doctor(place, moved)).of('MQTT certificate');
    const before = await certificate();
    assert.match(before?.says ?? '', /\(new\.example\.org\): the next start makes another, and clients /);
    await using _platform = await startPlatform({ place, environment: moved });
    const after = await certificate();
    assert.match(
      after?.says ?? '',
      /^its CA is new since .*: clients that trust only the earlier one cannot /,
    );
    assert.deepEqual([before?.state, after?.state], ['warning', 'warning']);
  });

  it("warns when the platform's CA ends soon and reports its successor", async () => {
    const place = await newPlace();
    const folder = join(place.dataDir, 'certificates');
    const permitted = ['localhost', '127.0.0.0/8', '::1/128'];
    const old = { permitted, ...issueAuthority(permitted, Date.now() - 3600 * DAY_MS) };
    await mkdir(folder);
    await writeFile(join(folder, 'authority-1.json'), JSON.stringify(old));
    await using _platform = await startPlatform({ place });
    const { of } = await doctor(place);
    assert.equal(of('MQTT certificate')?.state, 'warning');
    assert.match(of('MQTT certificate')?.says ?? '', /^its CA expires/);
    assert.match(of('MQTT certificate')?.todo ?? '', /successor exists already/);
    assert.ok((await readdir(folder)).includes('authority-2.json'));
  });

  it('names an unreachable database without its password, and an invalid setting', async () => {
    const place = await newPlace();
    const down = await doctor(place, { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/none' });
    assert.deepEqual([down.code, down.of('Database')?.state], [1, 'broken']);
    assert.match(down.of('Database')?.says ?? '', /^PostgreSQL at 127\.0\.0\.1:1\/none: .*ECONNREFUSED/);
    assert.ok(!JSON.stringify(down.of('Database')).includes('hidden'));
    const wrong = await doctor(place, { LOG_LEVEL: 'loud' });
    assert.deepEqual([wrong.code, wrong.of('Settings')?.state], [1, 'broken']);
  });
});
