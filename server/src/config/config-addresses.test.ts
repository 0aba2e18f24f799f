import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Environment, isLoopback, readConfig } from './config.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-config-'));
const file = join(folder, 'file.pem');
writeFileSync(file, '');
after(() => rm(folder, { recursive: true }));

describe('readConfig addresses', () => {
  const urlsOf = (environment: Environment) => readConfig(environment).urls;

  it('derives all URLs from PUBLIC_URL unless they are set separately', () => {
    const base = 'https://azulejo.example';
    const all = { base, auth: base, cdn: base, ontology: base, uploader: base };
    assert.deepEqual(urlsOf({ PUBLIC_URL: base }), { ...all, mqtt: 'mqtts://azulejo.example:8883' });
    assert.deepEqual(urlsOf({ PUBLIC_URL: base, CDN_URL: 'https://cdn.example' }), {
      ...all,
      cdn: 'https://cdn.example',
      mqtt: 'mqtts://azulejo.example:8883',
    });
  });

  it('returns origins as browsers send them: in lower case and without the default port', () => {
    assert.equal(urlsOf({ PUBLIC_URL: 'https://Azulejo.Example:443' }).base, 'https://azulejo.example');
    assert.equal(urlsOf({ PUBLIC_URL: 'https://azulejo.example:80' }).base, 'https://azulejo.example:80');
    assert.equal(urlsOf({ HTTP_PORT: '80' }).auth, 'http://127.0.0.1');
    assert.equal(urlsOf({ HTTP_PORT: '443', TLS_CERT: file, TLS_KEY: file }).base, 'https://127.0.0.1');
    assert.equal(urlsOf({ CDN_URL: 'http://CDN.example:80' }).cdn, 'http://cdn.example');
  });

  it('builds the MQTT URL from the host of PUBLIC_URL and MQTTS_PORT unless MQTT_PUBLIC_URL is set', () => {
    assert.equal(urlsOf({ MQTTS_PORT: '443' }).mqtt, 'mqtts://127.0.0.1:443');
    assert.equal(urlsOf({ PUBLIC_URL: 'https://a.example:9000' }).mqtt, 'mqtts://a.example:8883');
    assert.equal(urlsOf({ PUBLIC_URL: 'http://[::1]:8480' }).mqtt, 'mqtts://[::1]:8883');
    assert.equal(urlsOf({ MQTT_PUBLIC_URL: 'mqtt://b.example:1883' }).mqtt, 'mqtt://b.example:1883');
  });

  it('uses one certificate for HTTPS and MQTT unless MQTT has its own', () => {
    const other = join(folder, 'other.pem');
    writeFileSync(other, '');
    const both = { TLS_CERT: file, TLS_KEY: file };
    const settings = (name: string) => [`${name}_CERT`, `${name}_KEY`];
    assert.deepEqual(readConfig(both).mqtt.tls, { certificate: file, key: file, settings: settings('TLS') });
    const own = readConfig({ ...both, MQTT_TLS_CERT: other, MQTT_TLS_KEY: other });
    assert.equal(own.tls?.certificate, file);
    assert.deepEqual(own.mqtt.tls, { certificate: other, key: other, settings: settings('MQTT_TLS') });
    assert.equal(readConfig({ MQTT_TLS_CERT: other, MQTT_TLS_KEY: other }).tls, undefined);
  });

  it('uses https with a certificate, and a reachable address when the server listens everywhere', () => {
    assert.equal(urlsOf({ TLS_CERT: file, TLS_KEY: file }).base, 'https://127.0.0.1:8480');
    assert.equal(urlsOf({ HOST: '::1' }).base, 'http://[::1]:8480');
    for (const HOST of ['0.0.0.0', '::'])
      assert.match(urlsOf({ HOST }).base, /^http:\/\/(?!0\.0\.0\.0)\d+\.\d+\.\d+\.\d+:8480$/);
  });

  it('detects with isLoopback whether only this machine can reach the server', () => {
    const loopback: Environment[] = [
      {},
      { HOST: 'localhost' },
      { HOST: '::1' },
      { HOST: '127.0.0.53' },
      { PUBLIC_URL: 'http://localhost:1' },
    ];
    const open: Environment[] = [
      { HOST: '0.0.0.0' },
      { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8480' },
      { HOST: '192.168.1.7' },
      { PUBLIC_URL: 'https://azulejo.example' },
      { PUBLIC_URL: 'http://127.0.0.1.evil.example' },
    ];
    for (const environment of loopback) assert.equal(isLoopback(readConfig(environment)), true);
    for (const environment of open) assert.equal(isLoopback(readConfig(environment)), false);
  });
});
