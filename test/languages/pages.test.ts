import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountScene } from '../sign-in/account-settings/scene.ts';
import { linkIn } from '../support/mailbox.ts';
import type { Person } from '../support/people.ts';
import { onEachEngine } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

onEachEngine('languages of pages', accountScene, (scene) => {
  const open = async (path: string, language?: string) => {
    const headers = { accept: 'text/html', ...(language && { 'accept-language': language }) };
    const response = await scene().platform.request(path, { headers });
    const html = await response.text();
    return { response, html, lang: /<html lang="([^"]*)">/.exec(html)?.[1] };
  };
  const prefer = async (person: Person, preferences: object) => {
    const here = await scene().enter(person);
    const { id } = person;
    assert.equal((await here.call('PATCH', `/v3/users/${id}/preferences`, preferences)).status, 200);
  };
  const resetLink = async ({ email }: Person) => {
    const { platform, mailbox, application } = scene();
    await postJson(platform, '/v3/legacy/sendreset', { email, appId: application.clientId });
    return linkIn(await mailbox.next(email));
  };

  it('shows pages in the language of the browser, with its name for screen readers', async () => {
    for (const [language, text] of [
      ['de-AT,de;q=0.9', 'Seite nicht gefunden'],
      ['es', 'Página no encontrada'],
      ['fr-CA', 'Page introuvable'],
      ['pt-PT', 'Página não encontrada'],
      ['en-GB', 'Page not found'],
    ] as const) {
      const { response, html, lang } = await open('/nowhere', language);
      assert.deepEqual([response.status, lang], [404, language.slice(0, 2)]);
      assert.ok(html.includes(`<h1>${text}</h1>`), language);
    }
  });

  it('shows pages in English for a browser that names no supported language', async () => {
    for (const language of ['it,nl;q=0.5', undefined]) {
      const { html, lang } = await open('/nowhere', language);
      assert.deepEqual([lang, html.includes('Page not found')], ['en', true]);
    }
  });

  it('declares languages to caches of the public catalogue, whose numbers depend on them', async () => {
    const { response, html, lang } = await open('/devices', 'de');
    assert.deepEqual([response.headers.get('vary'), lang], ['Accept-Language', 'de']);
    assert.match(html, /1 bis 24 von \d\.\d{3} Geräten/);
    const english = await open('/devices');
    assert.match(english.html, /1 to 24 of \d,\d{3} devices/);
    assert.notEqual(english.response.headers.get('etag'), response.headers.get('etag'));
  });

  it('prefers the language of the person who opens a link to that of the browser', async () => {
    const { platform, newUser } = scene();
    const person = await newUser();
    const link = await resetLink(person);
    const before = await open(link, 'fr');
    assert.ok(before.lang === 'fr' && before.html.includes(`Pour <b>${person.email}</b> sur Casa Azul.`));
    await prefer(person, { locale: 'de_DE' });
    const { html, lang } = await open(link, 'fr');
    assert.ok(lang === 'de' && html.includes(`Für <b>${person.email}</b> bei Casa Azul.`));
    const token = new URLSearchParams(link.split('?')[1]).get('token') ?? '';
    const body = new URLSearchParams({ token, password: 'kurz', repeated: 'kurz' });
    const refused = await platform.request('/reset-password', { method: 'POST', body });
    assert.equal(refused.status, 400);
    assert.match(await refused.text(), /Das Passwort muss mindestens \d+ Zeichen haben\./);
  });

  it('leaves the errors of the API in English', async () => {
    const headers = { 'accept-language': 'de', accept: 'application/json' };
    const response = await scene().platform.request('/v3/nowhere', { headers });
    assert.match(await response.text(), /path/);
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  });
});
