import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findUnknownSettings } from './unknown-settings.ts';

const find = (environment: string[], file: string[] = []) => findUnknownSettings({ environment, file });

describe('findUnknownSettings', () => {
  it('reports every name of the file that is not a setting, with the nearest setting', () => {
    assert.deepEqual(find([], ['SMPT_URL', 'http_port', 'FOO']), [
      { name: 'SMPT_URL', nearest: 'SMTP_URL' },
      { name: 'http_port', nearest: 'HTTP_PORT' },
      { name: 'FOO', nearest: undefined },
    ]);
  });

  it('reports names of the environment only when they differ little from a setting', () => {
    assert.deepEqual(find(['LOGLEVEL', 'HOME', 'PORT', 'USER', 'HOSTNAME']), [
      { name: 'LOGLEVEL', nearest: 'LOG_LEVEL' },
    ]);
  });

  it('passes settings and the names that the command line and other programs read', () => {
    assert.deepEqual(find(['HTTP_PORT'], ['HTTP_PORT', 'NODE_OPTIONS', 'POSTGRES_PASSWORD', 'TZ']), []);
    assert.deepEqual(find([], ['AZULEJO_URL', 'AZULEJO_TOKEN', 'DOMAIN']), []);
  });
});
