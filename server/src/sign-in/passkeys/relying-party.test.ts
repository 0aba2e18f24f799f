import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { relyingPartyOf } from './relying-party.ts';

describe('the relying party of passkeys', () => {
  it('uses the host of PUBLIC_URL for passkeys, and the origin of its pages', () => {
    assert.deepEqual(relyingPartyOf('https://home.example.org'), {
      id: 'home.example.org',
      origin: 'https://home.example.org',
    });
    assert.deepEqual(relyingPartyOf('https://home.example.org:8443'), {
      id: 'home.example.org',
      origin: 'https://home.example.org:8443',
    });
  });

  it('uses localhost for passkeys of a platform at a loopback address', () => {
    for (const host of ['localhost', '127.0.0.1', '[::1]'])
      assert.deepEqual(relyingPartyOf(`http://${host}:8480`), {
        id: 'localhost',
        origin: 'http://localhost:8480',
      });
  });

  it('offers no passkeys without TLS, or for an address', () => {
    for (const url of ['http://home.example.org', 'https://192.0.2.7', 'https://[2001:db8::1]:8443'])
      assert.equal(relyingPartyOf(url), undefined);
  });
});
