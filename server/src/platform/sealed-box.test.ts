import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seal, unseal } from './sealed-box.ts';

describe('a sealed box', () => {
  it('opens for the bearer of the secret, in its context', () => {
    for (const text of ['', 'a', '{"token":"azr_…"}', 'ç🏠'.repeat(5000)])
      assert.equal(unseal(seal(text, 'secret', 'successor'), 'secret', 'successor'), text);
  });

  it('stays closed for another secret and in another context', () => {
    const box = seal('text', 'secret', 'successor');
    for (const [secret, context] of [
      ['Secret', 'successor'],
      ['', 'successor'],
      ['secret', 'predecessor'],
      ['secret', ''],
    ] as const)
      assert.equal(unseal(box, secret, context), undefined);
  });

  it('stays closed when any byte of it was changed, or it was cut', () => {
    const bytes = Buffer.from(seal('text', 'secret', 'successor'), 'base64url');
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] ?? 0) ^ 1;
      assert.equal(unseal(changed.toString('base64url'), 'secret', 'successor'), undefined, `byte ${at}`);
    }
    for (let length = 0; length < bytes.length; length += 1) {
      const cut = bytes.subarray(0, length).toString('base64url');
      assert.equal(unseal(cut, 'secret', 'successor'), undefined, `${length} bytes`);
    }
  });

  it('never looks the same twice, and does not show its text', () => {
    const [one, two] = [seal('text', 'secret', 'successor'), seal('text', 'secret', 'successor')];
    assert.notEqual(one, two);
    assert.ok(!Buffer.from(one, 'base64url').includes('text'));
  });
});
