import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Place } from '@azulejo/server/testing';
import { startPlatform } from '../support/platform.ts';
import { azulejo, forEachEngineInTheLongRun } from './azulejo.ts';

type Finding = { check: string; state: string; says: string; todo?: string };

async function doctor(place: Place, environment: Record<string, string> = {}) {
  const { code, stdout } = await azulejo(place, ['doctor', '--json'], { environment });
  const findings = JSON.parse(stdout) as Finding[];
  return { code, of: (check: string) => findings.find((finding) => finding.check.startsWith(check)) };
}

forEachEngineInTheLongRun((engine, _open, newPlace) => {
  it('finds a platform that runs in order', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { code, of } = await doctor(place, { HTTP_PORT: new URL(platform.url).port });
    assert.equal(code, 0);
    assert.match(of('Database')?.says ?? '', /at 0001-initial$/);
    assert.equal(of('HTTP_PORT')?.says, 'in use by the running server');
  });
  if (engine !== 'sqlite') return;

  it('says what is wrong and what to do', async () => {
    const place = await newPlace();
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = stranger.address() as { port: number };
    const [certificate, key] = [join(place.dataDir, 'certificate.pem'), join(place.dataDir, 'key.pem')];
    await writeFile(certificate, 'no certificate');
    await writeFile(key, 'no key');
    await chmod(place.dataDir, 0o755);
    const environment = { HTTP_PORT: String(port), TLS_CERT: certificate, TLS_KEY: key };
    const { code, of } = await doctor(place, environment);
    stranger.close();
    assert.equal(code, 1);
    assert.deepEqual(
      ['Data directory', 'HTTP_PORT', 'Certificate', 'Disk'].map((check) => of(check)?.state),
      ['warning', 'broken', 'broken', 'ok'],
    );
    assert.match(of('Data directory')?.todo ?? '', /^chmod 700/);
    assert.match(of('HTTP_PORT')?.says ?? '', /another program/);
    const { stdout } = await azulejo(place, ['doctor'], { environment });
    assert.match(stdout, /^broken +Certificate +TLS_CERT and TLS_KEY do not serve together\n +→ set/m);
  });

  it('names a database that cannot be reached, without its password, and a wrong setting', async () => {
    const place = await newPlace();
    const down = await doctor(place, { DATABASE_URL: 'postgres://me:hidden@127.0.0.1:1/none' });
    assert.deepEqual([down.code, down.of('Database')?.state], [1, 'broken']);
    assert.match(down.of('Database')?.says ?? '', /^PostgreSQL at 127\.0\.0\.1:1\/none: .*ECONNREFUSED/);
    assert.ok(!JSON.stringify(down.of('Database')).includes('hidden'));
    const wrong = await doctor(place, { LOG_LEVEL: 'loud' });
    assert.deepEqual([wrong.code, wrong.of('Settings')?.state], [1, 'broken']);
  });
});
