import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertApiError } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { following } from './automations-scene.ts';
import { setUpHeldRuns } from './runs-scene.ts';

const MAX_BYTES = 64 * 1024;

onEachEngine('web addresses of automations', setUpHeldRuns, (scene) => {
  /** Returns a new automation with the path of its address. */
  async function newHook() {
    const { ana, create, newPanel, settle, send } = scene();
    const { id } = await create(ana, {
      ...following(await newPanel()),
      when: [{ kind: 'webhook', webhook: true }],
    });
    await settle();
    const { url } = (await (await send(ana, 'POST', `/${id}/hook`, {})).json()) as { url: string };
    return { id, path: new URL(url).pathname };
  }
  const post = (path: string, body: string, type = 'application/json') =>
    scene().platform.request(path, { method: 'POST', headers: { 'content-type': type }, body });

  it('accepts an object or a form of at most 64 KB', async () => {
    const { settle, runsOf } = scene();
    const { id, path } = await newHook();
    const bodyOf = (bytes: number) =>
      JSON.stringify({ padding: 'a'.repeat(bytes - '{"padding":""}'.length) });
    assert.equal((await post(path, bodyOf(MAX_BYTES))).status, 202);
    assert.equal((await post(path, 'door=open', 'application/x-www-form-urlencoded')).status, 202);
    const refused = await assertApiError(await post(path, bodyOf(MAX_BYTES + 1)), 'body_too_large');
    assert.equal(refused.detail, 'The body is too large: at most 65536 bytes are accepted.');
    await settle();
    assert.equal((await runsOf(id)).length, 2);
  });

  it('accepts 60 calls of a web address a minute', async () => {
    const { platform } = scene();
    const [one, other] = [await newHook(), await newHook()];
    for (let call = 0; call < 60; call += 1) assert.equal((await post(one.path, '{}')).status, 202);
    const refused = await post(one.path, '{}');
    assert.ok(Number(refused.headers.get('retry-after')) > 0);
    await assertApiError(refused, 'too_many_requests');
    assert.equal((await post(other.path, '{}')).status, 202);
    platform.clock.advance({ seconds: 60 });
    assert.equal((await post(one.path, '{}')).status, 202);
  });

  it('never logs the keys of web addresses', async () => {
    const { platform } = scene();
    const { path } = await newHook();
    const key = path.slice(path.lastIndexOf('/') + 1);
    const unknown = `azh_${'0'.repeat(key.length - 4)}`;
    const before = platform.log().length;
    assert.match(key, /^azh_\w{20,}$/);
    for (const body of ['{}', '[', 'a'.repeat(MAX_BYTES + 1)]) await post(path, body);
    await post(`${path}?again=1`, '{}');
    await platform.request(path);
    await post(`/v3/hooks/${unknown}`, '{}');
    const lines = platform.log().slice(before);
    assert.equal(lines.match(/"path":"\/v3\/hooks\/•••"/g)?.length, 6);
    assert.doesNotMatch(lines, new RegExp(`${key}|${unknown}`));
  });
});
