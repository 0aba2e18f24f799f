import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { type Environment, readConfig } from './config.ts';
import { SettingError } from './settings.ts';

const folder = mkdtempSync(join(tmpdir(), 'azulejo-config-'));
const file = join(folder, 'file.pem');
writeFileSync(file, '');
after(() => rm(folder, { recursive: true }));

const refused = (environment: Environment): SettingError => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingError) return error;
    throw error;
  }
  return assert.fail(`taken: ${JSON.stringify(environment)}`);
};

describe('readConfig throws a SettingError that names one of two contradictory settings', () => {
  const onPostgres = { DATABASE_URL: 'postgres://db/x' };
  const contradictions: [Environment, string][] = [
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM'],
    [{ BACKUP_EVERY: '1d' }, 'BACKUP_DIR'],
    [{ BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`, BACKUP_PASSPHRASE_FILE: file }, 'BACKUP_PASSPHRASE_FILE'],
    [{ DATABASE_DIRECT_URL: 'postgres://db/x' }, 'DATABASE_DIRECT_URL'],
    [{ DATABASE_READ_URL: 'postgres://db/x' }, 'DATABASE_READ_URL'],
    [{ NATS_CREDS_FILE: file }, 'NATS_CREDS_FILE'],
    [{ ...onPostgres, BUS_URL: 'nats://user@a', NATS_CREDS_FILE: file }, 'NATS_CREDS_FILE'],
    [{ ...onPostgres, BUS_URL: 'nats://a', NATS_CA_FILE: file }, 'NATS_CA_FILE'],
    [{ TLS_CERT: file }, 'TLS_KEY'],
    [{ HTTP_PROXY_PROTOCOL: '1' }, 'TRUSTED_PROXIES'],
    [{ MQTT_PROXY_PROTOCOL: '1' }, 'TRUSTED_PROXIES'],
    [{ TLS_KEY: file }, 'TLS_CERT'],
    [{ MQTT_TLS_CERT: file }, 'MQTT_TLS_KEY'],
    [{ MQTT_TLS_KEY: file }, 'MQTT_TLS_CERT'],
    [{ MQTTS_PORT: 'off' }, 'MQTT_PUBLIC_URL'],
    [{ HTTP_PORT: '1883' }, 'MQTT_PORT'],
    [{ MQTT_PORT: '8480' }, 'MQTT_PORT'],
    [{ MQTTS_PORT: '1883' }, 'MQTTS_PORT'],
    [{ TOKEN_LIFETIME_REFRESH: '10d' }, 'TOKEN_LIFETIME_REFRESH'],
    [{ TOKEN_LIFETIME_USER: '400d' }, 'TOKEN_LIFETIME_REFRESH'],
    [{ TOKEN_LIFETIME_CLIENT: '400d' }, 'TOKEN_LIFETIME_REFRESH'],
    [{ HISTORY_HOURS_RETENTION: '89d' }, 'HISTORY_HOURS_RETENTION'],
    [{ HISTORY_HOURS_RETENTION: '90d', HISTORY_RETENTION_PROPERTIES: 'a=91d' }, 'HISTORY_HOURS_RETENTION'],
  ];
  for (const [environment, name] of contradictions) {
    it(JSON.stringify(environment).replace(folder, ''), () => {
      assert.equal(refused(environment).setting, name);
    });
  }
});
