import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { seal, unseal } from './sealed-box.ts';

describe('seal and unseal', () => {
  it('returns the text for the same secret and context', () => {
    for (const text of ['', 'a', '{"token":"azr_…"}', 'ç🏠'.repeat(5000)])
      assert.equal(unseal(seal(text, 'secret', 'successor'), 'secret', 'successor'), text);
  });

  it('returns undefined for another secret or another context', () => {
    const box = seal('text', 'secret', 'successor');
    for (const [secret, context] of [
      ['Secret', 'successor'],
      ['', 'successor'],
      ['secret', 'predecessor'],
      ['secret', ''],
    ] as const)
      assert.equal(unseal(box, secret, context), undefined);
  });

  it('returns undefined when any byte was changed or the box was truncated', () => {
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

  it('produces a different box each time, and does not contain the text', () => {
    const [one, two] = [seal('text', 'secret', 'successor'), seal('text', 'secret', 'successor')];
    assert.notEqual(one, two);
    assert.ok(!Buffer.from(one, 'base64url').includes('text'));
  });
});
