import assert from 'node:assert/strict';
import { it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { type PortalVisitor, visitPortal } from '../support/portal.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const { token } = await newPerson(platform, await newApplication(platform));
  return { platform, token, owner: await visitPortal(platform) };
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

onSqlite('a request with several wrong fields', setUp, (scene) => {
  /** Returns the fields that a refusal names, in alphabetical order. */
  const wrongFields = async (response: Response) => {
    const { errors = [] } = await assertApiError(response, 'invalid_request');
    return errors.map(({ field }) => field).toSorted();
  };
  const asUser = (path: string, init: RequestInit = {}) =>
    scene().platform.request(path, { ...init, token: scene().token });
  const asOwner = (...request: Parameters<PortalVisitor['request']>) => scene().owner.request(...request);

  it('names all wrong fields of a change of a user', async () => {
    const response = await asUser('/v3/users/me', {
      method: 'PATCH',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: ' ', photoUrl: 'http://example.org/ana.png' }),
    });
    assert.deepEqual(await wrongFields(response), ['name', 'photoUrl']);
  });

  it('names all wrong fields of preferences, and of a user with preferences', async () => {
    const json = { 'content-type': 'application/json' };
    const preferences = { colours: [null], note: 'a\u0000b' };
    const modern = { method: 'PATCH', headers: json, body: JSON.stringify(preferences) };
    assert.deepEqual(await wrongFields(await asUser('/v3/users/me/preferences', modern)), [
      'body.colours',
      'body.note',
    ]);
    const legacy = { method: 'PATCH', headers: json, body: JSON.stringify({ name: ' ', preferences }) };
    assert.deepEqual(await wrongFields(await asUser('/v3/legacy/users/me', legacy)), [
      'name',
      'preferences.colours',
      'preferences.note',
    ]);
  });

  it('names all wrong fields of an area or group', async () => {
    const body = JSON.stringify({ label: ' ', parent: 'nowhere' });
    const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
    const response = await asUser('/v3/legacy/users/me/tile-groups', init);
    assert.deepEqual(await wrongFields(response), ['label', 'parent']);
  });

  it('names all wrong fields of a sign-in', async () => {
    const response = await asUser('/v3/auth/authorize', {
      method: 'POST',
      body: new URLSearchParams({ response_type: 'password', client_id: 'x' }),
    });
    assert.deepEqual(await wrongFields(response), ['password', 'username']);
  });

  it('names all wrong fields of a range', async () => {
    const response = await asUser('/v3/users/me/history?from=yesterday&to=now&interval=5s&tz=Lisbon');
    assert.deepEqual(await wrongFields(response), ['from', 'interval', 'to', 'tz']);
  });

  it('names the wrong fields of a list, at most twenty', async () => {
    const list = '/v3/users/me/channel-templates';
    const response = await asUser(`${list}?order_by=no&fields=no&page_size=x&page_start_index=y&no=1`);
    assert.deepEqual(await wrongFields(response), [
      'fields',
      'no',
      'order_by',
      'page_size',
      'page_start_index',
    ]);
    const many = Array.from({ length: 100 }, (_, n) => `no-${n}=1`).join('&');
    assert.equal((await wrongFields(await asUser(`${list}?${many}`))).length, 20);
  });

  it('names all wrong fields of an application', async () => {
    const body = {
      type: 'mobile',
      name: ' ',
      namespace: 'Casa Azul',
      redirect_uris: ['no uri'],
      origins: ['https://a.example/path'],
      access_token_lifetime: 1,
    };
    const response = await asOwner('/portal/api/applications', { method: 'POST', body });
    assert.deepEqual(await wrongFields(response), [
      'access_token_lifetime',
      'name',
      'namespace',
      'origins',
      'redirect_uris',
    ]);
  });

  it('names all wrong fields of a search in the audit log', async () => {
    const response = await asOwner('/portal/api/audit-log?from=a&until=b&after=c');
    assert.deepEqual(await wrongFields(response), ['after', 'from', 'until']);
  });
});

onSqlite('an upload', setUp, (scene) => {
  const upload = {
    method: 'POST',
    headers: { 'content-type': 'image/png' },
    body: Buffer.from(PNG, 'base64'),
  };

  it('warns of parameters that an upload does not know, and stores it', async () => {
    const { platform, token, owner } = scene();
    const plain = await platform.request('/v3/uploads', { ...upload, token });
    assert.deepEqual([plain.status, plain.headers.get('x-warnings')], [201, null]);
    const extra = await platform.request('/v3/uploads?widht=10', { ...upload, token });
    assert.deepEqual([extra.status, extra.headers.get('x-warnings')], [201, 'widht is not known']);
    const picture = await fetch(`${platform.url}/portal/api/templates/pictures?size=1`, {
      ...upload,
      headers: { ...upload.headers, cookie: owner.cookie, 'x-csrf-token': owner.csrfToken },
    });
    assert.deepEqual([picture.status, picture.headers.get('x-warnings')], [201, 'size is not known']);
  });
});
