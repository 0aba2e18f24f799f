import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type ClientOptions, createClient } from './client.ts';

describe('createClient', () => {
  const cases = [
    ['url', {}],
    ['url', { url: 'nonsense' }],
    ['url', { url: '//azulejo.example.org' }],
    ['cdnUrl', { url: 'https://azulejo.example.org', cdnUrl: '' }],
  ] as const;
  for (const [name, options] of cases) {
    it(`throws an error that names ${name} for ${JSON.stringify(options)}`, () => {
      assert.throws(() => createClient({ clientId: 'app-1', ...options } as ClientOptions), {
        name: 'TypeError',
        message: `\`${name}\` must be an address such as https://azulejo.example.org`,
      });
    });
  }
});
