import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ApiError } from '../../../platform/api-error.ts';
import { fillStep, StepError } from './fill-step.ts';
import { readSteps, type Step } from './step.ts';

const step = (url: string, more: Partial<Step> = {}): Step => ({ method: 'GET', url, headers: {}, ...more });
const bodyOf = (url: string, values: Record<string, string>, headers = {}) =>
  fillStep(step(url, { method: 'POST', headers }), values).body;

describe('filling a step', () => {
  it('puts values into path, query and headers, encoded as each needs it', () => {
    const filled = fillStep(
      step('https://a.example/u/{id}?code={code}&redirect_uri={redirect_uri}', {
        headers: { Authorization: 'Bearer {access_token}' },
      }),
      { id: 'a/b?c', code: 'x+y&z=1', redirect_uri: 'https://p.example/inbox', access_token: 'm+/=' },
    );
    assert.equal(
      filled.url,
      'https://a.example/u/a%2Fb%3Fc?code=x%2By%26z%3D1&redirect_uri=https%3A%2F%2Fp.example%2Finbox',
    );
    assert.deepEqual(filled.headers, { Authorization: 'Bearer m+/=' });
    assert.equal(filled.body, undefined);
  });

  it('sends the parameters of a POST as JSON, and the URL without them', () => {
    const filled = fillStep(
      step('https://a.example/token?grant_type=authorization_code&code={code}', { method: 'POST' }),
      { code: 'a&b=c' },
    );
    assert.equal(filled.url, 'https://a.example/token');
    assert.deepEqual(JSON.parse(filled.body ?? ''), { grant_type: 'authorization_code', code: 'a&b=c' });
    assert.deepEqual(filled.headers, { 'Content-Type': 'application/json' });
  });

  it('sends the parameters of a POST as a form when the step says so', () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    assert.equal(bodyOf('https://a.example/t?a=1+2&b={b}', { b: 'x y' }, headers), 'a=1%2B2&b=x+y');
  });

  it('keeps a raw plus sign, and decodes what is encoded', () => {
    const body = bodyOf('https://a.example/t?refresh_token=mR1+/=&a=%2B%20&b=100%', {});
    assert.deepEqual(JSON.parse(body ?? ''), { refresh_token: 'mR1+/=', a: '+ ', b: '100%' });
  });

  it('reads each text once, so that a value cannot insert another one', () => {
    const body = bodyOf('https://a.example/t?code={code}', { code: '{client_secret}', client_secret: 's' });
    assert.deepEqual(JSON.parse(body ?? ''), { code: '{client_secret}' });
  });

  it('overrides parameters of the URL by those that are given', () => {
    const filled = fillStep(
      step('https://a.example/t?refresh_token=broken&constructor=1'),
      {},
      {
        refresh_token: 'a+b',
      },
    );
    assert.equal(filled.url, 'https://a.example/t?refresh_token=a%2Bb&constructor=1');
  });

  for (const url of [
    'https://{host}/t',
    'https://a.example{host}/t',
    'https://a@{b}/t',
    'ftp://a.example/t',
    '//a.example/t',
    'https:a.example',
    'https://a.example\\@b.example/t',
  ])
    it(`refuses ${url}, in which a value could decide the host`, () =>
      assert.throws(() => fillStep(step(url), { host: 'b.example', b: 'c' }), StepError));

  it('names a placeholder without a value, and reads none from a prototype', () => {
    for (const name of ['code', 'constructor', '__proto__'])
      assert.throws(() => fillStep(step(`https://a.example/t?a={${name}}`), {}), {
        message: new RegExp(`{${name}}`),
      });
  });

  it('refuses a value that would end a header', () => {
    const headers = { 'X-Code': '{code}' };
    for (const code of ['a\r\nHost: b', 'a\nb', 'a\u0000'])
      assert.throws(() => fillStep(step('https://a.example/', { headers }), { code }), StepError);
  });
});

describe('reading steps', () => {
  const valid = { method: 'get', url: 'https://a.example/', headers: { Accept: 'application/json' } };
  const fieldOf = (location: unknown): string => {
    try {
      readSteps(location);
      return 'none';
    } catch (error) {
      return (error as ApiError).fields[0]?.field ?? '';
    }
  };

  it('accepts one step or several, and methods in any case', () => {
    assert.deepEqual(readSteps(valid), [{ ...valid, method: 'GET' }]);
    assert.equal(readSteps([valid, valid]).length, 2);
    assert.deepEqual(readSteps({ method: 'POST', url: 'x' })[0]?.headers, {});
  });

  const invalid: [unknown, string][] = [
    [[], 'location'],
    [Array(11).fill(valid), 'location'],
    ['https://a.example', 'location'],
    [[valid, null], 'location[1]'],
    [[{ ...valid, method: 'CONNECT' }], 'location[0].method'],
    [{ ...valid, method: undefined }, 'location.method'],
    [{ ...valid, url: 7 }, 'location.url'],
    [{ ...valid, url: 'x'.repeat(8_001) }, 'location.url'],
    [{ ...valid, headers: ['a'] }, 'location.headers'],
    [{ ...valid, headers: { 'X-A': 7 } }, 'location.headers'],
    [{ ...valid, headers: { 'X A': 'b' } }, 'location.headers'],
    [{ ...valid, headers: { 'X-A': 'b\r\nc: d' } }, 'location.headers'],
    [
      { ...valid, headers: Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`X-${index}`, ''])) },
      'location.headers',
    ],
  ];
  for (const name of [
    'Host',
    'cookie',
    'Content-Length',
    'Transfer-Encoding',
    'Connection',
    'Proxy-Authorization',
  ])
    invalid.push([{ ...valid, headers: { [name]: 'a' } }, 'location.headers']);
  for (const [location, field] of invalid)
    it(`refuses ${JSON.stringify(location)?.slice(0, 60)} and names ${field}`, () =>
      assert.equal(fieldOf(location), field));
});
