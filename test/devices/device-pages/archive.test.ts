import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { it } from 'node:test';
import { createDevicePages } from '@azulejo/server/testing';
import { parse } from 'acorn';
import { unzipSync } from 'fflate';
import { setUpDemoHome } from '../../support/demo-home.ts';
import { rawRequest } from '../../support/raw-request.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { templates } from './devices.ts';

const FOLDER = new URL('../../../server/device-page/', import.meta.url);
const MAX_BYTES = 60 * 1024;

onEachEngineInFull('android-app 2.10, ios-app 9.2: the archive of a device page', setUpDemoHome, (scene) => {
  it('serves an archive for every device of a home, with the ETag that its channel has', async () => {
    const { platform, channels } = scene();
    const pages = new Map((await channels()).map((channel) => [channel.interface.uuid, channel.interface]));
    assert.ok(pages.size > 0);
    for (const { uuid, etag, url } of pages.values()) {
      const reply = await rawRequest(platform, new URL(url).pathname);
      assert.equal(reply.status, 200);
      assert.equal(reply.headers['content-type'], 'application/zip');
      // The apps compare the tags literally: with quotes and in lower case.
      assert.equal(reply.headers.etag, etag);
      assert.match(etag, /^"[0-9a-f]{64}"$/);
      const digest = createHash('sha256').update(reply.body).digest('hex');
      assert.equal(reply.headers['content-sha256'], digest);
      const meta = Buffer.from(unzipSync(reply.body)['interface-meta.json'] ?? []).toString();
      assert.deepEqual(JSON.parse(meta), { main: 'index.html', uuid });
    }
  });

  it('returns 304 for an archive with the current ETag', async () => {
    const { platform } = scene();
    const path = `/widgets/${templates[0]?.interface.uuid}/archive`;
    const { headers } = await rawRequest(platform, path);
    const ask = (known: string) => rawRequest(platform, path, { headers: { 'if-none-match': known } });
    const same = await ask(headers.etag ?? '');
    assert.deepEqual([same.status, same.body.length], [304, 0]);
    assert.equal(same.headers.etag, headers.etag);
    assert.equal(same.headers['content-sha256'], headers['content-sha256']);
    for (const other of ['"0"', '']) assert.equal((await ask(other)).status, 200, other);
  });

  it('returns 404 for an unknown id', async () => {
    const { platform } = scene();
    for (const uuid of [crypto.randomUUID(), 'x', '%00', '..%2f..']) {
      await assertApiError(await platform.request(`/widgets/${uuid}/archive`), 'not_found');
    }
  });

  it('serves a different archive for a template with its own page id', async () => {
    const { platform } = scene();
    const [template] = templates;
    assert.ok(template);
    const uuid = crypto.randomUUID();
    const own = { ...template, id: crypto.randomUUID(), interface: { uuid, etag: '"x"', native: [] } };
    await platform.server.features.templates.import([own], { areTrusted: false });
    const reply = await rawRequest(platform, `/widgets/${uuid}/archive`);
    assert.equal(reply.status, 200);
    const generic = await rawRequest(platform, `/widgets/${template.interface.uuid}/archive`);
    assert.notEqual(reply.headers.etag, generic.headers.etag);
  });
});

it('builds the same archive for the same device page every time', async () => {
  const [one, other] = await Promise.all([createDevicePages(), createDevicePages()]);
  const uuid = crypto.randomUUID();
  assert.notEqual(one.archive(uuid).bytes, other.archive(uuid).bytes);
  assert.deepEqual(one.archive(uuid).bytes, other.archive(uuid).bytes);
});

it("keeps a device page's archive small: the files of its folder and the texts of each language", async () => {
  const pages = await createDevicePages();
  const { bytes } = pages.archive(crypto.randomUUID());
  assert.ok(bytes.length < MAX_BYTES, `${bytes.length} bytes`);
  const files = unzipSync(bytes);
  const names = await readdir(FOLDER);
  assert.deepEqual(
    Object.keys(files).toSorted(),
    [...names, 'interface-meta.json', 'messages.js'].toSorted(),
  );
  for (const name of names) {
    assert.deepEqual(Buffer.from(files[name] ?? []), await readFile(new URL(name, FOLDER)), name);
  }
});

it('uses only device page scripts that run in web views of 2017 and refer to no other origin', async () => {
  const files = unzipSync((await createDevicePages()).archive(crypto.randomUUID()).bytes);
  for (const [name, bytes] of Object.entries(files)) {
    const text = Buffer.from(bytes).toString();
    assert.doesNotMatch(text, /https?:|\/\/\w/, name);
    if (!name.endsWith('.js')) continue;
    assert.doesNotThrow(() => parse(text, { ecmaVersion: 2017, sourceType: 'script' }), name);
    assert.doesNotMatch(text, /innerHTML|insertAdjacentHTML|document\.write/, name);
  }
});
