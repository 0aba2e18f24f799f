import assert from 'node:assert/strict';
import { it } from 'node:test';
import { accountBody, createAccount, PATH } from '../support/accounts.ts';
import { refused } from '../support/auth-calls.ts';
import { onSqlite } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

const SECRET = 'correct horse battery staple';

/** Invalid values for text members. */
const badText: readonly (readonly [string, (ordinary: string) => unknown])[] = [
  ['NUL', (ordinary) => `${ordinary.slice(0, 2)}\0${ordinary.slice(2)}`],
  ['half of a surrogate pair', (ordinary) => `${ordinary}\ud83c`],
  ['the other half', (ordinary) => `\udfe0${ordinary}`],
  ['a number', () => 12_345_678],
  ['null', () => null],
  ['a list', (ordinary) => [ordinary]],
  ['nothing', () => ''],
  ['five thousand characters', (ordinary) => ordinary.padStart(5000, 'a')],
];

onSqlite('spec 4.1: invalid request bodies', signInScene, (scene) => {
  for (const field of ['appId', 'email', 'name', 'password']) {
    it(`refuses a body without ${field} and names the field`, async () => {
      const response = createAccount(scene().platform, scene().application, { [field]: undefined });
      await refused(response, 'invalid_request', field);
    });
    for (const [what, corrupt] of badText) {
      it(`refuses ${what} as ${field} and names the field`, async () => {
        const ordinary = String(accountBody(scene().application)[field]);
        const response = createAccount(scene().platform, scene().application, { [field]: corrupt(ordinary) });
        await refused(response, 'invalid_request', field);
      });
    }
  }

  it('refuses a name of spaces only', async () => {
    await refused(
      createAccount(scene().platform, scene().application, { name: '   ' }),
      'invalid_request',
      'name',
    );
  });

  it('names every invalid field at once', async () => {
    const response = await post('{}', 'application/json');
    const body = await refused(response, 'invalid_request');
    assert.deepEqual(body.errors?.map((each) => each.field).sort(), ['appId', 'email', 'name', 'password']);
  });

  const unreadable: readonly (readonly [string, string])[] = [
    ['half an object', '{"appId": "x", "password": "'],
    ['no JSON at all', `password=${SECRET}`],
    ['a list', '[]'],
    ['a string', `"${SECRET}"`],
    ['a number', '7'],
  ];
  for (const [what, text] of unreadable) {
    it(`refuses ${what} as body without repeating it`, async () => {
      const body = await refused(post(text, 'application/json'), 'malformed_body');
      assert.doesNotMatch(JSON.stringify(body), /horse/);
    });
  }

  it('refuses a body with a __proto__ member', async () => {
    const text = JSON.stringify(accountBody(scene().application)).replace(
      '{',
      '{"__proto__": {"admin": true},',
    );
    await refused(post(text, 'application/json'), 'malformed_body');
  });

  for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded']) {
    it(`refuses the content type ${type}`, async () => {
      const text = JSON.stringify(accountBody(scene().application));
      await refused(post(text, type), 'unsupported_media_type');
    });
  }

  it('refuses a body beyond the limit', async () => {
    const body = accountBody(scene().application, { filler: 'x'.repeat(300 * 1024) });
    await refused(post(JSON.stringify(body), 'application/json'), 'body_too_large');
  });

  it('returns the allowed methods with 405', async () => {
    const response = await scene().platform.request(PATH);
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    await refused(response, 'method_not_allowed');
  });

  it('creates no user for a refused request', async () => {
    const { users } = scene().platform.server.features;
    const page = await users.search({ clientId: scene().application.clientId, limit: 1 });
    assert.deepEqual(page.found, []);
  });

  function post(body: string, type: string): Promise<Response> {
    return scene().platform.request(PATH, { method: 'POST', headers: { 'content-type': type }, body });
  }
});
