import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseLanguage } from '@azulejo/model';
import { html } from '../http/html.ts';
import { i18nIn } from './i18n.ts';

test('returns the text of each language, with its plurals and numbers', () => {
  const devices = (language: 'en' | 'de' | 'pt', total: number) => {
    const i18n = i18nIn(language);
    return i18n.t('{total, plural, one {# device} other {# devices}}', { total });
  };
  assert.deepEqual([devices('en', 1), devices('en', 4516)], ['1 device', '4,516 devices']);
  assert.deepEqual([devices('de', 1), devices('de', 4516)], ['1 Gerät', '4.516 Geräte']);
  assert.equal(devices('pt', 45160), '45\u00a0160 dispositivos', 'as in Portugal');
});

test('escapes everything but markup among the values', () => {
  const values = { email: html`<b>ana@example.org</b>`, application: '<i>&' };
  const page = i18nIn('fr').t('Use {email} for your account at {application}?', values);
  assert.equal(page.html, 'Utiliser <b>ana@example.org</b> pour votre compte &lt;i&gt;&amp; ?');
});

test('puts in values as they are, without reading placeholders or escape sequences in them', () => {
  for (const place of ['{place}', '\\x3cscript\\x3e', '\\u000a', '\uE0000\uE000'])
    assert.equal(i18nIn('es').t('{place} does not answer', { place }), `${place} no responde`);
});

test('chooses the first locale with a supported language, whatever its region', () => {
  assert.equal(chooseLanguage(['it', 'pt_BR', 'de']), 'pt');
  assert.equal(chooseLanguage(['DE-at']), 'de');
  assert.equal(chooseLanguage(['', 'nl', 'constructor']), undefined);
});
