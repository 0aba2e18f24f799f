import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Manager, ManagerUpdate } from '@azulejo/contract';
import { clientToken, newApplication } from '../support/people.ts';
import { sessionHeaders } from '../support/python-sdk.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

const WEBHOOKS = ['authorize', 'receive_token', 'devices_list', 'select_device'] as const;

async function setUp({ start }: Stage) {
  const platform = await start({ environment: { WEBHOOK_NETWORKS: '127.0.0.1/32' } });
  const newManager = async (name: string) => {
    const { clientId, secret } = await newApplication(platform, { type: 'manager', name });
    const { access_token: token } = await clientToken(platform, { clientId, secret }, 'manager');
    return { clientId, token };
  };
  const acme = await newManager('Acme');
  const patch = (body: object, id = acme.clientId) =>
    platform.request(`/v3/managers/${id}`, {
      method: 'PATCH',
      token: acme.token,
      headers: sessionHeaders,
      body: JSON.stringify(body),
    });
  const get = (id = acme.clientId, token = acme.token) =>
    platform.request(`/v3/managers/${id}`, { token, headers: sessionHeaders });
  return { platform, acme, newManager, patch, get };
}

const addressesAt = (port: number) =>
  Object.fromEntries(
    WEBHOOKS.map((name) => [name, `http://127.0.0.1:${port}/v3/${name.replaceAll('_', '-')}`]),
  );

onEachEngine('the document of a manager', setUp, (scene) => {
  it('answers the two requests with which the SDK starts', async () => {
    const { acme, patch, get } = scene();
    const updated = await readJson<ManagerUpdate>(await patch(addressesAt(22070)));
    assertExact(ManagerUpdate, updated);
    assert.deepEqual([updated.n_updated, updated.href], [1, `/v3/managers/${acme.clientId}`]);
    const answer = await get();
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('cache-control'), 'no-store');
    const document = await readJson<Manager>(answer);
    assertExact(Manager, document);
    assert.deepEqual(document, {
      id: acme.clientId,
      href: updated.href,
      name: 'Acme',
      confirmation_hash: updated.confirmation_hash,
      ...addressesAt(22070),
    });
  });

  it('issues a new confirmation hash when an address changes, and only then', async () => {
    const { patch, get } = scene();
    const hashAfter = async (body: object) =>
      (await readJson<ManagerUpdate>(await patch(body))).confirmation_hash;
    const first = await hashAfter(addressesAt(22071));
    assert.equal(await hashAfter(addressesAt(22071)), first, 'a restart changes nothing');
    const second = await hashAfter({ authorize: 'http://127.0.0.1:22072/v3/authorize' });
    assert.notEqual(second, first);
    const document = await readJson<Manager>(await get());
    assert.equal(document.confirmation_hash, second);
    assert.equal(document.authorize, 'http://127.0.0.1:22072/v3/authorize');
    assert.equal(document.devices_list, addressesAt(22071)['devices_list'], 'the others stay');
    assert.notEqual(await hashAfter({ authorize: null }), second);
    assert.equal((await readJson<Manager>(await get())).authorize, undefined);
  });

  it('refuses addresses that the platform would not call, names them, and stores nothing', async () => {
    const { platform, patch, get } = scene();
    await patch(addressesAt(22073));
    const before = await readJson<Manager>(await get());
    const good = 'https://acme.example/v3/authorize';
    for (const wrong of [
      'http://169.254.169.254/latest/meta-data',
      'http://0x0a000001/',
      'ftp://acme.example/',
      'https://user:word@acme.example/',
      'https://acme.example/#part',
      'https://acme.example:25/',
      platform.config.urls.base,
      'not a URL',
    ]) {
      const body = await assertApiError(
        await patch({ authorize: good, select_device: wrong }),
        'invalid_request',
      );
      assert.equal(body.code, 1000);
      assert.deepEqual(
        body.errors?.map(({ field }) => field),
        ['select_device'],
        wrong,
      );
    }
    assert.deepEqual(await readJson<Manager>(await get()), before);
  });

  it('shows a manager only its own document', async () => {
    const { newManager, get, patch, acme } = scene();
    const zeta = await newManager('Zeta');
    await assertApiError(await get(zeta.clientId), 'not_found');
    await assertApiError(await patch(addressesAt(22074), zeta.clientId), 'not_found');
    await assertApiError(await get('None'), 'not_found');
    assert.equal((await get(zeta.clientId, zeta.token)).status, 200);
    assert.notEqual(acme.clientId, zeta.clientId);
  });

  it('answers every fault with code and text, and never redirects, since the SDK would follow', async () => {
    const { platform, acme, patch, get } = scene();
    await patch(addressesAt(22076));
    const before = await readJson<Manager>(await get());
    const self = `/v3/managers/${acme.clientId}`;
    const faults: [method: string, path: string, body?: string][] = [
      ['GET', `/v3//managers/${acme.clientId}`],
      ['GET', '/v3/managers'],
      ['GET', '/v3/channels/None/'],
      ['PUT', self, '{}'],
      ['PATCH', self, '{"authorize": '],
      ['PATCH', self, '["authorize"]'],
      ['PATCH', self, '{"authorize": 7}'],
      ['POST', `${self}/refresh-token`, 'null'],
      ['POST', `${self}/swap-credentials`, '{}'],
      ['POST', `${self}/store-credentials`, ''],
    ];
    for (const [method, path, body] of faults) {
      const init = { method, token: acme.token, headers: sessionHeaders, redirect: 'manual' as const };
      const response = await platform.request(path, { ...init, ...(body === undefined ? {} : { body }) });
      const what = `${method} ${path} ${body}`;
      assert.ok(response.status >= 400 && response.status < 500, `${what}: ${response.status}`);
      const { code, text } = (await response.json()) as { code: unknown; text: unknown };
      assert.deepEqual([typeof code, typeof text], ['number', 'string'], what);
    }
    const slash = await platform.request(`${self}/`, { token: acme.token, redirect: 'manual' });
    assert.deepEqual(await readJson<Manager>(slash), before);
    assert.deepEqual(await readJson<Manager>(await get()), before);
  });

  it('writes the confirmation hash neither to the log nor to the audit log', async () => {
    const { platform, patch } = scene();
    const { confirmation_hash: hash } = await readJson<ManagerUpdate>(await patch(addressesAt(22075)));
    const rows = await platform.server.features.db.read.selectFrom('audit').selectAll().execute();
    assert.ok(
      rows.some(({ action, detail }) => action === 'manager.webhooks' && detail?.includes('authorize')),
    );
    assert.ok(!JSON.stringify(rows).includes(hash));
    assert.ok(!platform.log().includes(hash));
  });

  it('limits how often a manager changes its addresses', async () => {
    const { platform, newManager } = scene();
    const { clientId, token } = await newManager('Loop');
    const ask = () =>
      platform.request(`/v3/managers/${clientId}`, {
        method: 'PATCH',
        token,
        headers: sessionHeaders,
        body: '{}',
      });
    const statuses = new Set<number>();
    for (let requested = 0; requested < 61; requested += 1) statuses.add((await ask()).status);
    assert.deepEqual([...statuses], [200, 429]);
  });
});
