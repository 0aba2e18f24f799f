import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readConfig } from '../../config/config.ts';
import { checkPublicUrl } from './public-url.ts';

const check = (environment: Record<string, string>) => checkPublicUrl(readConfig(environment));

it('warns of an address that phones cannot use, and says what to set', () => {
  const cases: [environment: Record<string, string>, todo: RegExp][] = [
    [{}, /HOST=0\.0\.0\.0 and PUBLIC_URL/],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:8480' }, /^set PUBLIC_URL/],
    [{ PUBLIC_URL: 'https://home.example.org' }, /TRUSTED_PROXIES/],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://home.example.org' }, /TLS_CERT and TLS_KEY/],
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'https://home.example.org' }, /TLS_CERT and TLS_KEY, or name the proxy/],
  ];
  for (const [environment, todo] of cases) {
    const finding = check(environment);
    assert.equal(finding.state, 'warning', JSON.stringify(environment));
    assert.match(finding.todo ?? '', todo);
  }
});

it('accepts HTTPS from a trusted proxy', () => {
  const environment = { PUBLIC_URL: 'https://home.example.org', TRUSTED_PROXIES: '127.0.0.1' };
  assert.equal(check(environment).state, 'ok');
});
