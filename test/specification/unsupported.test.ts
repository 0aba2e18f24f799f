import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newApplication, newPerson } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onSqlite, type Stage } from '../support/scene.ts';

const setUp = async ({ start }: Stage) => {
  const platform = await start();
  const { id, token } = await newPerson(platform, await newApplication(platform));
  return { platform, id, token };
};

onSqlite('lists of automations, suggested shortcuts and cards', setUp, (scene) => {
  const send = (path: string, method = 'GET', body?: object) => {
    const { platform, id, token } = scene();
    return platform.request(path.replace('{uid}', id), {
      method,
      token,
      ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
  };

  const lists: Record<string, object> = {
    '/v3/legacy/users/{uid}/workers?muz-capabilities=usecases,workers': { workers: [] },
    '/v3/legacy/users/{uid}/workers': { workers: [] },
    '/v3/legacy/users/{uid}/shortcut-suggestions': { shortcutSuggestions: [] },
    '/v3/legacy/users/{uid}/shortcuts-suggestions': { shortcutSuggestions: [] },
    '/v3/legacy/users/{uid}/cards': { cards: [] },
    '/v3/legacy/users/{uid}/cards?class=nin%2F%5B%22no-location-permission%22%5D%2Fj': { cards: [] },
    '/v3/users/{uid}/cards?class=nin/[%22no-location-permission%22,%22no-notifications-permission%22]/j': {
      elements: [],
    },
  };
  for (const [path, body] of Object.entries(lists)) {
    it(`returns an empty list for GET ${path}`, async () => {
      const response = await send(path);
      assert.equal(response.status, 200);
      assert.match(response.headers.get('content-type') ?? '', /^application\/json/);
      assert.deepEqual(await response.json(), body);
    });
  }

  describe('a single automation, suggested shortcut or card', () => {
    const calls: [method: string, path: string, body?: object][] = [
      ['GET', '/v3/legacy/users/{uid}/workers/1'],
      ['PUT', '/v3/legacy/users/{uid}/workers/1', { label: 'x' }],
      ['PATCH', '/v3/legacy/users/{uid}/workers/1', { enabled: false }],
      ['POST', '/v3/legacy/users/{uid}/workers/1/play'],
      ['DELETE', '/v3/legacy/users/{uid}/workers/1'],
      ['POST', '/v3/legacy/users/{uid}/cards/1/feedback', { id: '1', refreshAfter: false }],
      ['POST', '/v3/users/{uid}/cards/1/feedback', { id: '1' }],
      ['POST', '/v3/legacy/users/{uid}/cards/1/ads/2/view'],
      ['POST', '/v3/users/{uid}/cards/1/ads/2/click'],
    ];
    for (const [method, path, body] of calls) {
      it(`returns 404 for ${method} ${path}`, async () => {
        await assertApiError(await send(path, method, body), 'not_found');
      });
    }
  });

  it('accepts requests that change nothing', async () => {
    for (const [method, path, body] of [
      ['DELETE', '/v3/users/{uid}/cards?type=automation', undefined],
      ['DELETE', '/v3/legacy/users/{uid}/cards?type=automation', undefined],
    ] as const) {
      const response = await send(path, method, body);
      assert.equal(response.status, 200, path);
      assert.deepEqual(await response.json(), {});
    }
  });
});
