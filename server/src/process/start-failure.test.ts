import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { readConfig } from '../config/config.ts';
import { explainFailure } from './start-failure.ts';

const DATABASE_URL = 'postgres://azulejo:secret@db/azulejo';

/** Returns an error as Node throws it. The tests may run as root, to whom no file is denied. */
const systemError = (code: string, syscall: string, path?: string) =>
  Object.assign(new Error(`${code}: ${syscall} '${path}'`), { code, syscall, path });

describe('explainFailure', () => {
  let folder = '';
  let certificate = '';
  let key = '';
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'azulejo-start-'));
    [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    for (const file of [certificate, key]) await writeFile(file, '');
  });
  after(() => rm(folder, { recursive: true }));

  const explain = (error: Error, environment: Record<string, string> = {}) =>
    explainFailure(error, readConfig({ DATA_DIR: join(folder, 'data', 'home'), ...environment })).message;

  it('names the setting of a certificate or key that cannot be read, on both databases', () => {
    const deny = (file: string) => systemError('EACCES', 'open', file);
    const databases: Record<string, string>[] = [{}, { DATABASE_URL }];
    for (const database of databases) {
      const https = { TLS_CERT: certificate, TLS_KEY: key, ...database };
      assert.equal(explain(deny(certificate), https), 'TLS_CERT cannot be read: EACCES');
      assert.equal(explain(deny(key), https), 'TLS_KEY cannot be read: EACCES');
      const mqtt = { MQTT_TLS_CERT: certificate, MQTT_TLS_KEY: key, ...database };
      assert.equal(explain(deny(key), mqtt), 'MQTT_TLS_KEY cannot be read: EACCES');
    }
  });

  it('names DATA_DIR for files in it, and for a folder above it that cannot be written', () => {
    for (const path of ['data/home/keys/1', 'data/home', 'data']) {
      const error = systemError('EACCES', 'mkdir', join(folder, path));
      assert.match(explain(error, { DATABASE_URL }), /^DATA_DIR .* is not writable by this account$/);
    }
    const elsewhere = systemError('EACCES', 'open', '/etc/azulejo/web');
    assert.equal(explain(elsewhere), elsewhere.message);
  });

  it('names DATABASE_URL for a connection that fails, and not for a full disk', () => {
    for (const error of [
      systemError('ECONNREFUSED', 'connect'),
      systemError('ENOTFOUND', 'getaddrinfo'),
      systemError('ECONNRESET', 'read'),
      Object.assign(new Error('no such role'), { code: '28P01' }),
    ]) {
      const wrapped = new Error('storage: PostgreSQL does not answer', { cause: error });
      assert.match(explain(wrapped, { DATABASE_URL }), /^DATABASE_URL cannot connect to the database/);
    }
    const full = systemError('ENOSPC', 'write');
    assert.equal(explain(full, { DATABASE_URL }), full.message);
  });
});
