import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html, paragraphs, prose, verbatim } from './html.ts';

test('html escapes text in elements and attributes', () => {
  const hostile = '<script>"&';
  assert.equal(
    html`<p title="${hostile}">${hostile}</p>`.html,
    '<p title="&lt;script&gt;&quot;&amp;">&lt;script&gt;&quot;&amp;</p>',
  );
});

test('html does not escape nested markup and lists of markup', () => {
  const items = ['a', 'b'].map((item) => html`<li>${item}</li>`);
  assert.equal(html`<ul>${items}</ul>${verbatim('<hr>')}`.html, '<ul><li>a</li><li>b</li></ul><hr>');
});

test('prose renders code and emphasis and escapes their text', () => {
  assert.equal(
    prose('publish `<x>` to *send* & wait').html,
    'publish <code>&lt;x&gt;</code> to <em>send</em> &amp; wait',
  );
});

test('paragraphs renders blocks as paragraphs, or as lists when every line is numbered', () => {
  assert.equal(
    paragraphs('One.\n\n1. a\n2. `b`').html,
    '<p>One.</p><ol><li>a</li><li><code>b</code></li></ol>',
  );
});
