import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import type { Place } from '@azulejo/storage/testing';
import { newOperatorsCertificate } from '../support/certificates.ts';
import { connackOf } from '../support/mqtt.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type Shown = {
  subject: string;
  hosts: string[];
  issuer: string;
  fingerprint_sha256: string;
  authority: { fingerprint_sha256: string; file: string } | null;
};

forEachEngineInFull((engine, _open, newPlace) => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-certificate-'));
  });
  after(() => rm(folder, { recursive: true }));

  it('creates a certificate at the first start, whose CA is printed and served over HTTP', async () => {
    const place = await newPlace();
    assert.match(
      (await refusalOf(place, ['certificate', 'ca'])).message,
      /the server creates it when it starts/,
    );
    await using platform = await startPlatform({ place });
    const response = await platform.request('/ca.pem');
    assert.equal(response.headers.get('content-type'), 'application/x-x509-ca-cert');
    const offered = await response.text();
    const { stdout } = await azulejo(place, ['certificate', 'ca']);
    assert.equal(stdout, offered);
    const shown = await answerOf<Shown>(place, ['certificate']);
    const authority = new X509Certificate(offered);
    assert.equal(shown.authority?.fingerprint_sha256, authority.fingerprint256);
    assert.equal(await readFile(shown.authority?.file ?? '', 'utf8'), offered);
    assert.deepEqual(shown.hosts, ['localhost', '127.0.0.1', '::1']);
    const text = (await azulejo(place, ['certificate', 'show'])).stdout;
    for (const fact of [shown.subject, shown.issuer, shown.fingerprint_sha256, 'localhost'])
      assert.ok(text.includes(fact), fact);
  });

  it('restores the certificate and its CA from a backup', async () => {
    const place = await newPlace();
    await using _platform = await startPlatform({ place });
    const before = await answerOf<Shown>(place, ['certificate']);
    const file = join(folder, `${engine}.tar.gz`);
    await answerOf(place, ['backup', file]);
    const target = await newPlace();
    await answerOf(target, ['restore', file]);
    await using _restored = await startPlatform({ place: target });
    const after = await answerOf<Shown>(target, ['certificate']);
    assert.equal(after.fingerprint_sha256, before.fingerprint_sha256);
    assert.equal(after.authority?.fingerprint_sha256, before.authority?.fingerprint_sha256);
  });
  if (engine !== 'sqlite') return;

  it("uses and backs up the operator's certificate and offers no CA", async () => {
    const place: Place = await newPlace();
    const { certificate, key, authority: ca } = await newOperatorsCertificate(folder);
    const environment = { MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: key };
    await using platform = await startPlatform({ place, environment });
    assert.ok(platform.url.startsWith('http:'), 'HTTP has none of it');
    assert.equal((await platform.request('/ca.pem')).status, 404);
    const { mqtt: url } = platform.config.urls;
    assert.equal(await connackOf(platform, {}, { url, ca }), 4, 'TLS is spoken by it');
    const shown = await answerOf<Shown>(place, ['certificate'], { environment });
    const [leaf] = [new X509Certificate(await readFile(certificate))];
    assert.deepEqual([shown.fingerprint_sha256, shown.authority], [leaf.fingerprint256, null]);
    const refused = await azulejo(place, ['certificate', 'ca'], { environment });
    assert.match(refused.stderr, /^error: MQTT uses the certificate of MQTT_TLS_CERT/);
    assert.equal(refused.code, 1);

    const file = join(folder, 'operators.tar.gz');
    await answerOf(place, ['backup', file], { environment });
    const target = await newPlace();
    const { stdout } = await azulejo(target, ['restore', file]);
    assert.match(stdout, /mqtt-tls: set MQTT_TLS_CERT and MQTT_TLS_KEY/);
    const keyIn = ({ dataDir }: Place, name: string) => readFile(join(dataDir, name, 'key.pem'), 'utf8');
    assert.equal(await keyIn(target, 'mqtt-tls'), await readFile(key, 'utf8'));
    assert.ok(!(await readdir(target.dataDir)).includes('tls'));

    // The certificate is used from outside again, and the data still has the one that was restored.
    const again = join(folder, 'again.tar.gz');
    await answerOf(target, ['backup', again], { environment });
    const last = await newPlace();
    const restored = await azulejo(last, ['restore', again]);
    assert.match(restored.stdout, /mqtt-tls-2: set MQTT_TLS_CERT and MQTT_TLS_KEY/, restored.stderr);
    for (const name of ['mqtt-tls', 'mqtt-tls-2'])
      assert.equal(await keyIn(last, name), await readFile(key, 'utf8'), name);
  });

  it('backs up a certificate of which only the key is in the data directory', async () => {
    const place: Place = await newPlace();
    const { certificate, key } = await newOperatorsCertificate(folder);
    const inside = join(place.dataDir, 'operators.key');
    await copyFile(key, inside);
    const environment = { MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: inside };
    await using _platform = await startPlatform({ place, environment });
    const file = join(folder, 'half.tar.gz');
    await answerOf(place, ['backup', file], { environment });
    const target = await newPlace();
    await answerOf(target, ['restore', file]);
    const restored = join(target.dataDir, 'mqtt-tls', 'certificate.pem');
    assert.equal(await readFile(restored, 'utf8'), await readFile(certificate, 'utf8'));
  });

  it('creates no certificate when MQTT over TLS is off', async () => {
    const place = await newPlace();
    const environment = { MQTTS_PORT: 'off', MQTT_PUBLIC_URL: 'mqtt://127.0.0.1:1883' };
    await using platform = await startPlatform({ place, environment });
    assert.equal((await platform.request('/ca.pem')).status, 404);
    assert.ok(!(await readdir(place.dataDir)).includes('certificates'));
    const { stderr } = await azulejo(place, ['certificate'], { environment });
    assert.match(stderr, /MQTTS_PORT is off/);
  });
});
