import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  formatToken,
  hashSecret,
  newToken,
  parseToken,
  randomText,
  type TokenPrefix,
} from './random-token.ts';

const prefixes: TokenPrefix[] = ['aza', 'azr', 'azc', 'azs', 'azu', 'azp', 'azt'];

describe('newToken, formatToken and parseToken', () => {
  it('creates a token with its prefix and only characters that need no URL encoding', () => {
    for (const prefix of prefixes) {
      const token = newToken(prefix);
      assert.match(token, new RegExp(`^${prefix}_[0-9A-Za-z]{30}_[0-9A-Za-z]{6}$`));
      assert.equal(encodeURIComponent(token), token);
    }
  });

  it('parses a token only with its own prefix', () => {
    for (const prefix of prefixes) {
      const token = formatToken(prefix, 'family_secret');
      for (const other of prefixes)
        assert.equal(parseToken(other, token), other === prefix ? 'family_secret' : undefined);
    }
  });

  it('refuses a token with a changed, missing or extra character', () => {
    const token = newToken('aza');
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'x' ? 'y' : 'x';
      assert.equal(parseToken('aza', token.slice(0, at) + other + token.slice(at + 1)), undefined, `${at}`);
    }
    for (let length = 0; length < token.length; length += 1)
      assert.equal(parseToken('aza', token.slice(0, length)), undefined);
    for (const text of [`${token}x`, ` ${token}`, token.toLowerCase(), `aza_${'x'.repeat(10_000)}`])
      assert.equal(parseToken('aza', text), undefined);
  });

  it('creates a different token each time', () => {
    assert.equal(new Set(Array.from({ length: 1000 }, () => newToken('aza'))).size, 1000);
  });
});

describe('randomText', () => {
  it('returns letters and digits of the requested length', () => {
    for (const length of [0, 1, 6, 30, 200])
      assert.match(randomText(length), new RegExp(`^[0-9A-Za-z]{${length}}$`));
  });

  it('uses all 62 characters equally often', () => {
    const length = 62 * 1000;
    const counts = new Map<string, number>();
    for (const letter of randomText(length)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
    assert.equal(counts.size, 62);
    // Five standard deviations of a fair draw are about 157. Bytes modulo 62 would favour eight letters by 25
    // %.
    for (const [letter, count] of counts) assert.ok(Math.abs(count - 1000) < 190, `${letter}: ${count}`);
  });
});

describe('hashSecret', () => {
  it('returns the SHA-256 hash of the secret', () => {
    assert.equal(hashSecret('abc'), 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0');
    assert.notEqual(hashSecret('abc'), hashSecret('abd'));
  });
});
